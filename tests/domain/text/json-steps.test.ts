import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInSteps } from '#domain/text/json-steps.ts';

/** The value, and how many steps it took. */
function read(text: string): { value: unknown; steps: number } {
  const reading = parseInSteps(text);
  for (let steps = 0; ; steps++) {
    const step = reading.next();
    if (step.done) return { value: step.value, steps };
  }
}
/** Longer than what is read at one go. */
const long = (text: string) => text + ' '.repeat(140_000);
const outcome = (parse: () => unknown) => {
  try {
    return { value: parse() };
  } catch (error) {
    return { error: error instanceof SyntaxError };
  }
};

test('a long document is the same as JSON.parse gives, and is read in steps', () => {
  const document = {
    now: 1,
    a: Array.from({ length: 20_000 }, (_, i) => ({
      h: `x"\\${i}`,
      la: i / 7,
      q: [1, { b: null }],
      t: '],}:{[',
    })),
    text: 'y'.repeat(200_000),
    deep: { deeper: { list: Array.from({ length: 50_000 }, (_, i) => i) } },
  };
  for (const text of [JSON.stringify(document), JSON.stringify(document, null, 2)]) {
    const { value, steps } = read(text);
    expect(value).toEqual(document);
    expect(steps).toBeGreaterThan(10);
  }
});

test('whatever is JSON is read alike, and what is none is refused alike', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 5 }),
      fc.nat(),
      fc.constantFrom('', ',', ']', '}', '"', '\\', ':', 'x'),
      (json, place, more) => {
        const at = place % (json.length + 1);
        for (const text of [
          json,
          json.slice(0, at) + more + json.slice(at),
          json.slice(0, at) + json.slice(at + 1),
        ]) {
          expect(outcome(() => read(long(text)).value)).toEqual(outcome(() => JSON.parse(text)));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a name that every object answers to is a name, and the last of two counts', () => {
  const text = long('{"__proto__":{"x":1},"a":1,"a":2,"constructor":3}');
  const { value } = read(text);
  expect(Object.entries(value as object)).toEqual(Object.entries(JSON.parse(text)));
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});
