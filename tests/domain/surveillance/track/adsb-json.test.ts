import { describe, expect, it } from 'vitest';
import { readAdsbRow } from '#domain/surveillance/track/adsb-json.ts';
import { defaultTrackLimits } from '#domain/surveillance/track/limits.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import type { Refusal } from '#domain/surveillance/track/track.ts';
import { createTrackTable } from '#domain/surveillance/track/track-table.ts';
import { hasRecording, readAdsbJson, readRecordedText } from '#tests/support/recordings.ts';

const row = {
  timestamp: 1_551_257_473_000,
  icao24: '39016D',
  callsign: 'FGALN ',
  latitude: 49.4,
  longitude: 2.2,
  altitude: 2700,
  geoaltitude: 2800,
  groundspeed: 100,
  track: 77,
  vertical_rate: -600,
};

describe('a row of recorded ADS-B', () => {
  it('becomes a report', () => {
    const read = readAdsbRow(row);
    expect(read).toMatchObject({
      receivedAtMs: row.timestamp,
      report: {
        icao24: '39016d',
        callsign: 'FGALN',
        latitude: 49.4,
        trackDeg: 77,
        onGround: null,
        mode3A: null,
        at: row.timestamp,
      },
    });
    const report = typeof read === 'string' ? undefined : read.report;
    expect(report?.pressureAltitudeM).toBeCloseTo(822.96, 6);
    expect(report?.geometricAltitudeM).toBeCloseTo(853.44, 6);
    expect(report?.groundSpeedMps).toBeCloseTo(51.444, 3);
    expect(report?.verticalRateMps).toBeCloseTo(-3.048, 6);
  });

  const values: [name: string, change: Record<string, unknown>, report: Partial<Report>][] = [
    ['the time of a held position', { last_position: row.timestamp - 8_000 }, { at: row.timestamp - 8_000 }],
    ['no time of position from the future', { last_position: row.timestamp + 1 }, { at: row.timestamp }],
    ['the time of a position of another hour', { last_position: 5 }, { at: 5 }],
    ['a squawk that lost its zero', { squawk: 255 }, { mode3A: '0255' }],
    ['a squawk', { squawk: '7700' }, { mode3A: '7700' }],
    ['no squawk that is none', { squawk: 'nan' }, { mode3A: null }],
    ['ground', { onground: true }, { onGround: true }],
    ['a full turn as north', { track: 360 }, { trackDeg: 0 }],
    [
      'no altitude of text',
      { altitude: 'ground', geoaltitude: null },
      { pressureAltitudeM: null, geometricAltitudeM: null },
    ],
    ['no callsign with a lost character', { callsign: 'AB?C' }, { callsign: null }],
  ];
  it.each(['nan', '2026-11-27T07:29:00Z', -1, row.timestamp + 3_600_000])(
    'a position is rejected of which the time %j cannot be read: it would count as new with each row',
    (last_position) => {
      expect(readAdsbRow({ ...row, last_position })).toBe('track.adsbJson.timestamp');
    },
  );

  it('the time of a held position may be a text', () => {
    const read = readAdsbRow({ ...row, last_position: String(row.timestamp - 8_000) });
    expect(read).toMatchObject({ report: { at: row.timestamp - 8_000 } });
  });

  it('a position that is held longer than a track lives is none', () => {
    const table = createTrackTable();
    const apply = (heldMs: number) => {
      const read = readAdsbRow({ ...row, last_position: row.timestamp - heldMs });
      return typeof read === 'string' ? read : table.apply(read.report, 1, row.timestamp);
    };
    expect(apply(defaultTrackLimits.dropAfterMs)).toMatchObject({ accepted: false, reason: 'stale' });
    expect(apply(3_600_000)).toMatchObject({ accepted: false, reason: 'stale' });
    expect(table.size()).toBe(0);
    expect(apply(defaultTrackLimits.dropAfterMs - 1)).toMatchObject({ accepted: true });
  });

  it.each(values)('%s', (_name, change, report) => {
    expect(readAdsbRow({ ...row, ...change })).toMatchObject({ report });
  });

  const errors: [name: string, row: unknown, reason: string][] = [
    ['no row', null, 'track.adsbJson.notRow'],
    ['a list', [1], 'track.adsbJson.notRow'],
    ['no time', { ...row, timestamp: '2019' }, 'track.adsbJson.timestamp'],
    ['no latitude', { ...row, latitude: null }, 'track.adsbJson.position'],
    ['a longitude beyond 180°', { ...row, longitude: 181 }, 'track.adsbJson.position'],
    ['no identity', { ...row, icao24: '39016', callsign: '' }, 'track.adsbJson.identity'],
  ];
  it.each(errors)('%s is refused', (_name, bad, reason) => {
    expect(readAdsbRow(bad)).toBe(reason);
  });

  it('is refused alone, and the others come in order of reception', () => {
    const text = JSON.stringify([
      { ...row, timestamp: 3000 },
      7,
      { ...row, timestamp: 1000 },
      { ...row, latitude: 99 },
    ]);
    const read = readAdsbJson(text);
    for (const length of [1, 7, 64]) expect(readAdsbJson(text, length)).toEqual(read);
    expect(read.ok && read.reports.map(({ receivedAtMs }) => receivedAtMs)).toEqual([1000, 3000]);
    expect(read.ok && read.rejected).toEqual([
      { row: 1, reason: 'track.adsbJson.notRow' },
      { row: 3, reason: 'track.adsbJson.position' },
    ]);
    expect(readAdsbJson('[{')).toEqual({ ok: false, reason: 'track.adsbJson.notJson' });
    expect(readAdsbJson(' [ ] ')).toEqual({ ok: true, reports: [], rejected: [] });
    for (const broken of ['[1] 2', '[1,]', '[,1]', '[1}', '[{"a":1]', '', `["${'x'.repeat(200_000)}"]`]) {
      expect(readAdsbJson(broken), broken.slice(0, 20)).toEqual({
        ok: false,
        reason: 'track.adsbJson.notJson',
      });
    }
    expect(readAdsbJson('{"a":1}')).toEqual({ ok: false, reason: 'track.adsbJson.notArray' });
  });
});

describe.runIf(hasRecording('adsb/noisy_landing.json.gz'))('a landing with bad positions', () => {
  // Read in the tests: the body of a describe runs even where it is skipped.
  const recorded = () => {
    const read = readAdsbJson(readRecordedText('adsb/noisy_landing.json.gz'));
    return read.ok ? read.reports : [];
  };

  /** Everything refused, and every altitude shown, on the way down. */
  function land(change: (report: Report, receivedAtMs: number) => Report) {
    const table = createTrackTable();
    const refused: Partial<Record<Refusal, number>> = {};
    const altitudesM: number[] = [];
    for (const { receivedAtMs, report } of recorded()) {
      const applied = table.apply(change(report, receivedAtMs), 1, receivedAtMs);
      if (applied.accepted) altitudesM.push(applied.track.pressureAltitudeM ?? Number.NaN);
      else if (applied.reason !== 'pending') refused[applied.reason] = (refused[applied.reason] ?? 0) + 1;
    }
    return { refused, highestM: Math.max(...altitudesM), tracks: table.size() };
  }

  it('takes a held position once, and never an altitude that nothing can have climbed to', () => {
    const reports = recorded();
    expect(reports).toHaveLength(848);
    expect(Math.max(...reports.map(({ report }) => report.pressureAltitudeM ?? 0))).toBeGreaterThan(9_000);
    const { refused, highestM, tracks } = land((report) => report);
    expect(tracks).toBe(1);
    expect(refused.duplicate).toBeGreaterThan(50);
    expect(highestM).toBeLessThan(4_400);
  });

  it('refuses the leaps where a held position is given out as new', () => {
    const { refused } = land((report, receivedAtMs) => ({ ...report, at: receivedAtMs }));
    const { leap = 0, outlier = 0, ...others } = refused;
    expect(others).toEqual({});
    expect(leap + outlier).toBeGreaterThan(0);
    expect(leap + outlier).toBeLessThan(40);
  });
});

describe.runIf(hasRecording('adsb/switzerland.json.gz'))('a day over Switzerland', () => {
  it('has 842 aircraft, each a track of its own', () => {
    const read = readAdsbJson(readRecordedText('adsb/switzerland.json.gz'));
    expect(read).toMatchObject({ ok: true, rejected: [] });
    const reports = read.ok ? read.reports : [];
    expect(reports).toHaveLength(139_098);
    const table = createTrackTable();
    const seen = new Set<string>();
    let live = 0;
    let swept = 0;
    for (const { receivedAtMs, report } of reports) {
      if (receivedAtMs - swept >= 1_000) {
        table.sweep(receivedAtMs);
        swept = receivedAtMs;
        live = Math.max(live, table.size());
      }
      const applied = table.apply(report, 1, receivedAtMs);
      if (applied.accepted) seen.add(applied.track.id);
    }
    expect(seen.size).toBe(842);
    expect(live).toBeGreaterThan(20);
    expect(live).toBeLessThan(200);
    const { leap, range, speed, position, clock } = table.refusals();
    expect({ range, speed, position, clock }).toEqual({ range: 0, speed: 0, position: 0, clock: 0 });
    expect(leap).toBeLessThan(20);
  }, 60_000);
});

describe('the other recordings', () => {
  const names = [
    'calfire',
    'ign_fontainebleau',
    'luberon',
    'oxford_cambridge',
    'pixair_toulouse',
    'rega_zh',
    'toulouse',
    'vasaloppet',
  ];
  for (const name of names) {
    const file = `adsb/${name}.json.gz`;
    it.runIf(hasRecording(file))(`${name} is read without a rejected row`, () => {
      const read = readAdsbJson(readRecordedText(file));
      expect(read).toMatchObject({ ok: true, rejected: [] });
      expect(read.ok && read.reports.length).toBeGreaterThan(300);
    });
  }
});
