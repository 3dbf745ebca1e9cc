import type { LearningDecoder } from '../../engine/types/decoding.ts';
import type { LearningCatalog } from '../../engine/types/learning.ts';
import type { Params } from '../../engine/types.ts';
import table from './lanes.json' with { type: 'json' };

/** An idea of how to decode; its lanes stand together. */
export interface Group {
  id: string;
  says: string;
}

/** A way to decode that can take part: which decoder, with which shipped models. */
export interface Lane {
  id: string;
  name: string;
  says: string;
  group: string;
  decoder: string;
  /** Folders of `models/`, in the decoder's order. */
  models: string[];
  params: Params;
  /** Takes part on a first visit. */
  usual: boolean;
}

export const groups: readonly Group[] = table.groups;
export const lanes: readonly Lane[] = table.lanes as unknown as Lane[];
/** What a first visit finds, and how many words the models read at most. */
export const input = table.input;

/** Lanes of one idea side by side, ideas without a lane left out. */
export const grouped = <T extends { lane: Lane }>(all: readonly T[]): { group: Group; members: T[] }[] =>
  groups
    .map((group) => ({ group, members: all.filter(({ lane }) => lane.group === group.id) }))
    .filter(({ members }) => members.length > 0);

export const decoderOf = ({ decoders }: LearningCatalog, lane: Lane): LearningDecoder | undefined =>
  decoders.find(({ id }) => id === lane.decoder);

/** Does it say what greedy decoding of its last model says, piece for piece? */
export const isExact = (decoder: LearningDecoder, { params }: Lane): boolean => {
  if (decoder.base || decoder.exact) return true;
  const asked = Object.entries(decoder.exact_params);
  const value = (id: string) => params[id] ?? decoder.params.find((spec) => spec.id === id)?.default;
  return asked.length > 0 && asked.every(([id, text]) => String(value(id)) === text);
};
