import { find, startPage } from '../shell/start.ts';
import '../styles/learned.css';
import '../styles/complete.css';
import { createLearningEngine } from '../../engine/learning/index.ts';
import { say } from '../words.ts';
import { CompletePage } from './page.ts';

customElements.define('complete-page', CompletePage);

const beside = (path: string): string => new URL(path, document.baseURI).href;

const page = new CompletePage();
page.notices = startPage();
page.base = beside('models/');
find('.page').append(page);
createLearningEngine({ dataBase: beside('data/') }).then(
  (engine) => {
    page.engine = engine;
  },
  (error: unknown) =>
    page.notices.show('engine', say('train.no.engine'), [error instanceof Error ? error.message : String(error)]),
);
