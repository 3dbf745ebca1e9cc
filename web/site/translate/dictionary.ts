import { arrayIn } from '../../engine/model-header.ts';
import { readModelFile } from '../../engine/model-file.ts';

/** What a word was to the models: held out for the test, held out to choose between runs, or trained on. */
export type Part = 'test' | 'validation' | 'training';

export interface Known {
  part: Part;
  /** Every way to say it, sound by sound; any is right. */
  ways: string[][];
}

const parts: readonly Part[] = ['test', 'validation', 'training'];
/** The last way to say a word ends with this, the others with 0. */
const lastWay = 255;

/** Texts that are each closed by 0. */
const texts = (bytes: Uint8Array): string[] => new TextDecoder('latin1').decode(bytes).split('\0').slice(0, -1);

/** The words of the task's data as the page has them (the layout: scripts/data/g2p.mjs): all that were held out, some trained on. */
export class Dictionary {
  readonly #words: string[];
  readonly #places: Map<string, number>;
  readonly #ends: number[];
  readonly #sounds: Uint8Array;
  /** Where the ways of each word begin; the last is the end. */
  readonly #begins: Uint32Array;
  readonly #phonemes: string[];

  constructor(file: Uint8Array) {
    const bytes = (name: string) => arrayIn(file, name, 'u8') as Uint8Array;
    const counts = arrayIn(file, 'counts', 'i32') as Int32Array;
    this.#words = texts(bytes('words'));
    this.#places = new Map(this.#words.map((word, place) => [word, place]));
    let sum = 0;
    this.#ends = [...counts].map((count) => (sum += count));
    this.#sounds = bytes('pronunciations');
    this.#phonemes = texts(bytes('phonemes'));
    this.#begins = new Uint32Array(this.#words.length + 1);
    let word = 0;
    this.#sounds.forEach((code, i) => code === lastWay && (this.#begins[++word] = i + 1));
  }

  /** How many words of the test there are. */
  get held(): number {
    return this.#ends[0] ?? 0;
  }

  /** A word of the test. */
  heldOut(place: number): string {
    return this.#words[place] ?? '';
  }

  find(word: string): Known | undefined {
    const place = this.#places.get(word);
    if (place === undefined) return undefined;
    const part = parts[this.#ends.findIndex((end) => place < end)] ?? 'training';
    const ways: string[][] = [[]];
    for (let i = this.#begins[place]!; i < this.#begins[place + 1]! - 1; ++i) {
      const code = this.#sounds[i]!;
      if (code) ways.at(-1)!.push(this.#phonemes[code - 1] ?? '');
      else ways.push([]);
    }
    return { part, ways };
  }
}

/** The file that the engine reads as well: the browser has it once. */
export const readDictionary = async (dataBase: string): Promise<Dictionary> =>
  new Dictionary(await readModelFile('g2p', `${dataBase}g2p.bin`, undefined));
