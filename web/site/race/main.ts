import { find, startPage } from '../shell/start.ts';
import '../styles/learned.css';
import '../styles/saying.css';
import '../styles/race.css';
import { beside, openEngine, reason } from '../trained/engine.ts';
import { readDictionary } from '../translate/dictionary.ts';
import { say } from '../words.ts';
import { RacePage } from './page.ts';

customElements.define('race-page', RacePage);

const notices = startPage();
const page = new RacePage();
page.notices = notices;
page.threads = crossOriginIsolated ? navigator.hardwareConcurrency : 1;
page.start = (threads) => openEngine(notices, { threads });
find('.page').append(page);

readDictionary(beside('data/')).then(
  (dictionary) => {
    page.dictionary = dictionary;
  },
  (error: unknown) => notices.show('dictionary', say('translate.no.dictionary'), [reason(error)]),
);
