import { find, startPage } from '../shell/start.ts';
import '../styles/learned.css';
import '../styles/saying.css';
import '../styles/bottleneck.css';
import { BottleneckPage } from './page.ts';
import { readResult } from './result.ts';

customElements.define('bottleneck-page', BottleneckPage);

startPage();
const page = new BottleneckPage();
page.result = readResult();
find('.page').append(page);
