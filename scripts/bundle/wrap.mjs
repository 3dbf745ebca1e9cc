// The three parts and two payloads as one script. Each part is a function expression of its own: the engine's text is
// also the worker's script, and the elements' part runs only where there are elements.

/** A page that names no charset reads a file as windows-1252, so every other character is written as an escape. */
const ascii = (code) => code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

// A page that pastes the script into a <script> tag must not end there.
const safe = (code) => ascii(code).replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

const asFunction = (code, name, parameters = '') => `function(${parameters}){${code}\nreturn ${name}}`;

export const wrap = ({ engine, elements, main, core, starter }, version) => {
  const banner = `/*! attention playground ${version} | MIT | carries Lit (BSD-3-Clause), Comlink (Apache-2.0), xz-decompress (MIT) and weights of Universal Sentence Encoder Lite (Apache-2.0) */`;
  const body = [
    `var enginePart=${asFunction(engine, 'E')};`,
    `var elementsPart=${asFunction(elements, 'X', 'engine,formulas')};`,
    `var payload={core:"${core}",starter:"${starter}"};`,
    main,
  ].join('\n');
  return {
    // A second copy of the script leaves the first one's work alone.
    classic: safe(`${banner}
(function(){"use strict";
if(globalThis.AttentionPlayground)return;
var scriptUrl=document.currentScript&&document.currentScript.src||document.baseURI;
${body}
globalThis.AttentionPlayground=P;
})();
`),
    module: safe(`${banner}
var scriptUrl=import.meta.url;
${body}
export const createEngine=P.createEngine,registerElements=P.registerElements,EngineError=P.EngineError,InvalidInput=P.InvalidInput,Cancelled=P.Cancelled,ModelLoadFailed=P.ModelLoadFailed,TooLarge=P.TooLarge,EngineUnavailable=P.EngineUnavailable;
`),
  };
};
