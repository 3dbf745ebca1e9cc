import type { nothing, TemplateResult } from 'lit';

export type Part = TemplateResult | typeof nothing;
