/** Whether two lists differ in what they hold: a list made anew with the same items is no news. */
export const otherItems = (one: readonly unknown[] | undefined, other: readonly unknown[] | undefined): boolean =>
  one?.length !== other?.length || !!one?.some((item, i) => item !== other?.[i]);
