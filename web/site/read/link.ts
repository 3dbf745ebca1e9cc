import { sampleOf, samples, type Sample } from './samples.ts';

/** What the page's address holds: a message, and the words that are taken out, by where they begin. */
export interface Message {
  text: string;
  out: ReadonlySet<number>;
}

/** Longer messages stay out of the address: mail programs and chats cut such links. */
const longest = 1500;

export const readHash = (hash: string): { message: Message; ignored: string[] } => {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const ignored = [...fields.keys()].filter((name) => !['sample', 'text', 'out'].includes(name));
  const sample = fields.get('sample') ?? 'spam';
  const known = Object.hasOwn(samples, sample);
  if (!known) ignored.push(`sample=${sample}`);
  const text = fields.get('text')?.slice(0, longest) ?? samples[known ? (sample as Sample) : 'spam'];
  const out = (fields.get('out') ?? '').split('.').filter((one) => /^\d{1,5}$/.test(one));
  return { message: { text, out: new Set(out.map(Number)) }, ignored };
};

export const writeHash = ({ text, out }: Message): string => {
  const fields = new URLSearchParams();
  const sample = sampleOf(text);
  if (sample) fields.set('sample', sample);
  else if (text.length <= longest) fields.set('text', text);
  if (out.size && (sample ?? text.length <= longest)) fields.set('out', [...out].sort((a, b) => a - b).join('.'));
  return fields.toString();
};
