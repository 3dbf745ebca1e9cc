/** What the static pages need of script: the theme. The figure itself comes with attention-playground.js. */
import './styles/tokens.css';
import './styles/base.css';
import './styles/header.css';
import './styles/article.css';
import './styles/math.css';
import '../generated/math.css';
import { themeButton } from './theme.ts';

const button = document.querySelector<HTMLButtonElement>('[data-action="theme"]');
if (button) themeButton(button);
