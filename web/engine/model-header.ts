/**
 * What a model file says about itself that the core has no use for: sentences worth a look, and lists of words.
 * The layout is stated in scripts/models/container.mjs; the core has checked the file before anybody asks here.
 */
import type { ModelExample } from './types.ts';

const lengthAt = 12;
const headerAt = 24;

const isExample = (one: unknown): one is ModelExample => {
  const { text, layer, head, query, says, tries } = (one ?? {}) as Record<string, unknown>;
  return (
    [text, says, tries].every((word) => typeof word === 'string') &&
    [layer, head, query].every((at) => Number.isSafeInteger(at))
  );
};

/** The header of a container; throws where it has none. */
const headerIn = (bytes: Uint8Array): Record<string, unknown> => {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(lengthAt, true);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(headerAt, headerAt + length))) as Record<string, unknown>;
};

interface Stored {
  name: string;
  shape: number[];
  dtype: string;
  offset: number;
}

/** An array of a container, as it stands in the file; undefined where there is none of that name and type. */
export const arrayIn = (bytes: Uint8Array, name: string, dtype: 'u8' | 'i32'): Uint8Array | Int32Array | undefined => {
  const stored = (headerIn(bytes)['tensors'] as Stored[]).find((one) => one.name === name && one.dtype === dtype);
  if (!stored) return undefined;
  const count = stored.shape.reduce((product, size) => product * size, 1);
  if (dtype === 'u8') return bytes.subarray(stored.offset, stored.offset + count);
  return new Int32Array(bytes.slice(stored.offset, stored.offset + 4 * count).buffer);
};

/** The examples in a model file's header; none where it has none or is no such file. */
export const examplesIn = (bytes: Uint8Array): ModelExample[] => {
  try {
    const { examples } = headerIn(bytes);
    if (!Array.isArray(examples)) return [];
    return examples
      .filter(isExample)
      .map(({ text, layer, head, query, says, tries }) => ({ text, layer, head, query, says, tries }));
  } catch {
    return []; // a stand-in for a model, in tests
  }
};
