import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import { createSourceDecoder, type SourceFormat } from '#domain/surveillance/formats/source-format.ts';
import { readMapping } from '#domain/surveillance/lines/json-mapping.ts';
import { readOgnLine } from '#domain/surveillance/lines/ogn.ts';
import { octetsOf } from '#domain/surveillance/modes/mode-s.ts';
import { writeBeast } from '#domain/surveillance/modes/receivers.ts';
import { writeJt808 } from '#domain/surveillance/terminals/jt808.ts';
import { writeRemoteId } from '#domain/surveillance/terminals/remote-id.ts';
import { reportErrorOf } from '#domain/surveillance/track/report.ts';
import { breadth } from '#tests/support/breadth.ts';

const receivedAtMs = Date.UTC(2026, 10, 21, 7, 46);
const text = (line: string) => Uint8Array.from(Buffer.from(line));
const format = (type: string, change: Partial<SourceFormat> = {}): SourceFormat => ({
  type,
  editions: {},
  ...noSites,
  isStream: false,
  mapping: '',
  ...change,
});
const read = (type: string, bytes: Uint8Array, change: Partial<SourceFormat> = {}) => {
  const reading = createSourceDecoder(format(type, change))?.read(bytes, receivedAtMs);
  if (!reading) throw new Error(`no decoder of ${type}`);
  return reading;
};

describe('FLARM through OGN', () => {
  const line =
    "FLRDDE626>APRS,qAS,EGHL:/074548h5111.32N/00102.04W'086/007/A=000607 !W80! id0ADDE626 -019fpm +0.0rot 5.5dB 3e -4.3kHz gps2x3";

  it('reads a beacon of an aircraft', () => {
    const report = readOgnLine(line, receivedAtMs);
    expect(report).toMatchObject({
      icao24: null,
      addressType: 'flarm',
      trackNumber: 'flarm:dde626',
      trackDeg: 86,
      at: Date.UTC(2026, 10, 21, 7, 45, 48),
      timeResolutionS: 1,
      pressureAltitudeM: null,
      accuracy: { horizontalM: 2, verticalM: 3 },
    });
    if (typeof report === 'string' || 'other' in report) return;
    expect(report.latitude).toBeCloseTo(51 + 11.328 / 60, 9);
    expect(report.longitude).toBeCloseTo(-(1 + 2.04 / 60), 9);
    expect(report.amslAltitudeM).toBeCloseTo(607 * 0.3048, 6);
    expect(report.geometricAltitudeM).toBeNull();
    expect(report.groundSpeedMps).toBeCloseTo(3.6011, 4);
    expect(report.verticalRateMps).toBeCloseTo(-0.09652, 6);
  });

  it('says why a line cannot be read', () => {
    expect(readOgnLine('nonsense', receivedAtMs)).toBe('track.read.syntax');
    const beyond = text(`${line.replace('5111.32N', '9911.32N')}\n`);
    expect(read('flarm', beyond)).toMatchObject({ reports: [], errors: ['track.range.position'] });
  });
});

describe('JT/T 808', () => {
  const position = {
    positioned: true,
    emergency: true,
    latitudeDeg: 30.657501,
    longitudeDeg: 104.063126,
    heightM: 512,
    speedKmh: 90,
    directionDeg: 45,
    time: '261121154530',
  };

  it('reads the message of a terminal, in Beijing time', () => {
    const bytes = writeJt808('13912345678', position) ?? new Uint8Array();
    // Message, length, phone as BCD, and the marks around them.
    expect(Buffer.from(bytes).toString('hex')).toMatch(/^7e0200001c013912345678/);
    expect(read('jt808', bytes)).toMatchObject({
      records: 1,
      errors: [],
      reports: [
        {
          addressType: 'terminal',
          trackNumber: '13912345678',
          latitude: expect.closeTo(30.657501, 9),
          longitude: expect.closeTo(104.063126, 9),
          groundSpeedMps: expect.closeTo(25, 9),
          trackDeg: 45,
          geometricAltitudeM: null,
          amslAltitudeM: 512,
          emergency: 'general',
          at: Date.UTC(2026, 10, 21, 7, 45, 30),
        },
      ],
    });
  });

  it('steps over additional items, whole or not', () => {
    const plain = writeJt808('13912345678', position) ?? new Uint8Array();
    // Mileage, speed of the recorder, signal, satellites; then one that says more octets than there are.
    for (const items of ['01040000004e 03020384 30011f 31010c', '01040000004e 3109']) {
      const behind = octetsOf(items.replaceAll(' ', ''));
      const inner = [...plain.subarray(1, -2), ...behind];
      inner[3] = (inner[3] ?? 0) + behind.length;
      const sum = inner.reduce((all, octet) => all ^ octet, 0);
      expect(read('jt808', Uint8Array.from([0x7e, ...inner, sum, 0x7e]))).toMatchObject({
        errors: [],
        reports: [{ trackNumber: '13912345678', amslAltitudeM: 512 }],
      });
    }
  });

  it('refuses a wrong checksum, steps over what has no fix, and doubles what is a mark', () => {
    const bytes = writeJt808('1', position) ?? new Uint8Array();
    const wrong = bytes.map((octet, i) => (i === 20 ? octet ^ 1 : octet));
    expect(read('jt808', wrong)).toMatchObject({ reports: [], errors: ['track.read.checksum'] });
    const lost = writeJt808('1', { ...position, positioned: false }) ?? new Uint8Array();
    expect(read('jt808', lost)).toMatchObject({ reports: [], records: 1, errors: [] });
    // 126 and 125 are the mark and the escape.
    const escaped = writeJt808('1', { ...position, heightM: 126 * 256 + 125 }) ?? new Uint8Array();
    expect(escaped.filter((octet) => octet === 0x7e)).toHaveLength(2);
    expect(read('jt808', escaped).reports[0]?.amslAltitudeM).toBe(126 * 256 + 125);
  });

  it('reads what it wrote', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 90_000_000 }),
        fc.integer({ min: 0, max: 180_000_000 }),
        fc.boolean(),
        (latitude, longitude, south) => {
          const bytes = writeJt808('13912345678', {
            ...position,
            south,
            latitudeDeg: latitude / 1e6,
            longitudeDeg: longitude / 1e6,
          });
          const [report] = read('jt808', bytes ?? new Uint8Array()).reports;
          expect(report?.latitude).toBeCloseTo((latitude / 1e6) * (south ? -1 : 1), 9);
          expect(report?.longitude).toBeCloseTo(longitude / 1e6, 9);
        },
      ),
    );
  });
});

describe('remote identification', () => {
  const location = {
    status: 2,
    west: true,
    direction: 90,
    speed: 40,
    verticalRateMps: -1.5,
    latitudeDeg: 30.1234567,
    longitudeDeg: 104.7654321,
    pressureAltitudeM: 520,
    geodeticAltitudeM: 530.5,
    heightM: 50,
    horizontalAccuracy: 11,
    verticalAccuracy: 5,
    secondOfHour: 2_750.5,
    timeAccuracyS: 0.1,
  };

  it('reads a pack of who and where', () => {
    const bytes = writeRemoteId('1581F5FKD229400F', location) ?? new Uint8Array();
    expect([bytes.length, bytes[0], bytes[1], bytes[2]]).toEqual([53, 0xf2, 25, 2]);
    expect(read('remoteId', bytes)).toMatchObject({
      errors: [],
      reports: [
        {
          addressType: 'remoteId',
          trackNumber: '1581F5FKD229400F',
          latitude: expect.closeTo(30.1234567, 9),
          longitude: expect.closeTo(104.7654321, 9),
          pressureAltitudeM: 520,
          geometricAltitudeM: 530.5,
          groundSpeedMps: 10,
          trackDeg: 270,
          verticalRateMps: -1.5,
          onGround: false,
          accuracy: { horizontalM: 3, verticalM: 3 },
          at: Date.UTC(2026, 10, 21, 7, 45, 50, 500),
        },
      ],
    });
    expect(read('remoteId', bytes.subarray(0, 40))).toMatchObject({ errors: ['track.read.truncated'] });
  });

  it('has no report of an aircraft that does not know where it is', () => {
    const bytes = writeRemoteId('1581F5FKD229400F', { ...location, latitudeDeg: 0, longitudeDeg: 0 });
    const reading = read('remoteId', bytes ?? new Uint8Array());
    expect(reading).toMatchObject({ reports: [], records: 1, errors: [] });
    expect(reading.others?.get('track.other.zeroPosition')?.count).toBe(1);
  });

  const octets = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

  it('reads the pack of GB 42590, which is of version 1', () => {
    // 30.5° = 305,000,000 × 10^-7; 172°, 22 × 0.25 m/s; 137 m and 103 m above -1,000 m in halves.
    const id = '01 12 3135383146384442573235423830304233343137 000000';
    const where = '11 20 ac 16 00 40ee2d12 0024fd3d e208 9e08 7908 2c 04 c625 0a 00';
    expect(read('remoteId', octets(`f1 19 02 ${id} ${where}`))).toMatchObject({
      errors: [],
      reports: [
        {
          trackNumber: '1581F8DBW25B800B3417',
          latitude: expect.closeTo(30.5, 9),
          longitude: expect.closeTo(104, 9),
          pressureAltitudeM: 137,
          geometricAltitudeM: 103,
          groundSpeedMps: 5.5,
          trackDeg: 172,
          accuracy: { horizontalM: 1, verticalM: 45 },
          onGround: false,
        },
      ],
    });
  });

  describe('by GB 46750', () => {
    const who = '3135383146414e4c433235385530323952544e36 3030303030303030 00 01 01';
    const station = '0024fd3d 40ee2d12 ed07';
    const motion = '0500 1c00 2847 84 c208 3d09';
    const state = '02 00 0c 05 04 78acc5529e01 03';

    it('reads who, where and when', () => {
      const bytes = octets(`ff 20 48 ff ff fe ${who} ${station} 0024fd3d 40ee2d12 ${motion} ${state}`);
      expect(read('remoteId', bytes)).toMatchObject({
        errors: [],
        reports: [
          {
            addressType: 'remoteId',
            trackNumber: '1581FANLC258U029RTN6',
            latitude: expect.closeTo(30.5, 9),
            longitude: expect.closeTo(104, 9),
            trackDeg: expect.closeTo(0.5, 9),
            groundSpeedMps: expect.closeTo(2.8, 9),
            verticalRateMps: -2,
            geometricAltitudeM: 121,
            pressureAltitudeM: 182.5,
            onGround: false,
            accuracy: { horizontalM: 1, verticalM: 3 },
            at: 0x019e_52c5_ac78,
            timeResolutionS: 0.001,
          },
        ],
      });
      expect(read('remoteId', bytes.subarray(0, 60))).toMatchObject({ errors: ['track.read.truncated'] });
      const other = bytes.map((octet, i) => (i === 1 ? 0x40 : octet));
      expect(read('remoteId', other)).toMatchObject({ errors: ['track.read.unsupported'] });
      const short = bytes.map((octet, i) => (i === 2 ? 60 : octet));
      expect(read('remoteId', short)).toMatchObject({ errors: ['track.read.length'] });
    });

    it('leaves out what is not said or not known', () => {
      const unknown = `ff 20 23 81 e4 ${who.slice(0, 40)} 0024fd3d 40ee2d12 ffff ffff 0000 000000`;
      expect(read('remoteId', octets(unknown)).reports).toMatchObject([
        { trackDeg: null, groundSpeedMps: null, geometricAltitudeM: null, accuracy: null, onGround: null },
      ]);
      const untimed = `ff 20 22 81 81 04 ${who.slice(0, 40)} 0024fd3d 40ee2d12 ffffffffffff`;
      expect(read('remoteId', octets(untimed))).toMatchObject({
        errors: [],
        reports: [{ latitude: expect.closeTo(30.5, 9), timeResolutionS: null }],
      });
      const lost = `ff 20 1c 81 80 ${who.slice(0, 40)} ffffffff ffffffff`;
      expect(read('remoteId', octets(lost))).toMatchObject({ reports: [], records: 1, errors: [] });
    });
  });
});

describe('JSON by a mapping', () => {
  const mapping = JSON.stringify({
    reports: '/data/aircraft',
    fields: {
      latitude: '/position/0',
      longitude: '/position/1',
      icao24: '/hex',
      callsign: '/flight',
      pressureAltitude: { at: '/alt_baro', unit: 'ft' },
      groundSpeed: { at: '/gs', unit: 'kt' },
      at: { at: '#/now', unit: 's' },
    },
  });
  const document = (aircraft: unknown) => text(JSON.stringify({ now: 1_763_000_000.5, data: { aircraft } }));

  it('reads each report with its units', () => {
    const one = { position: [30.5, 104.25], hex: '780ABC', flight: 'B70AB ', alt_baro: 1_000, gs: 90 };
    expect(read('json', document([one, { hex: '780abd' }]), { mapping })).toMatchObject({
      records: 2,
      errors: [],
      others: new Map([['track.other.noPosition', { count: 1, example: '780abd' }]]),
      reports: [
        {
          icao24: '780abc',
          callsign: 'B70AB',
          latitude: 30.5,
          longitude: 104.25,
          pressureAltitudeM: expect.closeTo(304.8, 9),
          groundSpeedMps: expect.closeTo(46.3, 9),
          at: 1_763_000_000_500,
        },
      ],
    });
    expect(read('json', text('{"data":'), { mapping }).errors).toEqual(['track.read.syntax']);
  });

  const placed = (fields: object, row: object) =>
    read('json', text(JSON.stringify({ lat: 30.5, lon: 104.25, ...row })), {
      mapping: JSON.stringify({ fields: { latitude: '/lat', longitude: '/lon', ...fields } }),
    });

  it.each([
    ['an object that has no text', '{"toString":1,"valueOf":1}'],
    ['lists within lists', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['a blank', '"  "'],
    ['yes or no', 'true'],
  ])('has %s for no figure and no time', (_, written) => {
    for (const unit of ['ms', 'iso']) {
      const fields = { latitude: '/x', longitude: '/lon', at: { at: '/x', unit } };
      const reading = read('json', text(`{"lon":104,"x":${written}}`), {
        mapping: JSON.stringify({ fields }),
      });
      expect(reading).toMatchObject({ reports: [], errors: ['track.range.position'] });
      const late = read('json', text(`{"lat":30,"lon":104,"x":${written}}`), {
        mapping: JSON.stringify({ fields: { ...fields, latitude: '/lat' } }),
      });
      expect(late).toMatchObject({ reports: [], errors: ['track.range.time'] });
    }
  });

  it('believes no time without a zone', () => {
    const at = { at: { at: '/t', unit: 'iso' } };
    expect(placed(at, { t: '2026-11-21T07:46:00' }).errors).toEqual(['track.range.time']);
    expect(placed(at, { t: '2026-11-21' }).errors).toEqual(['track.range.time']);
    expect(placed(at, { t: '2026-11-21T15:46:00+08:00' }).reports[0]?.at).toBe(receivedAtMs);
  });

  it('takes no name of a kilobyte, and no accuracy that is none', () => {
    const fields = { id: '/id', horizontalAccuracy: '/acc' };
    expect(placed(fields, { id: 'x'.repeat(1_000), acc: -1 }).reports).toMatchObject([
      { trackNumber: null, accuracy: null },
    ]);
    expect(placed(fields, { id: 7, acc: 12 }).reports).toMatchObject([
      { trackNumber: '7', accuracy: { horizontalM: 12 } },
    ]);
  });

  it('judges a pointer of any length at once', () => {
    expect(readMapping(`{"reports":"${'/'.repeat(3_000)}~"}`)).toMatchObject({ ok: false });
    const written = `{"reports":"${'/'.repeat(3_000)}~","fields":{}}`;
    expect(readMapping(written)).toMatchObject({ error: { key: 'track.mapping.pointer' } });
  });

  it.each([
    ['{', 'track.mapping.notJson'],
    ['[]', 'track.mapping.shape'],
    ['{"fields":{"latitude":"/a"}}', 'track.mapping.position'],
    ['{"fields":{"speed":"/a"}}', 'track.mapping.field'],
    ['{"fields":{"latitude":"a"}}', 'track.mapping.pointer'],
    ['{"fields":{"latitude":{"at":"/a","unit":"ft"}}}', 'track.mapping.unit'],
  ])('says what is wrong with %s', (written, key) => {
    expect(readMapping(written)).toMatchObject({ ok: false, error: { key } });
  });
});

describe('any octets at all', { timeout: 600_000 }, () => {
  const mapping = '{"fields":{"latitude":"/a","longitude":"/b","at":{"at":"/c","unit":"iso"}}}';
  const good: Record<string, Uint8Array> = {
    beast: Uint8Array.from([
      ...writeBeast(octetsOf('8D40621D58C386435CC412692AD6')),
      ...writeBeast(octetsOf('8D40621D58C382D690C8AC2863A7')),
    ]),
    avr: text('*8D40621D58C386435CC412692AD6;*8D40621D58C382D690C8AC2863A7;'),
    sbs: text('MSG,3,1,1,780ABC,1,,,,,,1000,90,270,30.5,104.25,64,7000,0,0,0,0\n'),
    flarm: text("FLRDDE626>APRS,qAS,EGHL:/074548h5111.32N/00102.04W'086/007/A=000607 id0ADDE626 -019fpm\n"),
    remoteId:
      writeRemoteId('1581F5FKD229400F', { latitudeDeg: 30, longitudeDeg: 104, secondOfHour: 46 * 60 }) ??
      new Uint8Array(),
    jt808: writeJt808('1', { positioned: true, latitudeDeg: 30, time: '261121154530' }) ?? new Uint8Array(),
    json: text('{"a":30,"b":104,"c":"2026-11-21T07:46:00Z"}'),
  };

  it.each(Object.entries(good))('of %s give reports or reasons, never an exception', (type, whole) => {
    expect(read(type, whole, { mapping }).errors).toEqual([]);
    for (const isStream of [false, true]) {
      const decoder = createSourceDecoder(format(type, { mapping, isStream }));
      const check = (bytes: Uint8Array) => {
        const reading = decoder?.read(bytes, receivedAtMs);
        for (const report of reading?.reports ?? []) expect(reportErrorOf(report)).toBeNull();
        for (const reason of reading?.errors ?? []) expect(reason).toMatch(/^track\./);
      };
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }),
          fc.uint8Array({ maxLength: 40 }),
          fc.nat(200),
          (changes, noise, cut) => {
            const bytes = Uint8Array.from(whole);
            for (const [at, octet] of changes) bytes[at % bytes.length] = octet;
            check(bytes.subarray(0, Math.max(1, bytes.length - (cut > 100 ? cut - 100 : 0))));
            check(noise);
          },
        ),
        { numRuns: breadth(200, 100_000) },
      );
    }
  });
});
