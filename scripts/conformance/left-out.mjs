/** Thrown where a case asks for what cannot be expressed: no fault, and said with its reason. */
export class LeftOut extends Error {}

const remarks = ['id', 'note', 'source', 'comment'];

/** Refuses to pass over what a case says. */
export const wantKnown = (one, known) => {
  const odd = Object.keys(one).find((key) => !remarks.includes(key) && !known.includes(key));
  if (odd) throw new LeftOut(`"${odd}" is not understood`);
};
