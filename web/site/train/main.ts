import { find, startPage } from '../shell/start.ts';
import '../styles/learned.css';
import '../styles/chart.css';
import '../styles/train.css';
import { createLearningEngine } from '../../engine/learning/index.ts';
import { say } from '../words.ts';
import { TrainPage } from './page.ts';

customElements.define('train-page', TrainPage);

const notices = startPage();
const page = new TrainPage();
page.notices = notices;
find('.page').append(page);

const start = () => createLearningEngine({ dataBase: new URL('data/', document.baseURI).href });
page.another = start;
start().then(
  (engine) => {
    page.engine = engine;
  },
  (error: unknown) =>
    notices.show('engine', say('train.no.engine'), [error instanceof Error ? error.message : String(error)]),
);
