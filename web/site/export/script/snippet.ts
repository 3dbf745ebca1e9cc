import { infoOf } from '../../../elements/lib/frames.ts';
import type { NdArray, Step, Trace } from '../../../engine/types.ts';
import { float } from '../numbers.ts';
import { readTensor } from '../read-tensor.ts';
import { Call } from './call.ts';
import { factsOf } from './facts.ts';
import type { Language } from './language.ts';

export interface Snippet {
  code: string;
  /** What the code reads from the file beside it. */
  arrays: Record<string, NdArray>;
  /** Ops that the language has no words for; their results are read, not computed. */
  unknown: string[];
  /** Variable of each tensor that the code has. */
  variables: Map<string, string>;
}

/** Arrays up to this many numbers are written out. */
const mostInline = 8;

const taken = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is lambda ' +
    'nonlocal not or pass raise return try while with yield True False None np torch F leaves abs max sum min print int float'
  ).split(' '),
);

/** `layer_1/q` -> `layer_1_q`; no two tensors share a variable. */
const variablesOf = (trace: Trace, language: Language): Map<string, string> => {
  const used = new Set([...taken, ...Object.keys(language.helpers)]);
  return new Map(
    trace.tensors.map(({ name }) => {
      let variable = name.replace(/\W/g, '_').replace(/^(?=\d)/, '_');
      while (used.has(variable)) variable += '_';
      used.add(variable);
      return [name, variable];
    }),
  );
};

const nestedList = (shape: readonly number[], data: Float32Array): string => {
  if (shape.length === 0) return pythonFloat(data[0] ?? 0);
  const [size = 0, ...rest] = shape;
  const step = data.length / Math.max(1, size);
  const parts = Array.from({ length: size }, (_, i) => nestedList(rest, data.subarray(i * step, (i + 1) * step)));
  return `[${parts.join(', ')}]`;
};

const pythonFloat = (value: number): string => (Number.isFinite(value) ? float(value) : `float("${float(value)}")`);

/** One line of prose as a comment. */
const comment = (text: string): string => `# ${text.replace(/\s+/g, ' ')}`;

/** Steps that the last one needs, in order; what only a cut-off part needed is left out. */
const needed = (trace: Trace, computed: (step: Step) => boolean): Set<string> => {
  const wanted = new Set([trace.steps.at(-1)?.output ?? '']);
  for (const step of [...trace.steps].reverse()) if (computed(step)) for (const name of step.inputs) wanted.add(name);
  return wanted;
};

export const snippetOf = async (trace: Trace, language: Language, file: string, title: string): Promise<Snippet> => {
  const variables = variablesOf(trace, language);
  const arrays: Record<string, NdArray> = {};
  const unknown = new Set<string>();
  // Of a table too large to copy only the rows that were looked up are known.
  const known = (name: string) => infoOf(trace, name)?.whole || trace.steps.some((step) => step.output === name);
  const computed = (step: Step): boolean => {
    // What was put in by hand no op makes.
    if (step.inputs.length === 0 || infoOf(trace, step.output)?.edited) return false;
    if (!language.ops[step.op]) unknown.add(step.op);
    return language.ops[step.op] !== undefined && step.inputs.every(known);
  };
  const wanted = needed(trace, computed);
  const have = new Set<string>();
  const lines: string[] = [];
  const read = async (name: string) => {
    have.add(name);
    const array = await readTensor(trace, name);
    const variable = variables.get(name)!;
    if (array.data.length <= mostInline)
      lines.push(`${variable} = ${language.inline(nestedList(array.shape, array.data))}`);
    else {
      arrays[name] = array;
      lines.push(`${variable} = ${language.leaf(name)}`);
    }
  };
  let stage = '';
  for (const step of trace.steps) {
    const output = infoOf(trace, step.output);
    if (!output) continue;
    if (!computed(step)) {
      if (wanted.has(step.output) || step === trace.steps.at(-1)) await read(step.output);
      continue;
    }
    for (const name of step.inputs) if (!have.has(name)) await read(name);
    const inputs = step.inputs.map((name) => infoOf(trace, name)!);
    const call = new Call(
      step.inputs.map((name) => variables.get(name)!),
      inputs,
      output,
      await factsOf(trace, step),
    );
    const about = `${step.scope}/${step.stage}`;
    if (about !== stage) lines.push('', comment(step.title || step.stage));
    stage = about;
    have.add(step.output);
    lines.push(`${variables.get(step.output)} = ${language.ops[step.op]!(call)}  # [${output.axes.join(', ')}]`);
  }
  const last = trace.steps.at(-1)?.output ?? '';
  const body = lines.join('\n');
  const helpers = Object.entries(language.helpers).filter(([name]) => body.includes(`${name}(`));
  if (last) arrays[`recorded ${last}`] = await readTensor(trace, last);
  const code = [
    comment(`${title}, as the attention playground computed it.`),
    comment(`Reads ${file}, which belongs beside this file.`),
    ...language.imports,
    '',
    ...helpers.flatMap(([, text]) => ['', text, '']),
    `leaves = ${language.load(file)}`,
    body,
    '',
    comment("How far this is from the playground's own numbers:"),
    `print(${language.difference(variables.get(last) ?? '', language.leaf(`recorded ${last}`))})`,
    '',
  ].join('\n');
  return { code, arrays, unknown: [...unknown], variables: new Map([...variables].filter(([name]) => have.has(name))) };
};
