import { find, startPage } from '../shell/start.ts';
import '../styles/learned.css';
import '../styles/saying.css';
import '../styles/parallel.css';
import { openEngine } from '../trained/engine.ts';
import { ParallelPage } from './page.ts';

customElements.define('parallel-page', ParallelPage);

const notices = startPage();
const page = new ParallelPage();
page.notices = notices;
find('.page').append(page);

void openEngine(notices).then((engine) => {
  page.engine = engine;
});
