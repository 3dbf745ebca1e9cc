import { find, startPage } from '../shell/start.ts';
import '../styles/learned.css';
import '../styles/ink.css';
import '../styles/chart.css';
import '../styles/codebook.css';
import { openEngine } from '../trained/engine.ts';
import { CodebookPage } from './page.ts';

customElements.define('codebook-page', CodebookPage);

const notices = startPage();
const page = new CodebookPage();
page.notices = notices;
find('.page').append(page);

void openEngine(notices).then((engine) => {
  if (engine) page.engine = engine;
});
