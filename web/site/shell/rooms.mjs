// Every page of the site that has a link in the header: the one list for pages that Vite builds and those made from the
// catalogue.

/** @typedef {{ label: string, file: string, view?: string }} Room `view`: one of the playground's, told by the fragment. */

/** @type {Room[]} */
export const views = [
  { label: 'Playground', file: '', view: '' },
  { label: 'Compare', file: '', view: 'compare' },
  { label: 'Perturb', file: '', view: 'perturb' },
  { label: 'Edit', file: '', view: 'edit' },
  { label: 'Gallery', file: 'gallery.html' },
];

/** Models that learn, behind one link of the header: a row of their own on their pages. @type {Room[]} */
// prettier-ignore
export const models = [
  { label: 'Train', file: 'train.html' },
  { label: 'Translate', file: 'translate.html' },
  { label: 'Parallel or not', file: 'parallel.html' },
  { label: 'Race', file: 'race.html' },
  { label: 'The bottleneck', file: 'bottleneck.html' },
  { label: 'Look', file: 'look.html' },
  { label: 'Read', file: 'read.html' },
  { label: 'Complete', file: 'complete.html' },
  { label: 'Codebook', file: 'codebook.html' },
];
