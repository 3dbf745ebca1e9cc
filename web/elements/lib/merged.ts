/** One record over another; what is undefined in the upper one is gone from both. */
export const merged = <T extends object>(lower: T, upper: { [K in keyof T]?: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries({ ...lower, ...upper }).filter(([, value]) => value !== undefined)) as T;
