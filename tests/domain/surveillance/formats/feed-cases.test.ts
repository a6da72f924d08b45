import { describe, expect, it } from 'vitest';
import { noSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import { createSourceDecoder, type SourceFormat } from '#domain/surveillance/formats/source-format.ts';
import { mappingPresets } from '#domain/surveillance/lines/mapping-presets.ts';
import { tryMapping } from '#domain/surveillance/lines/try-mapping.ts';
import type { SourceDecoder } from '#domain/surveillance/track/reading.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import { createTrackTable } from '#domain/surveillance/track/track-table.ts';

/** Feeds as stations send them, with what other systems made of them wrongly. */

const now = 1_795_764_600_000;
const decoderOf = (type: string, change: Partial<SourceFormat> = {}): SourceDecoder => {
  const decoder = createSourceDecoder({
    type,
    editions: {},
    ...noSites,
    isStream: false,
    mapping: '',
    ...change,
  });
  if (!decoder) throw new Error(`no decoder of ${type}`);
  return decoder;
};
const octets = (text: string) => Uint8Array.from(Buffer.from(text));
const readSbs = (lines: string, at = now) => decoderOf('sbs').read(octets(lines), at);

/** The mapping of a station that knows nothing of ages. */
const fields = {
  icao24: '/hex',
  callsign: '/flight',
  latitude: '/lat',
  longitude: '/lon',
  pressureAltitude: { at: '/alt_baro', unit: 'ft' },
  groundSpeed: { at: '/gs', unit: 'kt' },
  track: '/track',
  mode3A: '/squawk',
  at: { at: '#/now', unit: 's' },
};
const mappingOf = (change: object = {}) =>
  JSON.stringify({ reports: '/aircraft', fields: { ...fields, ...change } });
const document = (aircraft: unknown[], at = now) => JSON.stringify({ now: at / 1_000, aircraft });
const readJson = (aircraft: unknown[], { change = {}, at = now } = {}) =>
  decoderOf('json', { mapping: mappingOf(change) }).read(octets(document(aircraft, at)), at);
const here = { hex: '780abc', lat: 30.5785, lon: 103.947 };

describe('JSON of a receiver of ADS-B', () => {
  it('has aircraft on the ground, and some without a position', () => {
    const reading = readJson([
      {
        ...here,
        flight: 'TST101  ',
        alt_baro: 3500,
        gs: 120.4,
        track: 90,
        squawk: '2301',
        seen_pos: 0.4,
      },
      {
        hex: '780abd',
        flight: 'TST102  ',
        alt_baro: 'ground',
        gs: 12.5,
        track: 181,
        squawk: '2302',
        lat: 30.5701,
        lon: 103.9501,
        seen_pos: 0.6,
      },
      { hex: '780abe', alt_baro: 21000, squawk: '2303' },
    ]);
    expect(reading).toMatchObject({
      records: 3,
      errors: [],
      others: new Map([['track.other.noPosition', { count: 1, example: '780abe' }]]),
      reports: [
        { icao24: '780abc', callsign: 'TST101', mode3A: '2301', onGround: null, at: now - 400 },
        {
          icao24: '780abd',
          latitude: 30.5701,
          longitude: 103.9501,
          onGround: true,
          pressureAltitudeM: null,
          groundSpeedMps: expect.closeTo(6.43, 2),
          at: now - 600,
        },
      ],
    });
    expect(reading.unusable).toBeUndefined();
    expect(reading.reports[0]?.pressureAltitudeM).toBeCloseTo(1066.8, 6);
  });

  it('repeats an old position, which is not renewed: the target coasts and is gone', () => {
    const decoder = decoderOf('json', { mapping: mappingOf() });
    const table = createTrackTable();
    const send = (at: number, seenPos: number, lon = here.lon) => {
      const row = { ...here, lon, alt_baro: 3500, gs: 120, track: 90, seen: 0.2, seen_pos: seenPos };
      const { reports } = decoder.read(octets(document([row], at)), at);
      for (const report of reports) table.apply(report, 1, at);
      table.sweep(at);
      return reports;
    };
    // 120 kt to the east, to where the copies say that it is.
    for (let second = -9; second <= 0; second++) send(now + second * 1_000, 0, here.lon + second * 0.000643);
    const [first] = send(now + 41_000, 41);
    const [copy] = send(now + 42_000, 42);
    expect([first?.at, copy?.at]).toEqual([now, now]);
    expect(table.byAddress('780abc')).toMatchObject({ at: now, isCoasting: true });
    for (let second = 43; second <= 62; second++) send(now + second * 1_000, second);
    expect(table.byAddress('780abc')).toBeUndefined();
  });

  const ages: [name: string, change: object, row: object, at: number][] = [
    ['an age in seconds', { positionAge: '/age' }, { age: 5 }, now - 5_000],
    ['an age in milliseconds', { positionAge: { at: '/age', unit: 'ms' } }, { age: '250' }, now - 250],
    ['no age where the row has none', { positionAge: '/age' }, {}, now],
    ['seen_pos beside the position', {}, { seen_pos: 20, seen: 1 }, now - 20_000],
    ['the age of the last message, where there is no other', {}, { seen: 8 }, now - 8_000],
    ['time_position beside the position', {}, { time_position: now / 1_000 - 12 }, now - 12_000],
    [
      'the time of the row alone',
      { at: { at: '/t', unit: 's' } },
      { t: now / 1_000 - 3, seen_pos: 9 },
      now - 3_000,
    ],
    [
      'an age before the time of the row',
      { at: { at: '/t', unit: 's' }, positionAge: '/age' },
      { t: now / 1_000 - 3, age: 2 },
      now - 5_000,
    ],
    [
      'the clock of a row that is its own document',
      { at: { at: '/now', unit: 's' } },
      { now: now / 1_000, seen_pos: 7 },
      now - 7_000,
    ],
  ];
  it.each(ages)('is of the time of the fix: %s', (_name, change, row, at) => {
    expect(readJson([{ ...here, ...row }], { change })).toMatchObject({ errors: [], reports: [{ at }] });
  });

  it('is of the time of the fix also where the position lies deeper in the row', () => {
    const change = { latitude: '/lastPosition/lat', longitude: '/lastPosition/lon' };
    const row = { hex: '780abc', lastPosition: { lat: 30.5, lon: 104, seen_pos: 75 } };
    expect(readJson([row], { change }).reports).toMatchObject([{ latitude: 30.5, at: now - 75_000 }]);
  });

  it.each([
    ['a time that cannot be read', { at: { at: '/t', unit: 's' } }, { t: 'soon' }, 'track.range.time'],
    ['an age that cannot be read', { positionAge: '/age' }, { age: 'old' }, 'track.range.time'],
    ['a fix later than its message', { positionAge: '/age' }, { age: -30 }, 'track.range.future'],
    ['a fix from ahead', { at: { at: '/t', unit: 's' } }, { t: now / 1_000 + 60 }, 'track.range.future'],
  ])('refuses %s', (_name, change, row, reason) => {
    expect(readJson([{ ...here, ...row }], { change })).toMatchObject({ reports: [], errors: [reason] });
  });

  it('of OpenSky, whose rows are lists, is of the time of the position', () => {
    const preset = mappingPresets.find(({ name }) => name.startsWith('OpenSky'));
    const s = now / 1_000;
    const row = (timePosition: number) => [
      '780abc',
      'TST101  ',
      'China',
      timePosition,
      s - 1,
      103.947,
      30.5785,
      1066.8,
      false,
      61.9,
      90,
      0,
      null,
      1100,
      '2301',
      false,
      0,
    ];
    const sent = octets(JSON.stringify({ time: s, states: [row(s - 33), [...row(s)].fill(null, 3, 8)] }));
    const documentTimed = JSON.stringify({
      reports: '/states',
      fields: { icao24: '/0', latitude: '/6', longitude: '/5', at: { at: '#/time', unit: 's' } },
    });
    for (const mapping of [preset?.mapping ?? '', documentTimed]) {
      expect(decoderOf('json', { mapping }).read(sent, now)).toMatchObject({
        records: 2,
        errors: [],
        reports: [{ icao24: '780abc', latitude: 30.5785, at: now - 33_000 }],
      });
    }
    const none = octets(JSON.stringify({ time: s, states: null }));
    expect(decoderOf('json', { mapping: documentTimed }).read(none, now)).toMatchObject({
      records: 0,
      errors: [],
    });
  });

  it('is tried out with the age of each position, and says what was taken unasked or not used', () => {
    const sample = document([{ ...here, alt_baro: '3500ft', seen_pos: 41 }, { hex: '780abd' }]);
    const tried = tryMapping(mappingOf(), sample, now);
    expect(tried).toMatchObject({
      reports: [{ at: now - 41_000 }],
      agesS: [41],
      errors: [],
      unusable: [
        {
          text: {
            key: 'track.mapping.unusable',
            values: { field: 'track.field.pressureAltitude', value: '3500ft' },
          },
        },
      ],
      notes: [
        { text: { key: 'track.other.noPosition' }, count: 1 },
        { text: { key: 'track.mapping.agedBy', values: { field: 'seen_pos' } }, count: 1 },
      ],
    });
  });

  it.each(mappingPresets.slice(0, 1))('of $name goes by the ready mapping', ({ mapping }) => {
    const row = {
      ...here,
      type: 'adsb_icao',
      alt_baro: 3500,
      alt_geom: 3700,
      gs: 100,
      baro_rate: -640,
      seen_pos: 3,
    };
    expect(decoderOf('json', { mapping }).read(octets(document([row])), now)).toMatchObject({
      errors: [],
      reports: [{ icao24: '780abc', at: now - 3_000, verticalRateMps: expect.closeTo(-3.2512, 6) }],
    });
  });
});

describe('an age that is no figure', () => {
  it.each(['41,0', 'nan', true, [41]])('%j does not make an old position a new one', (seen_pos) => {
    expect(readJson([{ ...here, seen: 0.2, seen_pos }])).toMatchObject({
      reports: [],
      errors: ['track.range.time'],
    });
  });
});

describe('one odd value costs no position', () => {
  const odd: [field: keyof Report, row: object][] = [
    ['pressureAltitudeM', { alt_baro: 'nan' }],
    ['pressureAltitudeM', { alt_baro: '3500ft' }],
    ['pressureAltitudeM', { alt_baro: '3500,5' }],
    ['pressureAltitudeM', { alt_baro: 1e9 }],
    ['pressureAltitudeM', { alt_baro: { ft: 3500 } }],
    ['trackDeg', { track: 360.5 }],
    ['trackDeg', { track: -1 }],
    ['trackDeg', { track: '-' }],
    ['groundSpeedMps', { gs: true }],
    ['groundSpeedMps', { gs: -5 }],
    ['mode3A', { squawk: '7780' }],
    ['callsign', { flight: 'TST?01' }],
  ];
  it.each(odd)('%s of JSON: %j', (field, row) => {
    const { reports, errors, unusable } = readJson([{ ...here, ...row }]);
    expect(errors).toEqual([]);
    expect(reports).toMatchObject([{ latitude: 30.5785, [field]: null }]);
    expect([...(unusable ?? [])].map(([name, { count }]) => [name, count])).toEqual([[field, 1]]);
  });

  it.each([
    ['figures in texts', { alt_baro: ' 3500 ', gs: '100.5', track: '0' }],
    ['what is empty or null', { alt_baro: '', gs: null, track: '  ', squawk: '', flight: '        ' }],
  ])('%s are no fault', (_name, row) => {
    const reading = readJson([{ ...here, ...row }]);
    expect(reading).toMatchObject({ errors: [], reports: [{ latitude: 30.5785 }] });
    expect(reading.unusable).toBeUndefined();
  });

  it.each([
    [true, true],
    [1, true],
    ['1', true],
    ['true', true],
    [0, false],
    ['false', false],
    ['', null],
    ['maybe', null],
  ])('on the ground may be written %j', (written, onGround) => {
    const { reports, unusable } = readJson([{ ...here, g: written }], { change: { onGround: '/g' } });
    expect(reports).toMatchObject([{ onGround }]);
    expect(unusable?.has('onGround') ?? false).toBe(written === 'maybe');
  });

  it('a word for "no figure", which is no JSON, costs neither its row nor the document', () => {
    const sent = `\uFEFF{"now":${now / 1_000},"aircraft":[{"hex":"780abc","flight":"NaN","lat":30.5,"lon":104,"alt_baro":NaN,"gs":-Infinity}]}`;
    const { reports, errors, unusable } = decoderOf('json', { mapping: mappingOf() }).read(octets(sent), now);
    expect([errors, reports]).toMatchObject([[], [{ callsign: 'NAN', pressureAltitudeM: null }]]);
    expect([...(unusable ?? [])].map(([field, { example }]) => [field, example])).toEqual([
      ['pressureAltitudeM', 'NaN'],
      ['groundSpeedMps', '-Infinity'],
    ]);
    const none = decoderOf('json', { mapping: mappingOf() }).read(octets('{"aircraft":[nonsense]}'), now);
    expect(none.errors).toEqual(['track.read.syntax']);
    // A text without end, of half a million quotes: it is walked once.
    const endless = octets(`"${'\\"'.repeat(500_000)}`);
    expect(decoderOf('json', { mapping: mappingOf() }).read(endless, now).errors).toEqual([
      'track.read.syntax',
    ]);
  });

  it('a position of which a half is missing or odd is refused, and 0° 0° is not known', () => {
    expect(readJson([{ hex: '780abc', lat: 30 }]).errors).toEqual(['track.range.position']);
    expect(readJson([{ ...here, lat: '30,5' }]).errors).toEqual(['track.range.position']);
    const zero = readJson([{ ...here, lat: 0, lon: '0' }]);
    expect([zero.reports, zero.errors]).toEqual([[], []]);
    expect(zero.others?.get('track.other.zeroPosition')).toEqual({ count: 1, example: '780abc' });
    expect(readJson([{ ...here, lat: 0 }]).reports).toHaveLength(1);
  });

  const position = 'MSG,3,1,1,780ABC,1,,,,,,1000,,,30.5,104.25,,,0,0,0,0';
  const cells: [field: keyof Report, value: string, line: string][] = [
    ['groundSpeedMps', 'nan', 'MSG,4,1,1,780ABC,1,,,,,,,nan,90,,,0,,0,0,0,0'],
    ['trackDeg', '360.5', 'MSG,4,1,1,780ABC,1,,,,,,,90,360.5,,,0,,0,0,0,0'],
    ['pressureAltitudeM', '3500ft', 'MSG,5,1,1,780ABC,1,,,,,,3500ft,,,,,,,0,,0,0'],
    ['groundSpeedMps', '-', 'MSG,4,1,1,780ABC,1,,,,,,,-,90,,,0,,0,0,0,0'],
    ['mode3A', '7890', 'MSG,6,1,1,780ABC,1,,,,,,,,,,,,7890,0,0,0,0'],
    ['onGround', 'x', 'MSG,8,1,1,780ABC,1,,,,,,,,,,,,,,,,x'],
  ];
  it.each(cells)('%s of SBS-1 written %j is not remembered', (field, value, line) => {
    const decoder = decoderOf('sbs');
    const bad = decoder.read(octets(line), now);
    expect([bad.errors, [...(bad.unusable ?? [])]]).toEqual([[], [[field, { count: 1, example: value }]]]);
    const good = decoder.read(octets(position), now + 1_000);
    expect(good).toMatchObject({ errors: [], reports: [{ icao24: '780abc', latitude: 30.5 }] });
    expect(good.reports[0]?.[field] ?? null).toBe(
      field === 'pressureAltitudeM' ? 304.8 : field === 'onGround' ? false : null,
    );
  });
});

describe('SBS-1 of a server of multilateration', () => {
  it('says who is no ICAO address, and how good a position is', () => {
    const reading = readSbs(
      [
        'MLAT,3,1,1,780ABC,1,2026/11/27,07:30:00.000,2026/11/27,07:30:00.400,,11500,182.0,91.0,30.57850,103.94700,0,2301,,,,,5,,120',
        'MLAT,3,1,1,~2A5C01,1,2026/11/27,07:30:00.000,2026/11/27,07:30:00.400,,4500,90.0,10.0,30.60000,103.90000,0,,,,,,4,,300',
        'MSG,3,1,1,780ABD,1,2026/11/27,07:30:00.000,2026/11/27,07:30:00.000,,3500,,,30.57000,103.95000,,,0,,0,0',
      ].join('\r\n'),
    );
    expect(reading).toMatchObject({
      records: 3,
      errors: [],
      reports: [
        {
          icao24: '780abc',
          addressType: 'icao',
          latitude: 30.5785,
          longitude: 103.947,
          pressureAltitudeM: expect.closeTo(3505.2, 6),
          mode3A: '2301',
          accuracy: { horizontalM: 120 },
          at: now - 400,
        },
        {
          icao24: null,
          addressType: 'nonIcao',
          trackNumber: '~2a5c01',
          latitude: 30.6,
          accuracy: { horizontalM: 300 },
        },
        { icao24: '780abd', latitude: 30.57, accuracy: null, at: now },
      ],
    });
    expect(reading.unusable).toBeUndefined();
    const table = createTrackTable();
    for (const report of reading.reports) table.apply(report, 1, now);
    expect([...table.tracks()].map(({ icao24 }) => icao24)).toEqual(['780abc', null, '780abd']);
  });

  it('takes lines that end early, and keeps an address apart from the same digits of ICAO', () => {
    const decoder = decoderOf('sbs');
    const read = (line: string) => decoder.read(octets(line), now);
    expect(read('MSG,1,1,1,2A5C01,1,,,,,TST101').errors).toEqual([]);
    const line = 'MLAT,3,1,1,@2A5C01,1,,,,,,4500,,,30.6,103.9';
    expect(read(line).reports).toMatchObject([
      { icao24: null, callsign: null, trackNumber: '~2a5c01', accuracy: { horizontalM: 300 } },
    ]);
    expect(read('MSG,3,1,1,2A5C01,1,,,,,,4500,,,30.6').errors).toEqual(['track.read.syntax']);
    expect(read('MSG,9,1,1,2A5C01,1,,,,,,4500,,,30.6,103.9').errors).toEqual(['track.read.syntax']);
    expect(read('STA,,5,179,400AE7,10103,2026/11/21,03:00:00,2026/11/21,03:00:00,RM')).toMatchObject({
      errors: [],
      others: new Map([['track.other.receiverLists', { count: 1, example: expect.stringMatching(/^STA,/) }]]),
    });
  });

  it.each([
    'MSG,3,1,1,780ABD,1,2026/11/27,07:30:00.000,2026/11/27,07:30:00.400,,3500,,,30,00085,103,94700,,,,,,',
    'MSG,3,1,1,780ABD,1,2026/11/27,07:30:00.000,2026/11/27,07:30:00.400,,3500,,,30,57,103,95,,,,',
    'MLAT,3,1,1,780ABD,1,2026/11/27,07:30:00.000,2026/11/27,07:30:00.400,,11500,182,0,45,5,30,57850,103,94700,0,2301,,,,,5,,120',
    'MSG,4,1,1,780ABD,1,2026/11/27,07:30:00.000,2026/11/27,07:30:00.400,,,120,5,90,5,,,-64,,,,,',
  ])('does not take figures with decimal commas apart: %s', (line) => {
    const decoder = decoderOf('sbs');
    expect(decoder.read(octets(line), now)).toMatchObject({ reports: [], errors: ['track.read.syntax'] });
    const good = decoder.read(octets('MSG,3,1,1,780ABD,1,,,,,,3500,,,30.57,103.95,,,0,,0,0'), now);
    expect(good.reports).toMatchObject([{ latitude: 30.57, groundSpeedMps: null, trackDeg: null }]);
  });

  it('has no new fix in a line that lay for long before it was written', () => {
    const line =
      'MSG,3,1,1,780ABD,1,2026/11/27,23:59:30.000,2026/11/28,00:00:11.000,,3500,,,30.57,103.95,,,0,,0,0';
    expect(readSbs(line).reports).toMatchObject([{ at: now - 41_000 }]);
  });
});

describe('JSON says of what kind an address is', () => {
  it.each([
    ['~2a5c01', undefined, null, 'nonIcao', '~2a5c01'],
    ['2a5c01', 'adsb_icao_nt', '2a5c01', 'icao', null],
    ['2a5c01', 'tisb_icao', '2a5c01', 'icao', null],
    ['2a5c01', 'tisb_other', null, 'nonIcao', '~2a5c01'],
    ['~2a5c01', 'adsr_other', null, 'nonIcao', '~2a5c01'],
    ['~2a5c01', 'tisb_trackfile', null, 'trackFile', '~2a5c01'],
    ['~2a5c01', 'mlat', null, 'nonIcao', '~2a5c01'],
  ])('%s of type %s', (hex, type, icao24, addressType, trackNumber) => {
    expect(readJson([{ ...here, hex, type }]).reports).toMatchObject([{ icao24, addressType, trackNumber }]);
  });

  it('and that a position was calculated', () => {
    expect(readJson([{ ...here, type: 'mlat' }]).reports).toMatchObject([{ accuracy: { horizontalM: 300 } }]);
    expect(readJson([{ ...here, mlat: ['lat', 'lon'] }]).reports).toMatchObject([
      { accuracy: { horizontalM: 300 } },
    ]);
    expect(readJson([{ ...here, type: 'tisb_icao', mlat: ['lat', 'lon'] }]).reports).toMatchObject([
      { accuracy: { horizontalM: 300 } },
    ]);
    expect(readJson([{ ...here, type: 'adsb_icao', mlat: [] }]).reports).toMatchObject([{ accuracy: null }]);
  });
});
