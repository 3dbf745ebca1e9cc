/** Keeps the last result while its inputs are the same, so that pieces can tell news from repetition. */
export const memo = <A extends readonly unknown[], R>(make: (...inputs: A) => R): ((...inputs: A) => R) => {
  let last: { inputs: A; result: R } | undefined;
  return (...inputs) => {
    if (!last?.inputs.every((one, i) => Object.is(one, inputs[i]))) last = { inputs, result: make(...inputs) };
    return last.result;
  };
};
