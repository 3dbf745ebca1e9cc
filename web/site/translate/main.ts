import { find, startPage } from '../shell/start.ts';
import '../styles/train.css';
import '../styles/translate.css';
import { createLearningEngine } from '../../engine/learning/index.ts';
import { say } from '../words.ts';
import { readDictionary } from './dictionary.ts';
import { TranslatePage } from './page.ts';

customElements.define('translate-page', TranslatePage);

const notices = startPage();
const page = new TranslatePage();
page.notices = notices;
find('.page').append(page);

const reason = (error: unknown) => [error instanceof Error ? error.message : String(error)];
const dataBase = new URL('data/', document.baseURI).href;
createLearningEngine({ dataBase }).then(
  (engine) => {
    page.engine = engine;
  },
  (error: unknown) => notices.show('engine', say('translate.no.engine'), reason(error)),
);
readDictionary(dataBase).then(
  (dictionary) => {
    page.dictionary = dictionary;
  },
  (error: unknown) => notices.show('dictionary', say('translate.no.dictionary'), reason(error)),
);
