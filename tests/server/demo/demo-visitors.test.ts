import { describe, expect, it } from 'vitest';
import { inverse } from '#domain/geo/geodesy.ts';
import { createSourceDecoder } from '#domain/surveillance/formats/source-format.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import {
  type VisitorSource,
  visitorAt,
  visitorMessages,
  visitorSources,
} from '#server/demo/demo-visitors.ts';
import { sourceSettings } from '#server/features/surveillance/source-settings.ts';

const begin = Date.UTC(2026, 10, 21, 7, 0, 0);

/** What comes of a source in some seconds of the hour, by its own decoder. */
function heard(source: VisitorSource, group: number, seconds: number) {
  const settings = sourceSettings({ id: 1, version: 1, ...source.record });
  const decoder = settings && createSourceDecoder({ ...settings, isStream: false });
  if (!decoder) throw new Error('no decoder');
  const reports: Report[] = [];
  let errors = 0;
  let silent = 0;
  for (let second = 0; second < seconds; second++) {
    const at = begin + second * 1_003 + 400;
    const wrong = source.misbehaviour?.(second) ?? null;
    if (wrong === 'silent') {
      silent++;
      continue;
    }
    for (const message of visitorMessages(source, group, at)) {
      const read = decoder.read(message, at);
      expect(read.errors).toEqual([]);
      reports.push(...read.reports);
    }
    if (wrong) errors += decoder.read(wrong, at).errors.length;
  }
  return { reports, errors, silent };
}

const withAircraft = visitorSources.flatMap((source, group) =>
  source.aircraft > 0 ? [[source.record.name, source, group] as const] : [],
);

describe.each(withAircraft)('%s', (_, source, group) => {
  const { reports, errors, silent } = heard(source, group, 60);

  it('is heard with all of its aircraft, where they are', () => {
    const names = new Set(reports.map(({ icao24, trackNumber }) => icao24 ?? trackNumber));
    expect(names.size).toBe(source.aircraft);
    const last = reports.at(-1);
    const distances = Array.from({ length: source.aircraft }, (__, index) =>
      last ? inverse(visitorAt(group, index, last.at), last).distanceM : Number.NaN,
    );
    // A radar's grid at 70 km, and a height taken for none, are some hundred metres.
    expect(Math.min(...distances)).toBeLessThan(300);
  });

  it('says where it flies to as it does', () => {
    for (const { trackDeg, latitude, longitude, at } of reports) {
      if (trackDeg === null) continue;
      const places = Array.from({ length: source.aircraft }, (__, index) => visitorAt(group, index, at));
      const [nearest] = places.sort(
        (one, other) =>
          inverse(one, { latitude, longitude }).distanceM - inverse(other, { latitude, longitude }).distanceM,
      );
      const off = Math.abs(trackDeg - (nearest?.trackDeg ?? 0));
      expect(Math.min(off, 360 - off)).toBeLessThan(3);
    }
  });

  it('misbehaves as it is to', () => {
    expect(errors + silent > 0).toBe(source.misbehaviour !== undefined);
  });
});

it('one whose messages have whole seconds gives its place at those', () => {
  const timed = withAircraft.filter(([, { wholeSeconds }]) => wholeSeconds);
  expect(timed.map(([, { record }]) => record.type)).toEqual(['jt808']);
  for (const [, source, group] of timed) {
    for (const report of heard(source, group, 60).reports) {
      const distances = Array.from(
        { length: source.aircraft },
        (_, index) => inverse(visitorAt(group, index, report.at), report).distanceM,
      );
      expect(Math.min(...distances)).toBeLessThan(2);
    }
  }
});

it('they are of five kinds, and with the flights that have a plan about forty', () => {
  expect(new Set(withAircraft.map(([, { record }]) => record.type)).size).toBe(5);
  expect(visitorSources.reduce((sum, { aircraft }) => sum + aircraft, 0)).toBe(32);
});

it('the rain of the weather radar moves to the east, and its pictures are whole', () => {
  const source = visitorSources.find(({ record }) => record.type === 'Cat08');
  const settings = source && sourceSettings({ id: 1, version: 1, ...source.record });
  const decoder = settings && createSourceDecoder({ ...settings, isStream: false });
  const pictureAt = (at: number) => {
    const read = source?.messages([], at).flatMap((message) => decoder?.read(message, at).rain ?? []) ?? [];
    return read[0];
  };
  // The first hour of a passage: rain in sight of the radar, of several strengths.
  const passage = 6 * 3_600_000;
  const begin = Math.floor(Date.UTC(2026, 0, 1) / passage) * passage;
  const [first, later] = [pictureAt(begin + 3_600_000), pictureAt(begin + 2 * 3_600_000)];
  expect(first?.isWhole).toBe(true);
  expect(new Set(first?.areas.map(({ level }) => level)).size).toBeGreaterThan(2);
  const middle = (picture: typeof first) => {
    const strongest = picture?.areas.filter(({ level }) => level >= 3).map(({ ring }) => ring[0] ?? 0) ?? [];
    return strongest.reduce((sum, one) => sum + one, 0) / strongest.length;
  };
  expect(middle(later)).toBeGreaterThan(middle(first) + 0.2);
  // Between two pictures it says nothing.
  expect(source?.messages([], begin + 3_601_000)).toEqual([]);
});
