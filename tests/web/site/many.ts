import type { DocumentedEntry } from '../../../web/site/documented.ts';

const families = ['dot product', 'additive', 'masks', 'positions', 'heads', 'linear', 'pooled'];

const plain = {
  differs: '',
  latex: 'x',
  params: [],
  laws: [],
  slots: {},
  cost: { multiplications: '', bytes: '' },
  used_by: [],
};

/** As many mechanisms as the catalogue is to have, and a model. */
export const many = (count = 50): DocumentedEntry[] => [
  ...Array.from({ length: count }, (_, i): DocumentedEntry => ({
    ...plain,
    id: `mechanism_${i}`,
    kind: 'variant',
    name: `Mechanism ${String.fromCharCode(65 + ((i * 7) % 26))}${i}`,
    family: families[i % families.length]!,
    summary: i === 3 ? 'Reads pairs of words by their distance.' : 'Reads words.',
    papers:
      i === 5
        ? []
        : [
            {
              title: `Title ${i}`,
              authors: 'Cer, Guajardo-Céspedes',
              year: 2014 + (i % 9),
              url: 'https://example.org/',
            },
          ],
  })),
  { ...plain, id: 'model_a', kind: 'model', name: 'A model', family: 'trained model', summary: 'Trained.', papers: [] },
];
