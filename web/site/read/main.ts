import { find, startPage } from '../shell/start.ts';
import '../styles/learned.css';
import '../styles/read.css';
import { aboutOf } from '../trained/about.ts';
import { openModels } from '../trained/open.ts';
import { ReadPage } from './page.ts';

customElements.define('read-page', ReadPage);

const notices = startPage();
const page = new ReadPage();
page.notices = notices;
find('.page').append(page);

void openModels(
  { attention: 'spam_attention', average: 'spam_average' },
  notices,
  (judge, { run, manifest }, { catalog }) => {
    page.about = aboutOf(catalog, manifest);
    return page.ready(judge, run, manifest);
  },
);
