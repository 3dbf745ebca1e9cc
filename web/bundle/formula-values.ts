/** The elements' table of formulas when all is one file: filled when the payload is unpacked, before the engine is there. */
declare const formulas: Record<string, string>;

export const mathml: Readonly<Record<string, string>> = formulas;
