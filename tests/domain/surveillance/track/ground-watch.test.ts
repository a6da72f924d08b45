import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGroundWatch, type GroundSample } from '#domain/surveillance/track/ground-watch.ts';

/** One sample a second: g on the ground, a in the air, h hovering (the bit of the air, no speed), f the bit of the ground at speed. */
function samples(course: string): GroundSample[] {
  return [...course].map((letter, index) => ({
    at: index * 1000,
    onGround: letter === 'g' || letter === 'f',
    groundSpeedMps: letter === 'a' || letter === 'f' ? 50 : letter === 'g' ? 5 : 1,
  }));
}

function phases(course: string): string[] {
  const watch = createGroundWatch();
  const seen: string[] = [];
  for (const sample of samples(course)) {
    const now = watch.observe(sample);
    const phase = now ? `${now.phase} ${now.since / 1000}` : '-';
    if (seen.at(-1) !== phase) seen.push(phase);
  }
  return seen;
}

describe('take-off and landing by the samples', () => {
  test.each([
    ['gggg', ['-', 'ground 0']],
    ['ggggaaaa', ['-', 'ground 0', 'air 4']],
    ['aaaagggg', ['-', 'air 0', 'ground 4']],
    // One bad bit is no take-off, and a touch on the runway no landing.
    ['ggggaggg', ['-', 'ground 0']],
    ['aaaaggaaaa', ['-', 'air 0']],
    ['ggggaagaa', ['-', 'ground 0', 'air 4']],
    // A hover and a wrong bit are neither.
    ['gggghhhhhh', ['-', 'ground 0']],
    ['aaaaffffff', ['-', 'air 0']],
    ['hhhh', ['-']],
  ])('%s', (course, seen) => {
    expect(phases(course)).toEqual(seen);
  });

  test('the same report seen again counts once', () => {
    const watch = createGroundWatch();
    const [first] = samples('a');
    if (!first) throw new Error('there is one');
    for (let i = 0; i < 10; i++) expect(watch.observe(first)).toBeNull();
  });

  test('no phase is said that fewer than three of the last four samples show', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('g', 'a', 'h', 'f'), { maxLength: 40 }), (letters) => {
        const watch = createGroundWatch();
        let before: string | null = null;
        letters.forEach((_, index) => {
          const sample = samples(letters.join(''))[index];
          const now = sample && watch.observe(sample);
          if (!now || now.phase === before) return;
          before = now.phase;
          const letter = now.phase === 'air' ? 'a' : 'g';
          const agreeing = letters.slice(Math.max(0, index - 3), index + 1).filter((one) => one === letter);
          expect(agreeing.length).toBeGreaterThanOrEqual(3);
        });
      }),
    );
  });
});
