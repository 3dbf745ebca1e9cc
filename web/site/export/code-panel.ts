import { make } from '../make.ts';
import { say } from '../words.ts';
import { copyButton } from './copy-button.ts';
import { download, fileName } from './download.ts';
import { npz } from './npz.ts';
import type { During, Panel } from './panel.ts';
import type { Language } from './script/language.ts';
import { numpy } from './script/numpy.ts';
import { snippetOf, type Snippet } from './script/snippet.ts';
import { torch } from './script/torch.ts';
import type { Subject } from './subject.ts';

const languages: readonly Language[] = [numpy, torch];

/** A script that computes the same numbers, and the file that it reads. */
export const codePanel = ({ trace, name }: Subject, during: During): Panel => {
  const area = make('textarea', {
    class: 'code',
    readonly: true,
    spellcheck: 'false',
    'aria-label': say('export.code.label'),
  });
  const note = make('p', { class: 'note' });
  const file = `${fileName(trace.entry)}.npz`;
  let language = languages[0]!;
  let snippet: Snippet | undefined;
  const copy = copyButton(area);
  const show = () =>
    during(async () => {
      for (const button of buttons) button.setAttribute('aria-pressed', String(button.value === language.id));
      const wanted = language;
      const made = await snippetOf(trace, wanted, file, name);
      if (wanted !== language) return;
      snippet = made;
      area.value = made.code;
      area.dispatchEvent(new Event('input'));
      note.textContent = made.unknown.length ? say('export.code.unknown', { ops: made.unknown.join(', ') }) : '';
    });
  const buttons = languages.map((one) => {
    const button = make('button', { type: 'button', value: one.id }, one.name);
    button.addEventListener('click', () => {
      language = one;
      void show();
    });
    return button;
  });
  const save = (ending: string, content: () => BlobPart) => {
    const label = say('export.save.as', { name: `.${ending}` });
    const button = make('button', { type: 'button', class: 'button', 'data-save': ending }, label);
    button.addEventListener(
      'click',
      () =>
        void during(() =>
          download(ending === 'npz' ? file : `${fileName(trace.entry, language.id)}.${ending}`, content()),
        ),
    );
    return button;
  };
  const panel = make(
    'div',
    {},
    make('p', {}, say('export.code.says', { file })),
    make('div', { class: 'seg', role: 'group', 'aria-label': say('export.code.library') }, ...buttons),
    area,
    note,
    make(
      'div',
      { class: 'saves' },
      copy,
      save('py', () => area.value),
      save('npz', () => npz(snippet?.arrays ?? {})),
    ),
  );
  return { panel, open: () => void show() };
};
