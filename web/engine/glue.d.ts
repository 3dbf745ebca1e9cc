/** Emscripten's glue is made by the build; its type is ours. */
declare module '*/attention.mjs' {
  const factory: import('./core-module.ts').ModuleFactory;
  export default factory;
}

declare module '*/figure.mjs' {
  const factory: import('./core-module.ts').ModuleFactory;
  export default factory;
}

declare module '*/learning.mjs' {
  const factory: import('./core-module.ts').ModuleFactory;
  export default factory;
}

declare module 'comlink/dist/esm/node-adapter.mjs' {
  export { default } from 'comlink/dist/esm/node-adapter';
}
