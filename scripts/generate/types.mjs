// catalog-types.ts: ids and parameters of every entry as TypeScript, with the catalogue's words as TSDoc.

const pascal = (id) =>
  id
    .split(/[^a-zA-Z0-9]+/)
    .filter(Boolean)
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join('');

const doc = (lines, indent = '') => {
  const text = lines.filter(Boolean).map((line) => String(line).replaceAll('*/', '*\\/'));
  return text.length === 1
    ? `${indent}/** ${text[0]} */`
    : [`${indent}/**`, ...text.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n');
};

const literal = (value) => `'${String(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const union = (values) => (values.length ? values.map(literal).join(' | ') : 'never');

const typeOf = (param) => {
  if (param.kind === 'choice') return union(param.choices.map((choice) => choice.value));
  return param.kind === 'flag' ? 'boolean' : 'number';
};

const range = (param) =>
  param.min === undefined && param.max === undefined
    ? ''
    : `${param.kind === 'integer' ? 'Whole numbers' : 'Numbers'} from ${param.min ?? '-inf'} to ${param.max ?? 'inf'}.`;

const property = (param) => {
  const choices = (param.choices ?? []).map((choice) => `- \`${choice.value}\`: ${choice.doc || choice.label}`);
  const when = param.when
    ? `Used only while \`${param.when.param}\` is ${param.when.values.map((v) => `\`${v}\``).join(' or ')}.`
    : '';
  const lines = [
    param.doc || param.label,
    range(param),
    ...choices,
    when,
    `@defaultValue ${JSON.stringify(param.default)}`,
  ];
  const key = /^[A-Za-z_]\w*$/.test(param.id) ? param.id : literal(param.id);
  return `${doc(lines, '  ')}\n  ${key}?: ${typeOf(param)};`;
};

const entryInterface = (entry) =>
  [
    doc([`Parameters of ${entry.name}.`, entry.summary]),
    entry.params.length
      ? `export interface ${pascal(entry.id)}Params {\n${entry.params.map(property).join('\n')}\n}`
      : `export type ${pascal(entry.id)}Params = Record<string, never>;`,
  ].join('\n');

export const typesModule = (catalog) => {
  const ids = (kind) => catalog.entries.filter((entry) => entry.kind === kind).map((entry) => entry.id);
  return `// Made by scripts/generate.mjs from the catalogue; do not edit.

/** Mechanisms, one file each in core/variants. */
export type VariantId = ${union(ids('variant'))};

/** Models, one file each in core/encoders. */
export type ModelId = ${union(ids('model'))};

export type EntryId = VariantId | ModelId;

${catalog.entries.map(entryInterface).join('\n\n')}

export interface ParamsById {
${catalog.entries.map((entry) => `  ${literal(entry.id)}: ${pascal(entry.id)}Params;`).join('\n')}
}
`;
};
