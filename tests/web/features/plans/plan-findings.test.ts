import { describe, expect, test, vi } from 'vitest';
import type { FindingView } from '#contract/finding-view.ts';
import type { Suggestion } from '#contract/plans/plan-output.ts';
import { inverse } from '#domain/geo/geodesy.ts';
import type { FindingShape } from '#domain/plans/findings.ts';
import { planVariant } from '#web/features/plans/editor-variant.ts';
import { findingFeatures, sectionItems } from '#web/features/plans/finding-shapes.ts';
import { standingVariant } from '#web/features/plans/standing/standing-form.ts';

// Before the imports: preferences are read from cookies as soon as they are loaded.
vi.hoisted(() => vi.stubGlobal('document', { cookie: '', documentElement: {} }));

const amsl = (value: number) => ({ value, unit: 'm' as const, reference: 'AMSL' as const });
const shape = (change: Partial<FindingShape> = {}): FindingShape => ({
  geometry: {
    type: 'LineString',
    coordinates: [
      [104, 31],
      [104.1, 31],
    ],
  },
  marginM: 500,
  lower: amsl(900),
  upper: amsl(1_200),
  from: '2026-11-21T02:00:00Z',
  to: '2026-11-21T03:00:00Z',
  ...change,
});
const met = (change: Partial<FindingView> = {}): FindingView => ({
  level: 'error',
  code: 'conflict.plan',
  rule: '',
  field: 'tasks.0.geometry',
  message: '',
  with: { resource: 'plan', id: 7, label: 'FP7' },
  shape: shape(),
  altitudeCompared: null,
  ...change,
});

describe('what a plan meets, on the map', () => {
  test('a route and a point have their whole extent', () => {
    const point = shape({ geometry: { type: 'Point', coordinates: [104, 31] }, marginM: 1_000 });
    const [corridor, disc] = findingFeatures([
      met(),
      met({ with: { resource: 'plan', id: 8, label: 'FP8' }, shape: point }),
    ]);
    expect(corridor).toMatchObject({ id: 'met-plan-7', kind: 'conflict', name: 'FP7' });
    expect(corridor?.geometry.type).toBe('Polygon');
    if (disc?.geometry.type !== 'Polygon') throw new Error('a disc is an area');
    for (const [longitude = 0, latitude = 0] of disc.geometry.coordinates[0] ?? []) {
      const { distanceM } = inverse({ longitude: 104, latitude: 31 }, { longitude, latitude });
      expect(distanceM).toBeCloseTo(1_000, 1);
    }
  });

  test('two sorties of one plan are both drawn, the same air once, and nothing that has no extent', () => {
    const other = shape({ marginM: 800 });
    const ids = findingFeatures([
      met(),
      met({ level: 'warning', field: 'tasks.1.geometry' }),
      met({ shape: other }),
      met({ shape: null }),
      met({ with: null }),
    ]).map(({ id }) => id);
    expect(ids).toEqual(['met-plan-7', 'met-plan-7-1']);
  });
});

test('in the vertical section the own sorties stand beside what they meet, what refuses told from what warns', () => {
  const airspace = { resource: 'airspace', id: 3, label: 'ZU(D)3' };
  const items = sectionItems(
    [{ callsign: 'B10QA', lower: amsl(800), upper: amsl(1_000), etd: 'a', eta: 'b' }, {}],
    [met({ level: 'warning', with: airspace }), met()],
  );
  expect(items.map(({ key, tone, label }) => [key, tone, label])).toEqual([
    ['own-0', 'own', 'B10QA'],
    ['plan-7', 'conflict', 'FP7'],
    ['airspace-3', 'airspace', 'ZU(D)3'],
  ]);
});

describe('a suggestion that is taken', () => {
  const time: Suggestion = {
    kind: 'time',
    task: 0,
    etd: '2026-11-21T04:05:00.000Z',
    eta: '2026-11-21T05:00:00.000Z',
    message: '',
  };
  const level: Suggestion = { kind: 'level', task: 0, lower: amsl(1_200), upper: amsl(1_500), message: '' };
  const task = { callsign: 'B10QA', lower: amsl(900), upper: amsl(1_200) };
  test('changes the times or the limits of its sortie, and nothing else', () => {
    expect(planVariant.taskWith(task, time)).toEqual({ ...task, etd: time.etd, eta: time.eta });
    expect(planVariant.taskWith(task, level)).toEqual({ ...task, lower: amsl(1_200), upper: amsl(1_500) });
  });
  test('of a standing plan it is a time of day', () => {
    expect(standingVariant.taskWith(task, time)).toEqual({ ...task, departs: '1205', arrives: '1300' });
    expect(standingVariant.taskWith(task, level)).toMatchObject({ upper: amsl(1_500) });
  });
});
