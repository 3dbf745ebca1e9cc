// Operators that are one call of the engine: arguments by name, results by name.

export const floats = ({ shape, data }) => ({ shape, data: Float32Array.from(data) });
const bools = ({ shape, data }) => ({ shape, data: Uint8Array.from(data, Number) });
export const maybeBools = (tensor) => (tensor.dtype === 'bool' ? bools(tensor) : floats(tensor));
export const wholes = ({ data }) => Array.from(data);
export const positions = ({ shape, data }) => ({ shape, data: Array.from(data) });
export const flag = (value) => value !== 0;
export const same = (value) => value;

/**
 * @param inputs [argument, conversion] and `outputs` in the standard's order; `attributes` by the standard's names,
 * null for those that say nothing here; `extra` what only the outputs that are asked for tell.
 */
export const engineCall = ({ method, inputs, outputs, attributes, extra }) => ({
  attributes: Object.fromEntries(Object.keys(attributes).map((name) => [name, undefined])),
  async run({ inputs: given, attrs, wants }, engine) {
    const args = {};
    given.forEach((tensor, i) => {
      if (!tensor) return;
      if (!inputs[i]) throw new Error(`input ${i} (${tensor.name}) is not known`);
      const [argument, convert] = inputs[i];
      args[argument] = convert(tensor);
    });
    for (const [name, value] of Object.entries(attrs))
      if (value !== undefined && attributes[name]) args[attributes[name][0]] = attributes[name][1](value);
    Object.assign(args, extra?.({ attrs, wants: (output) => wants(outputs.indexOf(output)) }));
    const results = await engine.call(method, args);
    return outputs.map((name) => results[name]);
  },
});
