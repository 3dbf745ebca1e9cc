// Calls through the built engine, as a user of the package makes them.
import { pathToFileURL } from 'node:url';

export const openWasm = async (file) => {
  const { createEngine } = await import(pathToFileURL(file).href);
  const engine = await createEngine({ inline: true });
  return {
    name: 'wasm',
    async call(method, args) {
      const result = await engine[method](args);
      return method === 'rotaryEmbedding' ? { y: result } : result;
    },
    close: () => engine.dispose(),
  };
};
