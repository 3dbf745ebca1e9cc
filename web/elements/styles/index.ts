import { base } from './base.ts';
import { derivation } from './derivation.ts';
import { foot } from './foot.ts';
import { forced } from './forced.ts';
import { intro } from './intro.ts';
import { marks } from './marks.ts';
import { parameters } from './parameters.ts';
import { print } from './print.ts';
import { rail } from './rail.ts';
import { stage } from './stage.ts';
import { tokens } from './tokens.ts';

export const styles = [tokens, base, intro, rail, stage, marks, derivation, parameters, foot, forced, print];
