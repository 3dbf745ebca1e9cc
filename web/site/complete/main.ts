import { find, startPage } from '../shell/start.ts';
import '../styles/learned.css';
import '../styles/ink.css';
import '../styles/complete.css';
import { openEngine } from '../trained/engine.ts';
import { CompletePage } from './page.ts';

customElements.define('complete-page', CompletePage);

const notices = startPage();
const page = new CompletePage();
page.notices = notices;
find('.page').append(page);

void openEngine(notices).then((engine) => {
  page.engine = engine;
});
