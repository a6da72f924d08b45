import { describe, expect, it } from 'vitest';
import { judge } from '#domain/surveillance/scene/judge.ts';
import { createScene, sources, stateAt } from '#domain/surveillance/scene/scene.ts';
import { gospaM, matchPoints } from '#domain/surveillance/scene/score.ts';
import { judgedTable, nearestNeighbour } from '#domain/surveillance/scene/trackers.ts';
import { createTrackTable } from '#domain/surveillance/track/track-table.ts';

const scene = createScene({ seed: 4, aircraft: 60, crossings: 6, seconds: 200 });

describe('tracks of a scene with three radars, multilateration and ADS-B', () => {
  const table = createTrackTable();
  const ours = judge(scene, judgedTable(scene.plane, table), 50);
  const plain = judge(scene, nearestNeighbour(scene.plane), 50);

  it('are one for each aircraft', () => {
    expect(ours.oneTrack).toBeGreaterThan(0.985);
  });

  it('keep to their aircraft where two pass each other at a nautical mile', () => {
    expect(ours.swapsAtCrossings).toBe(0);
  });

  it('are nearer to the truth than the best single source', () => {
    expect(ours.errorM / ours.bestSourceM).toBeLessThan(0.7);
    expect(ours.gospaM).toBeLessThan(0.6 * plain.gospaM);
  });

  it('free the radars from their biases', () => {
    for (const { sourceId, sourceKey, biasM, biasRad } of scene.radars) {
      const bias = table.radarBias(sourceId, sourceKey);
      expect(bias?.samples).toBeGreaterThan(100);
      expect(bias?.rangeM).toBeGreaterThan(biasM - 15);
      expect(bias?.rangeM).toBeLessThan(biasM + 15);
      expect(Math.abs((bias?.azimuthRad ?? 1) - biasRad)).toBeLessThan(0.000_4);
    }
    expect(table.radarBias(sources.radar, 'another')).toBeNull();
  });
});

describe('the scene', () => {
  it('is the same in every run of one seed', () => {
    const again = createScene({ seed: 4, aircraft: 60, crossings: 6, seconds: 200 });
    expect(again.reports.at(-1)).toEqual(scene.reports.at(-1));
    expect(again.reports).toHaveLength(scene.reports.length);
  });

  it('has pairs that pass each other at one nautical mile', () => {
    for (let pair = 0; pair < scene.crossing; pair += 2) {
      const [first, second] = [scene.flights[pair], scene.flights[pair + 1]];
      const distances = Array.from({ length: 1_990 }, (_, i) => {
        const a = first && stateAt(first, i / 10);
        const b = second && stateAt(second, i / 10);
        return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : Number.NaN;
      });
      expect(Math.min(...distances)).toBeCloseTo(1852, -1);
    }
  });
});

describe('GOSPA', () => {
  const here = { x: 0, y: 0 };
  it.each([
    ['nothing wrong', [here], [here], 0],
    ['an error', [here], [{ x: 3, y: 4 }], 5],
    ['one missed', [here], [], Math.sqrt(5_000)],
    ['one false', [], [here], Math.sqrt(5_000)],
    ['one missed and one false, too far from each other', [here], [{ x: 150, y: 0 }], 100],
  ])('%s', (_name, truths, tracks, metres) => {
    expect(gospaM(truths, tracks, 100)).toBeCloseTo(metres, 9);
  });

  it('pairs so that the whole costs least, not the nearest first', () => {
    const truths = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
    ];
    const tracks = [
      { x: 9, y: 0 },
      { x: 19, y: 0 },
    ];
    const { pairs } = matchPoints(truths, tracks, 50);
    expect(pairs.map(({ truth, track }) => [truth, track])).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });
});
