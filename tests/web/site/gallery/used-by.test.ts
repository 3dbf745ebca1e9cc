import { describe, expect, it } from 'vitest';
import { shownUses } from '../../../../web/site/gallery/used-by.ts';
import { many } from '../many.ts';

const entries = many();
const of = (id: string) => {
  const { shown, more } = shownUses(entries.find((entry) => entry.id === id)!);
  return [...shown.map((use) => use.name), more];
};

describe('who uses a mechanism, on its card', () => {
  it('is named as long as there is room', () => {
    expect(of('mechanism_7')).toEqual(['LLaMA', 'PaLM', 'GPT-J', 'Gemma', 0]);
    expect(of('mechanism_8')).toEqual(['Mistral 7B', 'Llama 3', 'Qwen2', 2]);
  });

  it('is left out where nobody is known', () => {
    expect(of('mechanism_1')).toEqual([0]);
  });
});
