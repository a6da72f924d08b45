import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import type { RecordedPosition } from '#domain/surveillance/recording/positions.ts';
import { figuresOf } from '#domain/surveillance/recording/track-figures.ts';
import { type TrackToWrite, trackFormats } from '#domain/surveillance/recording/track-files.ts';

const midnight = Date.parse('2026-11-23T00:00:00Z');
const position = (seconds: number, change: Partial<RecordedPosition> = {}): RecordedPosition => ({
  ...{ at: midnight + 1000 * seconds, latitude: 30.5, longitude: -104.25, pressureAltitudeM: 600 },
  ...{ geometricAltitudeM: 620.5, groundSpeedMps: 50, trackDeg: 90, verticalRateMps: 0 },
  ...{ amslAltitudeM: null, onGround: false, isCoasting: false, ...change },
});
const positions = [
  position(-1),
  position(0, { latitude: -30.123456, geometricAltitudeM: null, pressureAltitudeM: -12.5 }),
];
const track: TrackToWrite = {
  ...{ name: 'B7<&>001', icao24: '780ab1', identity: '780AB1', addressType: 'icao', positions },
};
const written = (format: keyof typeof trackFormats) => trackFormats[format].write(track);
const parsed = (text: string) => new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(text);

describe('a track as a file', () => {
  test('GPX: points with their times, a height only where it is geometric, and a name that is escaped', () => {
    const { gpx } = parsed(written('gpx'));
    expect(gpx.trk.name).toBe('B7<&>001');
    expect(gpx.trk.trkseg.trkpt).toEqual([
      { '@_lat': '30.5', '@_lon': '-104.25', ele: '620.5', time: '2026-11-22T23:59:59.000Z' },
      { '@_lat': '-30.123456', '@_lon': '-104.25', time: '2026-11-23T00:00:00.000Z' },
    ]);
  });

  test('a height above sea level is the height where no geometric one is known', () => {
    const glider = position(0, { geometricAltitudeM: null, pressureAltitudeM: null, amslAltitudeM: 1_200 });
    const only = { ...track, positions: [glider] };
    expect(parsed(trackFormats.gpx.write(only)).gpx.trk.trkseg.trkpt.ele).toBe('1200');
    expect(trackFormats.csv.write(only).split('\r\n')[1]).toContain(',,,1200,50,');
    // GeoJSON counts from the ellipsoid.
    expect(JSON.parse(trackFormats.geojson.write(only)).geometry.coordinates).toEqual([[-104.25, 30.5]]);
  });

  test('KML: as many coordinates as times', () => {
    const own = parsed(written('kml')).kml.Document.Placemark['gx:Track'];
    expect(own.when).toHaveLength(2);
    expect(own['gx:coord']).toEqual(['-104.25 30.5 620.5', '-104.25 -30.123456 -12.5']);
    expect(own.altitudeMode).toBe('absolute');
  });

  test('IGC: degrees and thousandths of minutes, both heights, and the new day said', () => {
    expect(written('igc').trimEnd().split('\r\n')).toEqual([
      'AXCWClearway',
      'HFDTE221126',
      'HFGIDGLIDERID:B7<&>001',
      'LCLW24-bit address 780AB1',
      'B2359593030000N10415000WA0060000621',
      'HFDTE231126',
      'B0000003007407S10415000WV-001200000',
    ]);
  });

  test('CSV: a figure that was not said is an empty cell', () => {
    const [head, first, second] = written('csv').split('\r\n');
    expect(head?.split(',')).toHaveLength(12);
    expect(first).toBe('2026-11-22T23:59:59.000Z,30.5,-104.25,600,620.5,,50,90,0,false,780AB1,icao');
    expect(second?.split(',')[4]).toBe('');
  });

  test('GeoJSON and CZML: positions and times agree', () => {
    const feature = JSON.parse(written('geojson'));
    expect(feature.geometry.coordinates).toEqual([
      [-104.25, 30.5, 620.5],
      [-104.25, -30.123456],
    ]);
    expect(feature.properties.times).toHaveLength(2);
    const [, entity] = JSON.parse(written('czml'));
    expect(entity.position.cartographicDegrees).toEqual([
      0, -104.25, 30.5, 620.5, 1, -104.25, -30.123456, -12.5,
    ]);
  });
});

describe('an anonymous address', () => {
  const anonymous: TrackToWrite = {
    ...{ name: 'B7001', icao24: null, identity: '~3C4A12', addressType: 'anonymous', positions },
  };
  const file = (format: keyof typeof trackFormats) => trackFormats[format].write(anonymous);

  test('is written with its kind in every format', () => {
    expect(parsed(file('gpx')).gpx.trk.desc).toBe('~3C4A12 (anonymous)');
    expect(parsed(file('kml')).kml.Document.Placemark.ExtendedData.Data).toEqual([
      { '@_name': 'identity', value: '~3C4A12' },
      { '@_name': 'identityType', value: 'anonymous' },
    ]);
    expect(file('igc').split('\r\n')).toContain('LCLWIdentity ~3C4A12 (anonymous)');
    const [head, first] = file('csv').split('\r\n');
    expect(head).toMatch(/,identity,identity_type$/);
    expect(first).toMatch(/,~3C4A12,anonymous$/);
    expect(JSON.parse(file('geojson')).properties).toMatchObject({
      ...{ icao24: null, identity: '~3C4A12', identityType: 'anonymous' },
    });
    expect(JSON.parse(file('czml'))[1]).toMatchObject({
      ...{ id: '~3C4A12', properties: { identity: '~3C4A12', identityType: 'anonymous' } },
    });
  });

  test('of a recording without kinds is written without one, and a number that holds commas stays one cell', () => {
    const older = { ...anonymous, identity: 'a,"b"', addressType: null };
    expect(trackFormats.csv.write(older).split('\r\n')[1]).toMatch(/,false,"a,""b""",$/);
    expect(parsed(trackFormats.gpx.write(older)).gpx.trk.desc).toBe('a,"b"');
    expect(JSON.parse(trackFormats.geojson.write(older)).properties.identityType).toBeNull();
  });

  test('is not a formula for a spreadsheet', () => {
    const file = trackFormats.csv.write({ ...anonymous, identity: '=HYPERLINK("http://x.example",1)' });
    expect(file.split('\r\n')[1]).toMatch(/,"'=HYPERLINK\(""http:\/\/x\.example"",1\)",anonymous$/);
    const signed = trackFormats.csv.write({ ...anonymous, identity: '-2+3' });
    expect(signed.split('\r\n')[1]).toMatch(/,"'-2\+3",anonymous$/);
  });
});

describe('a name that would be more than a name', () => {
  const hostile = 'B7\0\u0001<x>\r\nB2359593030000N10415000WA0060000621\u202e\ud800&"]]>';
  const clean = 'B7 <x>  B2359593030000N10415000WA0060000621\ufffd&"]]>';
  const file = (format: keyof typeof trackFormats) =>
    trackFormats[format].write({
      ...{ name: hostile, icao24: '780\nLXX', identity: hostile, addressType: null, positions },
    });

  test.each(Object.keys(trackFormats) as (keyof typeof trackFormats)[])(
    'brings no control character into %s',
    (format) => {
      expect(file(format)).not.toMatch(/(?![\t\r\n])\p{Cc}|\u202e|\p{Surrogate}/u);
    },
  );

  test('is one name in GPX and KML, as any reader of XML takes it', () => {
    const gpx = file('gpx');
    expect(XMLValidator.validate(gpx)).toBe(true);
    expect(parsed(gpx).gpx.trk.name).toBe(clean);
    const kml = file('kml');
    expect(XMLValidator.validate(kml)).toBe(true);
    expect(parsed(kml).kml.Document.Placemark.name).toBe(clean);
  });

  test('forges no record in IGC', () => {
    const own = file('igc').trimEnd().split('\r\n');
    expect(own.filter((line) => line.startsWith('B'))).toHaveLength(positions.length);
    expect(own.filter((line) => line.startsWith('L'))).toEqual(['LCLW24-bit address 780 LXX']);
    expect(
      file('igc')
        .match(/[\r\n]+/g)
        ?.every((end) => end === '\r\n'),
    ).toBe(true);
  });

  test('is one name in CZML', () => {
    const [document, entity] = JSON.parse(file('czml'));
    expect([document.name, entity.name, entity.id]).toEqual([clean, clean, '780 LXX']);
  });
});

describe('what a track amounts to', () => {
  test('distance and time of what was heard, without the gaps; climbs together, without the jitter of the figure', () => {
    const step = 0.01;
    const climb = [0, 7.6, 0, 100, 92.4, 200, 100, 160];
    const track = climb.map((height, k) =>
      position(10 * k, { latitude: 30 + step * k, pressureAltitudeM: height, groundSpeedMps: 40 + k }),
    );
    const figures = figuresOf([...track, position(1_000, { latitude: 31, pressureAltitudeM: 160 })]);
    expect(figures?.distanceM).toBeCloseTo(7 * 1_108.5, -2);
    expect(figures).toMatchObject({
      ...{ airborneS: 70, climbM: 260, maxSpeedMps: 50, minPressureAltitudeM: 0, maxPressureAltitudeM: 200 },
      ...{ from: midnight, to: midnight + 1_000_000 },
    });
  });

  test('nothing was heard: there are no figures', () => {
    expect(figuresOf([])).toBeNull();
    const silent = position(0, { pressureAltitudeM: null, groundSpeedMps: null });
    expect(figuresOf([silent])).toMatchObject({
      ...{ distanceM: 0, maxSpeedMps: null, minPressureAltitudeM: null, maxPressureAltitudeM: null },
    });
  });
});
