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

const url = 'https://example.org/';

const users: Record<number, string[]> = {
  7: ['LLaMA', 'PaLM', 'GPT-J', 'Gemma'],
  8: ['Mistral 7B', 'Llama 3', 'Qwen2', 'Gemma 2', 'gpt-oss'],
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
    used_by: (users[i] ?? []).map((name, place) => ({ name, year: 2020 + place, url })),
    papers:
      i === 5
        ? []
        : [
            {
              title: `Title ${i}`,
              authors: 'Cer, Guajardo-Céspedes',
              year: 2014 + (i % 9),
              url,
            },
          ],
  })),
  { ...plain, id: 'model_a', kind: 'model', name: 'A model', family: 'trained model', summary: 'Trained.', papers: [] },
];
