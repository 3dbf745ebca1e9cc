import { html, type TemplateResult } from 'lit';
import { copyText } from '../clipboard.ts';
import { download, fileName } from '../export/download.ts';
import type { Notices } from '../notices.ts';
import { say } from '../words.ts';
import type { Session } from './session.ts';
import { commandOf } from './set-up.ts';

/** Above any checkpoint that this page makes. */
const largest = 256 * 1024 * 1024;

/** A run as a file: to go on with later, here or in a terminal. */
export const filesView = (session: Session, notices: Notices): TemplateResult => {
  const { run, setUp } = session;
  const save = async (what: 'checkpoint' | 'weights') => {
    try {
      const bytes = await session.save(what);
      const name = fileName(setUp.task, setUp.model, String(session.record.step), what);
      if (bytes) download(`${name}.safetensors`, bytes as Uint8Array<ArrayBuffer>);
    } catch (error) {
      notices.show('file', say('train.save.failed', { message: (error as Error).message }));
    }
  };
  const load = async (field: HTMLInputElement) => {
    const file = field.files?.[0];
    // The same file can be chosen again.
    const name = file?.name ?? '';
    if (!file) return;
    try {
      if (file.size > largest) throw new Error(say('train.load.large'));
      await session.load(new Uint8Array(await file.arrayBuffer()));
      notices.remove('file');
      notices.toast(say('train.loaded', { name, step: session.record.step }));
    } catch (error) {
      notices.show('file', say('train.load.failed', { name }), [(error as Error).message]);
    }
    field.value = '';
  };
  const copy = (text: string, done: string) =>
    void copyText(text).then((copied) => notices.toast(copied ? done : say('export.copy.self')));
  return html`<section class="files" aria-labelledby="files">
    <h2 id="files">${say('train.files')}</h2>
    <p>${say('train.files.says')}</p>
    <div class="row">
      <button type="button" class="button" data-action="save" ?disabled=${!run} @click=${() => void save('checkpoint')}>
        ${say('train.save')}
      </button>
      <button type="button" class="button" data-action="weights" ?disabled=${!run} @click=${() => void save('weights')}>
        ${say('train.save.weights')}
      </button>
      <label class="button file">
        ${say('train.load')}
        <input
          type="file"
          accept=".safetensors"
          ?disabled=${!run}
          @change=${(e: Event) => void load(e.target as HTMLInputElement)}
        />
      </label>
      <button
        type="button"
        class="button"
        data-action="command"
        title=${commandOf(session.engine, setUp)}
        @click=${() => copy(commandOf(session.engine, setUp), say('train.command.copied'))}
      >
        ${say('train.command')}
      </button>
    </div>
  </section>`;
};
