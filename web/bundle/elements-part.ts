/** The elements as one function; its engine is the page's (see engine-values.ts). */
export { registerElements } from '../elements/index.ts';
