/** Milliseconds as they stand on the page: as many figures as the clock is worth. */
export const shownTime = (milliseconds: number): string =>
  `${milliseconds >= 100 ? milliseconds.toFixed(0) : milliseconds >= 10 ? Number(milliseconds.toFixed(1)) : Number(milliseconds.toFixed(2))} ms`;
