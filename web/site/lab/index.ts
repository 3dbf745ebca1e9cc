/** Compare, perturb, edit: a chunk of its own, loaded when one of these views is opened. */
import { AttentionLab } from './attention-lab.ts';

export { LabAddress } from './address.ts';
export { AttentionLab };

if (!customElements.get('attention-lab')) customElements.define('attention-lab', AttentionLab);

declare global {
  interface HTMLElementTagNameMap {
    'attention-lab': AttentionLab;
  }
}
