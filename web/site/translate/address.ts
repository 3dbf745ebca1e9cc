/** What the page's address holds. */
export interface View {
  text: string;
  /** Its place in the list of models. */
  model: number;
  beam: number;
}

export const mostBeams = 8;
/** Wide enough to see something dropped, narrow enough to read. */
export const usualBeam = 3;
/** Characters: more than any phrase that is looked through. */
export const longestText = 200;

export const readHash = (hash: string, names: readonly string[], first: string): { view: View; ignored: string[] } => {
  const view: View = { text: first, model: 0, beam: usualBeam };
  const ignored: string[] = [];
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ''))) {
    if (name === 'text' && value.length <= longestText) view.text = value;
    else if (name === 'model' && names.includes(value)) view.model = names.indexOf(value);
    else if (name === 'beam' && /^[1-8]$/.test(value)) view.beam = Number(value);
    else ignored.push(`${name}=${value.slice(0, 40)}`);
  }
  return { view, ignored };
};

export const writeHash = ({ text, model, beam }: View, names: readonly string[]): string =>
  new URLSearchParams({ text, model: names[model] ?? '', beam: String(beam) }).toString();
