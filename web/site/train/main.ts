import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/header.css';
import '../styles/controls.css';
import '../styles/notices.css';
import '../styles/train.css';
import { createLearningEngine } from '../../engine/learning/index.ts';
import { noticesIn } from '../notices.ts';
import { themeButton } from '../theme.ts';
import { say } from '../words.ts';
import { TrainPage } from './page.ts';

const find = <T extends HTMLElement>(selector: string): T => {
  const one = document.querySelector<T>(selector);
  if (!one) throw new Error(`the page has no ${selector}`);
  return one;
};

customElements.define('train-page', TrainPage);

const notices = noticesIn(find('.notices'), find('.toast'));
const page = new TrainPage();
page.notices = notices;
find('.page').append(page);

themeButton(find('[data-action="theme"]'));
// The hash of the page is its state, so the skip link must not go there.
find('[data-action="skip"]').addEventListener('click', (event) => {
  event.preventDefault();
  find('#train').focus();
});

const start = () => createLearningEngine({ dataBase: new URL('data/', document.baseURI).href });
page.another = start;
start().then(
  (engine) => {
    page.engine = engine;
  },
  (error: unknown) =>
    notices.show('engine', say('train.no.engine'), [error instanceof Error ? error.message : String(error)]),
);
