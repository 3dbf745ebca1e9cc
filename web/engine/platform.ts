/** Where are we, and what may we use? Read once per engine; nothing here keeps state. */

export const inNode = (): boolean =>
  typeof process === 'object' && typeof process.versions?.node === 'string' && typeof document === 'undefined';

/** A Node module by name. The name is no literal, so that bundlers for the browser do not look for it. */
export const nodeModule = <T>(name: string): Promise<T> => import(/* @vite-ignore */ `node:${name}`) as Promise<T>;

/** `(module (func (result v128) i32.const 0 i8x16.splat))`: 2023's browsers take it, older ones do not. */
const simdProbe = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];

/** Why WebAssembly cannot be used here, or `` when it can. */
export const wasmFault = (): string => {
  if (typeof WebAssembly !== 'object') return 'WebAssembly is missing or switched off';
  return WebAssembly.validate(new Uint8Array(simdProbe))
    ? ''
    : 'WebAssembly has no SIMD here; a browser of 2023 or newer has';
};

/**
 * Whether the page's policy is what keeps WebAssembly from compiling; `validate` still answers there. Asked only where no
 * core came up: a worker may have a looser policy of its own.
 */
export const policyFault = (): string => {
  try {
    new WebAssembly.Module(new Uint8Array(simdProbe));
    return '';
  } catch {
    return "the page's Content-Security-Policy does not let WebAssembly compile; its script-src needs 'wasm-unsafe-eval'";
  }
};

/** Threads that this place allows, and in words why. */
interface ThreadChoice {
  threads: number;
  why: string;
}

/** Browsers give at most this many to one page's engine: more would fight the page itself for the processor. */
const mostThreads = 8;

export const chooseThreads = (wanted: number | undefined, carried: boolean): ThreadChoice => {
  const one = (why: string): ThreadChoice => ({ threads: 1, why: `one thread: ${why}` });
  if (wanted === 1) return one('asked for');
  if (!carried) return one('this build carries no threaded core');
  if (inNode()) {
    if (wanted === undefined) return one('in Node threads start only when asked for');
    return { threads: wanted, why: `${wanted} threads: asked for` };
  }
  if (typeof SharedArrayBuffer === 'undefined' || !globalThis.crossOriginIsolated)
    return one('the page is not cross-origin isolated');
  const machine = Math.min(navigator.hardwareConcurrency || 1, mostThreads);
  const threads = wanted ?? machine;
  if (threads === 1) return one('the machine has one processor');
  return { threads, why: `${threads} threads: the page is cross-origin isolated` };
};
