/** Wilson's 95 % interval for a share of `wrong` in `all` (Wilson 1927): honest near 0 and 1, where the normal one is not. */
export function wilson(wrong, all) {
  const z = 1.959964;
  const share = wrong / all;
  const centre = (share + (z * z) / (2 * all)) / (1 + (z * z) / all);
  const half = (z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all))) / (1 + (z * z) / all);
  return [centre - half, centre + half];
}
