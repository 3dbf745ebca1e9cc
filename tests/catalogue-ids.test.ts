/** Ids stand in links, pages and other people's HTML: what was once there stays there. New ones need no line here. */
import { execFileSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Catalog } from '../web/engine/types.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const published = `
  additive dot general concat location local_m local_p shared_key_value key_value hard scaled_dot_product self_attention
  cross_attention multi_head relative_position slicenet image_local_1d image_local_2d local_block memory_compressed
  feed_forward inner hierarchical
  causal sliding_window strided_sparse global_local attention_sink rotary alibi t5_bias transformer_xl softcap
  multi_query grouped_query multi_head_latent talking_heads differential kv_cache axial induced_set
  sparsemax entmax15 top_k monotonic gumbel_attention
  linear performer linformer retention gated_linear delta_rule gated_delta
  tiled_online_softmax reformer_lsh
  aft cosformer cosine mamba2_ssd
`;

it('every id that was ever published is still in the catalogue', () => {
  const tool = join(root, 'build/native/attention-catalog');
  const catalog = JSON.parse(execFileSync(tool, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })) as Catalog;
  const ids = new Set(catalog.entries.filter(({ kind }) => kind === 'variant').map(({ id }) => id));
  expect(
    published
      .trim()
      .split(/\s+/)
      .filter((id) => !ids.has(id)),
  ).toEqual([]);
});
