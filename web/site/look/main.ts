import { find, startPage } from '../shell/start.ts';
import '../styles/learned.css';
import '../styles/look.css';
import { aboutOf } from '../trained/about.ts';
import { openModels } from '../trained/open.ts';
import { LookPage } from './page.ts';

customElements.define('look-page', LookPage);

const notices = startPage();
const page = new LookPage();
page.notices = notices;
find('.page').append(page);

void openModels({ soft: 'caption_soft', hard: 'caption_hard' }, notices, (kind, { run, manifest }, { catalog }) => {
  page.about = aboutOf(catalog, manifest);
  return page.ready(kind, run, manifest);
});
