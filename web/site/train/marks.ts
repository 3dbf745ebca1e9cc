/** How a piece that was said stands to what should have been said. */
export type Mark = 'right' | 'wrong' | 'extra' | 'missing';

/** The fewest changes that make the target of what was said, in reading order; `missing` stands where a piece is left out. */
export const marksOf = <T>(said: readonly T[], target: readonly T[]): Mark[] => {
  const [n, m] = [said.length, target.length];
  const cost = Array.from({ length: n + 1 }, () => new Array<number>(m + 1).fill(0));
  for (let i = n; i >= 0; --i)
    for (let j = m; j >= 0; --j) {
      if (i === n || j === m) cost[i]![j] = n - i + (m - j);
      else
        cost[i]![j] = Math.min(
          cost[i + 1]![j + 1]! + (said[i] === target[j] ? 0 : 1),
          cost[i + 1]![j]! + 1,
          cost[i]![j + 1]! + 1,
        );
    }
  const marks: Mark[] = [];
  for (let [i, j] = [0, 0]; i < n || j < m;) {
    const here = cost[i]![j]!;
    if (i < n && j < m && here === cost[i + 1]![j + 1]! + (said[i] === target[j] ? 0 : 1)) {
      marks.push(said[i++] === target[j++] ? 'right' : 'wrong');
    } else if (i < n && here === cost[i + 1]![j]! + 1) {
      marks.push('extra');
      ++i;
    } else {
      marks.push('missing');
      ++j;
    }
  }
  return marks;
};
