import { afterAll, beforeAll, expect, test } from 'vitest';
import { box } from '#tests/domain/airspace/extents.ts';
import { type AirspaceWorld, agl, startAirspaceWorld } from '#tests/support/airspace-world.ts';

/** Who approves (Order 371, art. 8), over the boundaries of the demo. */

let air: AirspaceWorld;
beforeAll(async () => {
  air = await startAirspaceWorld();
}, 120_000);
afterAll(() => air.close());

interface Check {
  proposedLevel: string | null;
  levelText: string;
  authority: { name: string } | null;
  findings: { level: string; with: { id: number; label: string } | null }[];
}

const drawn = (...ends: Parameters<typeof box>) => ({
  shape: 'polygon',
  center: null,
  radiusM: null,
  geometry: box(...ends),
});

test.each<[string, object, string, string | undefined]>([
  ['inside an aerodrome', drawn(104.31, 30.93, 104.34, 30.96), 'aerodrome', 'Guanghan aerodrome airspace'],
  [
    'out of it, inside the approach',
    drawn(104.31, 30.93, 104.6, 30.96),
    'subZone',
    'Chengdu approach control area (demo boundary)',
  ],
  ['out of the approach', drawn(104.9, 30.9, 105.3, 31), 'zone', 'Chengdu control area (demo boundary)'],
  [
    'out of area control, inside the region',
    drawn(105.4, 30, 106.4, 30.1),
    'zone',
    'Kunming FIR (demo boundary)',
  ],
  ['over two regions', drawn(104.5, 33, 105, 33.8), 'betweenZones', undefined],
])('an extent %s is proposed to its body', async (_, extent, level, authority) => {
  const check = await air.done<Check>('operator', 'CheckErrors', air.draft(extent));
  expect([check.proposedLevel, check.authority?.name]).toEqual([level, authority]);
});

test('what bounds a responsibility stands in nobody’s way', async () => {
  const { items } = (await air.world.records.list(air.world.admin, 'airspace', {
    start: 0,
    end: 10,
    sort: [],
    search: undefined,
    trash: 'without',
    count: 'none',
    filter: { field: 'kind', operator: 'in', value: ['tma', 'cta', 'fir'] },
  })) as { items: { id: number }[] };
  const bounds = new Set(items.map(({ id }) => id));
  expect(bounds.size).toBe(4);
  // Below the approach, within area control and the region: nothing is said of them.
  const low = { ...drawn(103.3, 31.25, 103.35, 31.3), lower: agl(0), upper: agl(300) };
  const { findings } = await air.done<Check>('operator', 'CheckErrors', air.draft(low));
  expect(findings.filter((finding) => finding.with && bounds.has(finding.with.id))).toEqual([]);
  // No plan meets them in the air.
  const { demo, operator, call } = air.world;
  const plan = (await call(operator, 'Navigation/CheckErrors', {
    missionType: demo.missionTypes.get('PATROL') ?? 0,
    tasks: [
      {
        callsign: 'B10QA',
        aircraft: demo.aircraft.get('B-10QA') ?? 0,
        pilots: [demo.pilots.get('高翔') ?? 0],
        departure: demo.airports.get('ZUGH|') ?? 0,
        destination: demo.airports.get('ZUGH|') ?? 0,
        etd: air.iso(3),
        eta: air.iso(3.05),
        geometry: box(103.3, 31.25, 103.35, 31.3),
        lower: agl(0),
        upper: { value: 2000, unit: 'm', reference: 'AMSL' },
      },
    ],
  })) as Check;
  expect(plan.findings.filter((finding) => finding.with && bounds.has(finding.with.id))).toEqual([]);
});
