import { find, startPage } from '../shell/start.ts';
import '../styles/learned.css';
import '../styles/saying.css';
import '../styles/translate.css';
import { beside, openEngine, reason } from '../trained/engine.ts';
import { say } from '../words.ts';
import { readDictionary } from './dictionary.ts';
import { TranslatePage } from './page.ts';

customElements.define('translate-page', TranslatePage);

const notices = startPage();
const page = new TranslatePage();
page.notices = notices;
find('.page').append(page);

void openEngine(notices).then((engine) => {
  page.engine = engine;
});
readDictionary(beside('data/')).then(
  (dictionary) => {
    page.dictionary = dictionary;
  },
  (error: unknown) => notices.show('dictionary', say('translate.no.dictionary'), [reason(error)]),
);
