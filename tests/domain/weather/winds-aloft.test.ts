import { describe, expect, test } from 'vitest';
import { cutBulletin } from '#domain/information/cut-bulletin.ts';
import { readWeather } from '#domain/weather/read-weather.ts';
import { simulatedWinds } from '#domain/weather/simulated.ts';
import { successionOf } from '#domain/weather/succession.ts';
import type { WindsAloft } from '#domain/weather/weather.ts';
import { windAt, windOnCourse } from '#domain/weather/wind-along.ts';
import { standardHeightM } from '#domain/weather/winds-aloft.ts';

/** Winds and temperatures aloft: tables, and what of them meets a leg. */

const received = Date.UTC(2026, 10, 22, 14);
const read = (text: string) =>
  cutBulletin(text, received).map((report) => {
    const found = readWeather(report, received);
    if (!found.ok) return found.reason.key.replace('information.unreadable.', '');
    if (found.value.kind !== 'windsAloft') throw new Error(found.value.kind);
    return found.value;
  });
const head = 'place,time,from,to,level,directionDeg,speedKt,temperatureC';
const row = (more = '') => `ZUUU,2026-11-22T18:00Z,,,FL100,270,20,-3${more}`;

describe('a table of columns', () => {
  test('is one report for each place and moment, in metres per second, from the lowest level', () => {
    const [first, second, ...more] = read(
      [
        'issued;time;from;to;latitude;longitude;level;direction_deg;speed_mps;temperature_c',
        '2026-11-22T12:00Z;2026-11-22T18:00Z;2026-11-22T15:00Z;2026-11-22T21:00Z;30.5;104.2;850hPa;300;12.5;4',
        '2026-11-22T12:00Z;2026-11-22T18:00Z;2026-11-22T15:00Z;2026-11-22T21:00Z;30.5;104.2;900m AMSL;VRB;2;9',
        '2026-11-22T12:00Z;2026-11-22T18:00Z;2026-11-22T15:00Z;2026-11-22T21:00Z;-30.5;-4;3000ft AMSL;;;10',
      ].join('\n'),
    );
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      station: '3030N10412E',
      position: { latitude: 30.5, longitude: 104.2 },
      issuedAt: Date.UTC(2026, 10, 22, 12),
      validAt: Date.UTC(2026, 10, 22, 18),
      validFrom: Date.UTC(2026, 10, 22, 15),
      validTo: Date.UTC(2026, 10, 22, 21),
      levels: [
        { altitude: { value: 900, unit: 'm', reference: 'AMSL' }, directionDeg: null, speedMps: 2 },
        { altitude: { value: 1457, unit: 'm', reference: 'STD' }, directionDeg: 300, speedMps: 12.5 },
      ],
    });
    expect(second).toMatchObject({ station: '3030S00400W', levels: [{ speedMps: null, temperatureC: 10 }] });
  });

  test('may name its unit, and is used for three hours around where it does not say when', () => {
    const [one] = read(`${head}\n${row()}`) as WindsAloft[];
    expect(one?.levels[0]).toEqual({
      altitude: { value: 100, unit: 'FL', reference: 'STD' },
      directionDeg: 270,
      speedMps: 10.3,
      temperatureC: -3,
    });
    expect([one?.validFrom, one?.validTo]).toEqual([Date.UTC(2026, 10, 22, 15), Date.UTC(2026, 10, 22, 21)]);
  });

  test.each([
    ['a height without a datum', `${head}\n${row().replace('FL100', '3000ft')}`, 'level'],
    ['a wind that cannot be', `${head}\n${row().replace('270', '400')}`, 'level'],
    ['a time without a zone', `${head}\n${row().replace('18:00Z', '18:00')}`, 'time'],
    ['a column too many', `${head}\n${row(',1')}`, 'columns'],
    ['no place', `${head}\n${row().replace('ZUUU', '')}`, 'place'],
    ['no rows', head, 'columns'],
  ])('with %s is unreadable and says why', (_, text, why) => expect(read(text)).toEqual([why]));

  test('stands among other reports', () => {
    const text = `METAR ZBAA 221300Z 36003MPS CAVOK 05/M10 Q1030=\n${head}\n${row()}\nTAF ZUUU 221000Z 2212/2312 CAVOK=`;
    expect(cutBulletin(text, received).map(({ kind }) => kind)).toEqual(['METAR', 'windsAloft', 'TAF']);
  });
});

test('an FB table is read by its columns, with light, fast and missing groups', () => {
  const [brl, den, bad] = read(
    [
      'FBUS31 KWNO 221359',
      'FD1US1',
      'DATA BASED ON 221200Z',
      'VALID 221800Z   FOR USE 1400-2100Z. TEMPS NEG ABV 24000',
      '',
      'FT  3000    6000    9000   12000   18000   24000  30000  34000  39000',
      'BRL 2807 3007+03 9900-03 3031-09 2943-20 2964-30 771450 286649 276451',
      'DEN                      2315+00 2430-14 2435-25 243841 244049 243956',
      'XXX 28 7',
    ].join('\n'),
  );
  const levels = (one: unknown) =>
    (one as WindsAloft).levels.map(({ altitude: { value, unit }, directionDeg, speedMps, temperatureC }) =>
      [value, unit, directionDeg, speedMps, temperatureC].join(' '),
    );
  expect(brl).toMatchObject({
    station: 'KBRL',
    issuedAt: Date.UTC(2026, 10, 22, 12),
    validFrom: Date.UTC(2026, 10, 22, 14),
    validTo: Date.UTC(2026, 10, 22, 21),
  });
  expect(levels(brl).slice(0, 3)).toEqual(['3000 ft 280 3.6 ', '6000 ft 300 3.6 3', '9000 ft  0 -3']);
  expect(levels(brl)[6]).toBe('300 FL 270 58.6 -50');
  expect(levels(den)[0]).toBe('12000 ft 230 7.7 0');
  expect(bad).toBe('level');
});

test('the standard atmosphere', () => {
  expect(standardHeightM(1013.25)).toBeCloseTo(0, 0);
  expect(standardHeightM(500)).toBeCloseTo(5_574, -1);
  expect(standardHeightM(100)).toBeCloseTo(16_180, -1);
});

describe('the wind of a leg', () => {
  const winds = (
    read(`${head}\n${row()}\n${row().replace('FL100,270,20,-3', 'FL200,360,20,-23')}`) as WindsAloft[]
  ).map((decoded) => ({ id: 1, isDemo: false, decoded, position: { latitude: 30.6, longitude: 104 } }));
  const place = { latitude: 30.6, longitude: 104.5 };
  const asked = { at: Date.UTC(2026, 10, 22, 17), withinM: 100_000, qnhHpa: null };

  test('lies between two levels by height, as arrows are added', () => {
    const found = windAt(winds, place, { ...asked, heightM: 150 * 30.48 });
    expect(found?.directionDeg).toBeCloseTo(315, 1);
    expect(found?.speedMps).toBeCloseTo(10.3 / Math.SQRT2, 1);
    expect(found?.temperatureC).toBeCloseTo(-13, 1);
    expect(found?.distanceM).toBeGreaterThan(47_000);
  });

  test('is none too far away, too late, or far below the lowest level', () => {
    expect(windAt(winds, place, { ...asked, heightM: 4_000, withinM: 10_000 })).toBeNull();
    expect(windAt(winds, place, { ...asked, heightM: 4_000, at: Date.UTC(2026, 10, 22, 21) })).toBeNull();
    expect(windAt(winds, place, { ...asked, heightM: 2_900 })?.speedMps).toBe(10.3);
    expect(windAt(winds, place, { ...asked, heightM: 600 })).toBeNull();
  });

  test('is ahead, behind or from a side', () => {
    const west = { directionDeg: 270, speedMps: 10 };
    expect(windOnCourse(west, 270)?.headMps).toBeCloseTo(10);
    expect(windOnCourse(west, 90)?.headMps).toBeCloseTo(-10);
    expect(windOnCourse(west, 180)?.crossMps).toBeCloseTo(10);
    expect(windOnCourse(west, 0)?.crossMps).toBeCloseTo(-10);
    expect(windOnCourse({ directionDeg: null, speedMps: 2 }, 0)).toBeNull();
  });
});

test('a later issue of one moment takes the place of the earlier, and the same again says nothing new', () => {
  const dated = (issued: string) => ({
    decoded: read(`issued,${head}\n2026-11-22T${issued}Z,${row()}`)[0] as WindsAloft,
    indicator: null,
    isXml: false,
  });
  expect(successionOf(dated('12:00'), dated('06:00'))).toBe('replaces');
  expect(successionOf(dated('06:00'), dated('12:00'))).toBe('replaced');
  expect(successionOf(dated('06:00'), dated('06:00'))).toBe('same');
});

test('simulated winds read whole', () => {
  const places = [{ icao: 'ZUGH', latitude: 30.95, longitude: 104.33, elevationM: 467 }];
  const found = read(simulatedWinds(places, received).text);
  expect(found).toHaveLength(5);
  expect((found[0] as WindsAloft).levels).toHaveLength(5);
});
