import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encounterReports, encounters } from '#domain/surveillance/scene/encounters.ts';
import { type Heights, mayBeOneHeight } from '#domain/surveillance/track/heights.ts';
import { type Report, unsaid } from '#domain/surveillance/track/report.ts';
import { createTrackTable, type TrackTable } from '#domain/surveillance/track/track-table.ts';

const t0 = Date.UTC(2026, 10, 27, 8);
const metre = 1 / 111_320;
const east = (metres: number) => (metres * metre) / Math.cos((30.5785 * Math.PI) / 180);

/** On its way east, so many metres north of 30.5785 N 103.9470 E at the start. */
const at = (seconds: number, speedMps: number, northM: number, change: Partial<Report>): Report => ({
  ...unsaid,
  latitude: 30.5785 + northM * metre,
  longitude: 103.947 + east(speedMps * seconds),
  groundSpeedMps: speedMps,
  trackDeg: 90,
  at: t0 + Math.round(seconds * 1000),
  ...change,
});
const flarm = { addressType: 'flarm', trackNumber: 'flarm:2a5c21' } as const;
const drone = { addressType: 'remoteId', trackNumber: '1581F4XYZ' } as const;
const adsb = { icao24: '780ac2', addressType: 'icao' } as const;

interface Heard {
  report: Report;
  sourceId: number;
}

/** Flies what was heard past a table, which is swept once a second; what it shows at the end. */
function shown(heard: readonly Heard[], table: TrackTable = createTrackTable()): string[] {
  let swept = 0;
  for (const { report, sourceId } of [...heard].sort((a, b) => a.report.at - b.report.at)) {
    if (report.at - swept >= 1_000) {
      swept = report.at;
      table.sweep(report.at);
    }
    table.apply(report, sourceId, report.at + 200);
  }
  table.sweep(swept + 1_000);
  return [...table.tracks()].map(({ id }) => id).sort();
}

const seconds = (count: number) => Array.from({ length: count }, (_, i) => i);
const each = (count: number, make: (second: number) => Report, sourceId: number): Heard[] =>
  seconds(count).map((second) => ({ report: make(second), sourceId }));

describe('two aircraft near each other', () => {
  it.each<[name: string, glider: Partial<Report>, other: Partial<Report>]>([
    ['a glider, and a transponder 1,829 m above', { amslAltitudeM: 704 }, { pressureAltitudeM: 2_530 }],
    ['a glider without a height', {}, { pressureAltitudeM: 2_530 }],
    ['a glider and its tug at one height', { amslAltitudeM: 704 }, { pressureAltitudeM: 704 }],
    ['a glider with a height above the ellipsoid', { geometricAltitudeM: 704 }, { pressureAltitudeM: 700 }],
    ['neither with a height', {}, {}],
  ])('%s are two targets', (_name, glider, other) => {
    const heard = [
      ...each(60, (second) => at(second, 33, 0, { ...flarm, ...glider }), 1),
      ...each(60, (second) => at(second + 0.3, 33, 80, { ...adsb, ...other }), 2),
    ];
    expect(shown(heard)).toHaveLength(2);
    // In the other order of appearance too.
    expect(
      shown(heard.filter(({ report, sourceId }) => sourceId === 2 || report.at > t0 + 20_000)),
    ).toHaveLength(2);
    expect(
      shown(heard.filter(({ report, sourceId }) => sourceId === 1 || report.at > t0 + 20_000)),
    ).toHaveLength(2);
  });

  it('a drone beside a helicopter, and one that was not heard for 42 s, are targets of their own', () => {
    const helicopter = each(40, (second) => at(second + 0.4, 8, 60, { ...adsb, pressureAltitudeM: 650 }), 2);
    const beside = each(40, (second) => at(second, 8, 0, { ...drone, geometricAltitudeM: 600 }), 1);
    expect(shown([...beside, ...helicopter])).toHaveLength(2);
    const silent = [{ report: at(0, 12, 0, { ...drone, geometricAltitudeM: 600 }), sourceId: 1 }];
    const other = { ...adsb, icao24: '780ab7', trackDeg: 200, pressureAltitudeM: 620 };
    expect(shown([...silent, { report: at(42, 60, 0, other), sourceId: 2 }])).toHaveLength(2);
  });

  it.each([
    ['flies', 10],
    ['hovers', 0],
  ])(
    'a drone that has not said its name and %s beside a helicopter is a target of its own',
    (_, speedMps) => {
      const nameless = { addressType: 'remoteId', sourceKey: null } as const;
      const helicopter = each(
        60,
        (second) => at(second + 0.4, speedMps, 0, { ...adsb, pressureAltitudeM: 600 }),
        1,
      );
      const beside = each(
        60,
        (second) => at(second, speedMps, 30, { ...nameless, pressureAltitudeM: 620 }),
        2,
      );
      expect(shown([...helicopter, ...beside])).toHaveLength(2);
      expect(shown([...helicopter.filter(({ report }) => report.at > t0 + 20_000), ...beside])).toHaveLength(
        2,
      );
      expect(shown([...helicopter, ...beside.filter(({ report }) => report.at > t0 + 20_000)])).toHaveLength(
        2,
      );
      expect(shown(beside)).toHaveLength(1);
    },
  );

  it('a plot without a name is not of an aircraft that was not heard for 42 s', () => {
    const table = createTrackTable();
    shown(
      each(1, (second) => at(second, 33, 0, { trackNumber: '7', sourceKey: '25/1' }), 1),
      table,
    );
    const late = at(42, 33, 300, { ...adsb });
    expect(table.apply(late, 2, late.at)).toMatchObject({ accepted: true, isNew: true });
  });

  it('one that another receiver hears 2 s later is one target', () => {
    const first = each(30, (second) => at(second, 60, 0, { ...adsb, pressureAltitudeM: 700 }), 1);
    const again = first.map(({ report }) => ({ report: { ...report, at: report.at + 2_000 }, sourceId: 2 }));
    expect(shown([...first, ...again])).toEqual(['780ac2']);
    const glider = each(30, (second) => at(second, 33, 0, { ...flarm, amslAltitudeM: 700 }), 1);
    const other = glider.map(({ report }) => ({
      report: { ...report, latitude: report.latitude + 3 * metre, at: report.at + 400 },
      sourceId: 5,
    }));
    expect(shown([...glider, ...other])).toHaveLength(1);
  });

  it('an aircraft with ADS-B and its plots, without a name or with its code, are one target', () => {
    const own = each(
      60,
      (second) => at(second, 60, 0, { ...adsb, mode3A: '4312', pressureAltitudeM: 700 }),
      1,
    );
    for (const mode3A of [null, '4312']) {
      const plots = seconds(15).map((turn) => ({
        report: at(turn * 4 + 1.3, 60, 40, {
          groundSpeedMps: null,
          trackDeg: null,
          mode3A,
          sourceKey: '25/1',
          pressureAltitudeM: mode3A === null ? null : 700,
        }),
        sourceId: 2,
      }));
      expect(shown([...own, ...plots])).toEqual(['780ac2']);
    }
  });

  it('come apart where a sensor that was taken to see the one sees another', () => {
    const own = each(
      90,
      (second) => at(second, 60, 0, { ...adsb, mode3A: '2000', pressureAltitudeM: 700 }),
      1,
    );
    // Abeam for half a minute, then it goes its own way.
    const other = seconds(22).map((turn) => ({
      report: at(turn * 4 + 1.3, 60, -60 - Math.max(0, turn * 4 - 30) * 40, {
        groundSpeedMps: null,
        trackDeg: null,
        trackNumber: '77',
        sourceKey: '25/1',
      }),
      sourceId: 2,
    }));
    const table = createTrackTable();
    expect(shown([...own, ...other], table)).toHaveLength(2);
    expect(Math.abs((table.byAddress('780ac2')?.latitude ?? 0) - 30.5785)).toBeLessThan(40 * metre);
  });
});

describe('encounters with parallel traffic', () => {
  const flownS = 100;
  it.each(encounters().map((encounter) => [encounter.name, encounter] as const))('%s', (_name, encounter) => {
    const table = createTrackTable();
    const { startMs, reports } = encounterReports(encounter, flownS, 3);
    const { fromS, toS } = encounter.judged ?? { fromS: 60, toS: flownS };
    let next = 0;
    for (let second = 1; second < flownS; second++) {
      const nowMs = startMs + second * 1000;
      for (let one = reports[next]; one && one.receivedAtMs <= nowMs; one = reports[++next]) {
        table.apply(one.report, one.sourceId, one.receivedAtMs);
      }
      table.sweep(nowMs);
      if (second >= fromS && second <= toS) {
        expect(table.size()).toBeGreaterThanOrEqual(encounter.actors.length);
      }
    }
  });
});

describe('whatever they do', () => {
  const identity = fc.constantFrom<Partial<Report>>(
    adsb,
    { icao24: '780ac3', addressType: 'icao' },
    { icao24: null, addressType: 'nonIcao', trackNumber: '~780ac2' },
    flarm,
    { addressType: 'flarm', trackNumber: 'flarm:780ac2' },
    { addressType: 'ogn', trackNumber: 'ogn:2a5c21' },
    drone,
    { addressType: 'terminal', trackNumber: '13900000017' },
  );
  const step = fc.record({
    aheadM: fc.integer({ min: -150, max: 150 }),
    asideM: fc.integer({ min: -150, max: 150 }),
    laterMs: fc.integer({ min: 0, max: 900 }),
    sourceId: fc.integer({ min: 1, max: 3 }),
  });

  it('two that name themselves are two', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(identity, {
          minLength: 2,
          maxLength: 4,
          selector: ({ icao24, trackNumber }) => `${icao24} ${trackNumber}`,
        }),
        fc.array(step, { minLength: 8, maxLength: 25 }),
        fc.option(fc.constantFrom('B7001')),
        fc.option(fc.constantFrom('4312')),
        (identities, steps, callsign, mode3A) => {
          const heard = identities.flatMap((own, i) =>
            steps.map(({ aheadM, asideM, laterMs, sourceId }, second) => ({
              report: at(second + (laterMs + i * 20) / 1000, 40, asideM / (i + 1), {
                longitude: 103.947 + east(40 * second + aheadM / (i + 2)),
                callsign,
                mode3A,
                ...own,
              }),
              // What a station makes up is of that station only.
              sourceId: own.addressType === 'nonIcao' ? 1 : sourceId,
            })),
          );
          expect(shown(heard).length).toBeGreaterThanOrEqual(identities.length);
        },
      ),
      { seed: 30, numRuns: 60 },
    );
  });

  it('two whose heights no weather brings together are two', () => {
    const lowM = fc.integer({ min: 0, max: 3_000 });
    fc.assert(
      fc.property(lowM, fc.integer({ min: 0, max: 3_000 }), fc.boolean(), (low, more, isAbove) => {
        // Pressure above what is true: by 950 hPa and warm air, the geoid, and what is let pass.
        const apartM = 530 + 110 + 200 + 25 + more;
        const highM = Math.ceil((low + apartM) / 0.9) + 1;
        const [amslAltitudeM, pressureAltitudeM] = isAbove ? [low, highM] : [highM, low];
        const named = each(30, (second) => at(second, 40, 0, { ...adsb, pressureAltitudeM }), 1);
        const nameless = each(
          30,
          (second) => at(second + 0.4, 40, 5, { amslAltitudeM, trackNumber: '9', sourceKey: '25/1' }),
          2,
        );
        expect(shown([...named, ...nameless])).toHaveLength(2);
      }),
      { seed: 30, numRuns: 25 },
    );
  });
});

describe('one height', () => {
  const none: Heights = { pressureM: null, geometricM: null, amslM: null };
  it.each<[name: string, one: Partial<Heights>, other: Partial<Heights>, expected: boolean]>([
    ['nothing known', {}, {}, true],
    ['of one only', { pressureM: 9_000 }, {}, true],
    ['of one datum, near', { pressureM: 900 }, { pressureM: 1_000 }, true],
    ['of one datum, far', { pressureM: 900 }, { pressureM: 1_150 }, false],
    ['pressure on a day of 950 hPa', { pressureM: 1_220 }, { amslM: 700 }, true],
    ['pressure on a day of 1050 hPa', { pressureM: 400 }, { amslM: 700 }, true],
    ['pressure, farther than weather', { pressureM: 2_530 }, { amslM: 704 }, false],
    ['the same the other way round', { amslM: 704 }, { pressureM: 2_530 }, false],
    ['the ellipsoid beside', { geometricM: 600 }, { amslM: 700 }, true],
    ['the ellipsoid, farther than the geoid', { geometricM: 600 }, { amslM: 1_000 }, false],
    [
      'one datum agrees, another does not',
      { pressureM: 900, geometricM: 900 },
      { pressureM: 900, geometricM: 1_500 },
      false,
    ],
  ])('%s', (_name, one, other, expected) => {
    expect(mayBeOneHeight({ ...none, ...one }, { ...none, ...other }, 200)).toBe(expected);
    expect(mayBeOneHeight({ ...none, ...other }, { ...none, ...one }, 200)).toBe(expected);
  });
});
