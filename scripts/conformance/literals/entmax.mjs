// Vectors and properties of the sparse relatives of the softmax. Properties are sentences; each is tried on rows of
// numbers that are the same at every run.
import { LeftOut, wantKnown } from '../left-out.mjs';
import { Program } from '../program.mjs';
import { budgeted, entmaxBisect, farBelow, normmax } from '../sparse.mjs';

export const recognises = (file) => Array.isArray(file.cases) && file.cases.some((one) => one.f && one.x && one.p);

const sparsemax = (p, x) => p.sparsemax(x);
const entmax15 = (p, x) => p.entmax15(x);
const functions = {
  softmax: (p, x) => p.softmax(x),
  sparsemax,
  entmax15,
  sparsemax_bisect: (p, x) => entmaxBisect(p, x, 2),
  entmax_bisect: (p, x, { alpha = 1.5 }) => entmaxBisect(p, x, alpha),
  normmax: (p, x, { alpha = 2 }) => normmax(p, x, alpha),
  budget: (p, x, { budget, alpha }) => budgeted(p, x, budget, alpha),
};
const others = { normmax_bisect: 'normmax', budget_bisect: 'budget', entmax: 'entmax_bisect' };

const numbers = (values) => values.map((value) => (value === '-inf' || value === -Infinity ? farBelow : Number(value)));

const evaluate = async (one, engine) => {
  wantKnown(one, ['f', 'alpha', 'budget', 'x', 'p', 'tol']);
  const make = functions[others[one.f] ?? one.f];
  if (!make) throw new LeftOut(`"${one.f}" is none of ${Object.keys(functions).join(', ')}`);
  if (one.alpha <= 1) throw new LeftOut('alpha up to 1 has no sparse weights');
  const rows = Array.isArray(one.x[0]) ? one.x : [one.x];
  const program = new Program();
  const x = program.tensor(['query', 'key'], [rows.length, rows[0].length], rows.flatMap(numbers));
  const [got] = await program.run(engine, [make(program, x, one)]);
  const data = [one.p].flat(Infinity);
  // 1e-7 is allowed to the sum of a row's squared errors; here each has its part of it.
  const tolerance = Math.sqrt(1e-7 / rows[0].length);
  return [{ expected: { name: 'p', shape: got.shape, data, tolerance }, got }];
};

const count = { rows: 16, columns: 10 };
/** Numbers between -2 and 2 that follow no pattern. */
const someRows = () =>
  Float32Array.from({ length: count.rows * count.columns }, (_, i) => (((i + 1) * 0.7548776662466927) % 1) * 4 - 2);

const given = (program, data) => program.tensor(['query', 'key'], [count.rows, count.columns], data);
// Both ways work on 24 bits; the halved interval and the powers leave some of the last to chance.
const alike = 2e-6;

const agree = (one, other) => async (engine) => {
  const program = new Program();
  const x = given(program, someRows());
  const [left, right] = await program.run(engine, [one(program, x), other(program, x)]);
  return [{ expected: { name: 'weights', ...left, tolerance: alike }, got: right }];
};

const normalisers = [sparsemax, entmax15, (p, x) => entmaxBisect(p, x, 2), (p, x) => entmaxBisect(p, x, 1.5)];

/** Every third entry hidden, against rows without it. */
const hiddenCountNothing = async (engine) => {
  const values = someRows();
  const hidden = (i) => (i % count.columns) % 3 === 0;
  const kept = values.filter((_, i) => !hidden(i));
  const columns = kept.length / count.rows;
  const compared = [];
  for (const make of normalisers) {
    const program = new Program();
    const all = make(
      program,
      given(
        program,
        values.map((value, i) => (hidden(i) ? farBelow : value)),
      ),
    );
    const rest = make(program, program.tensor(['query', 'key'], [count.rows, columns], kept));
    const [got, alone] = await program.run(engine, [all, rest]);
    const where = [...got.data.keys()];
    const zeros = where.filter(hidden).map((i) => got.data[i]);
    const others = where.filter((i) => !hidden(i)).map((i) => got.data[i]);
    compared.push(
      {
        expected: { name: 'hidden', shape: [zeros.length], data: zeros.map(() => 0), tolerance: 0 },
        got: { shape: [zeros.length], data: zeros },
      },
      { expected: { name: 'others', ...alone, tolerance: alike }, got: { shape: alone.shape, data: others } },
    );
  }
  return compared;
};

/** Fenchel-Young losses p x + (1 - sum p^alpha) / (alpha (alpha - 1)) - x_y, for every y. */
const lossesArePositive = async (engine) => {
  const compared = [];
  for (const [make, alpha] of [
    [sparsemax, 2],
    [entmax15, 1.5],
  ]) {
    const program = new Program();
    const x = given(program, someRows());
    const p = make(program, x);
    const entropy = program.scale(
      program.plus(program.scale(program.sum(program.power(p, alpha), 'key'), -1), 1),
      1 / (alpha * (alpha - 1)),
    );
    const best = program.add(program.sum(program.multiply(p, x), 'key'), entropy);
    const below = program.map(program.minus(x, best), 'relu');
    const [got] = await program.run(engine, [below]);
    compared.push({
      expected: { name: `below 0, alpha ${alpha}`, shape: got.shape, data: got.data.map(() => 0), tolerance: alike },
      got,
    });
  }
  return compared;
};

/** By a pattern of the sentence. */
const properties = [
  [/^sparsemax exact == bisection/, agree(sparsemax, (p, x) => entmaxBisect(p, x, 2))],
  [/^entmax15 exact == bisection/, agree(entmax15, (p, x) => entmaxBisect(p, x, 1.5))],
  [/^-inf entries get exactly 0/, hiddenCountNothing],
  [/^budget\(1\) ?== ?sparsemax/, agree(sparsemax, (p, x) => budgeted(p, x, 1))],
  [/^losses >= 0/, lossesArePositive],
];
const reasons = [
  [/^gradcheck/, 'a program has no gradients; the tests of the ops in C++ check theirs against differences'],
  [/top-k/, 'the core sorts all that can weigh anything: there is no k to choose'],
];

const propertyCase = (sentence) => {
  const run = properties.find(([pattern]) => pattern.test(sentence))?.[1];
  const leftOut = reasons.find(([pattern]) => pattern.test(sentence))?.[1] ?? 'the property is not understood';
  return { id: sentence, ...(run ? { run } : { leftOut }) };
};

const idOf = ({ id, f, alpha, budget }, i) =>
  id ?? [i + 1, f, alpha && `alpha ${alpha}`, budget && `budget ${budget}`].filter(Boolean).join(' ');

export const cases = (file) => [
  ...file.cases.map((one, i) => ({ id: idOf(one, i), run: (engine) => evaluate(one, engine) })),
  ...(file.properties ?? []).map(propertyCase),
];
