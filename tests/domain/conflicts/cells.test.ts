import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CellLock, cellLocks, crewLocks } from '#domain/conflicts/cells.ts';
import { conflictOf, defaultBuffers, type Volume4d } from '#domain/conflicts/strategic.ts';
import { direct } from '#domain/geo/geodesy.ts';

const dayMs = 86_400_000;
const volume = fc
  .record({
    longitude: fc.double({ min: 179, max: 181, noNaN: true }),
    latitude: fc.oneof(
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.double({ min: 88, max: 90, noNaN: true }),
    ),
    bearing: fc.integer({ min: 0, max: 359 }),
    lengthM: fc.constantFrom(0, 5_000, 300_000, 4_000_000),
    marginM: fc.constantFrom(10, 40_000),
    from: fc.integer({ min: -2, max: 2 }),
    days: fc.constantFrom(0.01, 1, 40),
    always: fc.boolean(),
  })
  .map(({ longitude, latitude, bearing, lengthM, marginM, from, days, always }): Volume4d => {
    const east = ((longitude + 540) % 360) - 180;
    const end = direct({ longitude: east, latitude }, bearing, lengthM);
    return {
      owner: { resource: 'plan', id: 1, label: '' },
      part: 0,
      footprint:
        lengthM === 0
          ? { type: 'Point', coordinates: [east, latitude] }
          : {
              type: 'LineString',
              coordinates: [
                [east, latitude],
                [end.longitude, end.latitude],
              ],
            },
      marginM,
      lower: null,
      upper: null,
      from: always ? null : from * dayMs,
      to: always ? null : from * dayMs + days * dayMs,
    };
  });

test('two volumes that meet have a lock in common that one of them takes alone', () => {
  fc.assert(
    fc.property(volume, volume, (a, b) => {
      const options = { ...defaultBuffers, horizontalBufferM: 100, timeBufferMs: 60_000 };
      if (!conflictOf(a, b, options)) return;
      const theirs = new Map(cellLocks([b], options).map(({ key, shared }) => [key, shared]));
      const meets = ({ key, shared }: CellLock) => theirs.has(key) && !(shared && theirs.get(key));
      expect(cellLocks([a], options).some(meets)).toBe(true);
    }),
    { numRuns: 400, seed: 20261124 },
  );
});

test('everybody takes locks in one order, each once, the crew last', () => {
  fc.assert(
    fc.property(fc.array(volume, { minLength: 1, maxLength: 4 }), (volumes) => {
      const locks = [
        ...cellLocks(volumes, defaultBuffers),
        ...crewLocks({ aircraft: [9, 3, 9], pilots: [4] }),
      ].map(({ key }) => key);
      expect(locks).toEqual([...new Set(locks)].sort((a, b) => (a < b ? -1 : 1)));
    }),
    { numRuns: 100, seed: 20261125 },
  );
});
