/** Seeds are whole numbers from 0 to this: 32 bits, short enough for a link. */
export const largestSeed = 0xffffffff;
