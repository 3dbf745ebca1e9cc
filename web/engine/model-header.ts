/**
 * What a model file says about itself that the core has no use for: sentences worth a look.
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

/** The examples in a model file's header; none where it has none or is no such file. */
export const examplesIn = (bytes: Uint8Array): ModelExample[] => {
  try {
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(lengthAt, true);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(headerAt, headerAt + length))) as {
      examples?: unknown;
    };
    if (!Array.isArray(header.examples)) return [];
    return header.examples
      .filter(isExample)
      .map(({ text, layer, head, query, says, tries }) => ({ text, layer, head, query, says, tries }));
  } catch {
    return []; // a stand-in for a model, in tests
  }
};
