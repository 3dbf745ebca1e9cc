import { copyText } from '../clipboard.ts';
import { make } from '../make.ts';
import { say } from '../words.ts';

/** Copies an area's text; where the browser refuses, the text stands selected for the visitor's own copy. */
export const copyButton = (area: HTMLTextAreaElement): HTMLButtonElement => {
  const button = make('button', { type: 'button', class: 'button', 'data-action': 'copy-text' }, say('export.copy'));
  button.addEventListener('click', () => {
    void copyText(area.value).then((done) => {
      if (!done) area.select();
      button.textContent = say(done ? 'export.copied' : 'export.copy.self');
    });
  });
  area.addEventListener('input', () => (button.textContent = say('export.copy')));
  return button;
};
