import * as format from '../../elements/lib/format.ts';
import { make } from '../make.ts';
import { say } from '../words.ts';
import { copyButton } from './copy-button.ts';
import { download, fileName } from './download.ts';
import { latexOf } from './latex.ts';
import type { During, Panel } from './panel.ts';
import type { Subject } from './subject.ts';

/** The arithmetic of the number that the figure derives. */
export const derivationPanel = ({ trace, story }: Subject, during: During): Panel => {
  const first = story?.chain[0];
  if (!story || !first) return { panel: make('div', {}, make('p', {}, say('export.derivation.none'))) };
  const area = make('textarea', { readonly: true, spellcheck: 'false', 'aria-label': say('export.derivation.label') });
  const save = make(
    'button',
    { type: 'button', class: 'button', 'data-save': 'tex' },
    say('export.save.as', { name: '.tex' }),
  );
  save.addEventListener(
    'click',
    () =>
      void during(() =>
        download(`${fileName(trace.entry, first.tensor, first.index.join('-'))}.tex`, area.value, 'application/x-tex'),
      ),
  );
  const said = say('export.derivation.says', {
    tensor: first.tensor,
    index: first.index.map((at) => at + 1).join(', '),
    value: format.num(first.value, 3),
  });
  const panel = make('div', {}, make('p', {}, said), area, make('div', { class: 'saves' }, copyButton(area), save));
  return { panel, open: () => void during(() => void (area.value = latexOf(trace, story))) };
};
