import { describe, expect, it } from 'vitest';
import { noSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import { createSourceDecoder } from '#domain/surveillance/formats/source-format.ts';
import { mappingPresets } from '#domain/surveillance/lines/mapping-presets.ts';
import { longitudeZones } from '#domain/surveillance/modes/cpr.ts';
import { writeCoarsePosition, writeFrame } from '#domain/surveillance/modes/frames.ts';
import { writeBeast } from '#domain/surveillance/modes/receivers.ts';
import { writeMessage } from '#domain/surveillance/terminals/jt808-message.ts';
import type { Reading } from '#domain/surveillance/track/reading.ts';
import { calculatedAccuracy } from '#domain/surveillance/track/report.ts';

/** Feeds of the same kinds as those of feed-cases, in the forms that further programs and services give them. */

const now = Date.UTC(2026, 10, 27, 7, 30);
const octets = (text: string) => Uint8Array.from(Buffer.from(text));
const read = (type: string, bytes: Uint8Array, mapping = '', at = now): Reading => {
  const decoder = createSourceDecoder({ type, editions: {}, ...noSites, isStream: false, mapping });
  if (!decoder) throw new Error(`no decoder of ${type}`);
  return decoder.read(bytes, at);
};
const json = (text: string, mapping: string) => read('json', octets(text), mapping);
const presetOf = (name: string) => mappingPresets.find((one) => one.name.startsWith(name))?.mapping ?? '';
const plain = JSON.stringify({
  reports: '/aircraft',
  fields: { icao24: '/hex', latitude: '/lat', longitude: '/lon', at: { at: '#/now', unit: 's' } },
});
const here = { hex: '780abc', lat: 30.5785, lon: 103.947 };

describe('JSON of other services', () => {
  it('adsb.lol and its relatives count milliseconds', () => {
    const document = {
      now: now,
      ac: [
        { ...here, type: 'adsb_icao', alt_baro: 3500, gs: 120, seen_pos: 2.5, seen: 0.1 },
        { hex: '780abd', type: 'mode_s', alt_baro: 21000 },
        { ...here, hex: '~2a5c01', type: 'tisb_other', alt_baro: 'ground', seen_pos: 0 },
      ],
    };
    const { reports, errors } = json(JSON.stringify(document), presetOf('adsb.lol'));
    expect(errors).toEqual([]);
    expect(reports).toMatchObject([
      { icao24: '780abc', at: now - 2_500 },
      { icao24: null, addressType: 'nonIcao', onGround: true, pressureAltitudeM: null },
    ]);
  });

  it('Virtual Radar Server', () => {
    const aircraft = {
      Icao: '780ABC',
      Call: 'TST101',
      Lat: here.lat,
      Long: here.lon,
      Alt: 3500,
      Spd: 120.4,
      Trak: 90,
      Vsi: -64,
      Sqk: '2301',
      Gnd: false,
      PosTime: now - 3_000,
    };
    const { reports } = json(JSON.stringify({ acList: [aircraft, { Icao: '780ABD' }] }), presetOf('Virtual'));
    expect(reports).toMatchObject([
      { icao24: '780abc', callsign: 'TST101', mode3A: '2301', onGround: false, at: now - 3_000 },
    ]);
  });

  it('Virtual Radar Server says a heading, an airspeed and a calculated position under the usual names', () => {
    const aircraft = {
      Icao: '780ABC',
      Lat: here.lat,
      Long: here.lon,
      Spd: 120,
      SpdTyp: 2,
      Trak: 90,
      TrkH: true,
      Mlat: true,
      PosTime: now - 3_000,
    };
    const { reports } = json(JSON.stringify({ acList: [aircraft] }), presetOf('Virtual'));
    expect(reports).toMatchObject([{ trackDeg: null, groundSpeedMps: null, accuracy: calculatedAccuracy }]);
  });

  it.each([
    ['a position of nobody knows when is as old as what was heard last', null, now / 1_000 - 40, 40],
    ['a position says when', now / 1_000 - 5, now / 1_000 - 1, 5],
  ])('OpenSky: %s', (_, timePosition, lastContact, ageS) => {
    const row = ['780abc', 'TST101', 'China', timePosition, lastContact, here.lon, here.lat];
    const rest = [1000, false, 60, 90, 0, null, 1100, '2301', false, 2];
    const { reports } = json(
      JSON.stringify({ time: now / 1_000, states: [[...row, ...rest]] }),
      presetOf('OpenSky'),
    );
    // Column 16 says that receivers calculated it.
    expect(reports).toMatchObject([{ at: now - ageS * 1_000, accuracy: calculatedAccuracy }]);
  });

  it.each([0, 'nan', now / 1_000_000, '2026-11-27T07:29:00Z'])(
    'OpenSky: a time of position %j that is none does not make the position new',
    (timePosition) => {
      const row = ['780abc', 'TST101', 'China', timePosition, now / 1_000, here.lon, here.lat];
      const rest = [1000, false, 60, 90, 0, null, 1100, '2301', false, 0];
      const byContact = presetOf('OpenSky').replace('"/3"', '"/4"');
      const document = JSON.stringify({ time: now / 1_000, states: [[...row, ...rest]] });
      expect(json(document, byContact)).toMatchObject({ reports: [], errors: ['track.range.time'] });
    },
  );

  it.each([null, '', 0])(
    'OpenSky: a time of the fix in another column counts alone, beside %j',
    (timePosition) => {
      const row = ['780abc', 'TST101', 'China', timePosition, null, here.lon, here.lat];
      const rest = [1000, false, 60, 90, 0, null, 1100, '2301', false, 0, 1, now / 1_000 - 9];
      const document = JSON.stringify({ time: now / 1_000, states: [[...row, ...rest]] });
      const { reports } = json(document, presetOf('OpenSky').replace('"/3"', '"/18"'));
      expect(reports).toMatchObject([{ at: now - 9_000 }]);
    },
  );

  it('OpenSky: an empty time of position is none', () => {
    const row = ['780abc', 'TST101', 'China', '', now / 1_000 - 40, here.lon, here.lat];
    const rest = [1000, false, 60, 90, 0, null, 1100, '2301', false, 0];
    const document = JSON.stringify({ time: now / 1_000, states: [[...row, ...rest]] });
    const byContact = presetOf('OpenSky').replace('"/3"', '"/4"');
    expect(json(document, byContact).reports).toMatchObject([{ at: now - 40_000 }]);
  });

  it('OpenSky: without any time of the aircraft its position is of no known age', () => {
    const row = [
      '780abc',
      '',
      'China',
      null,
      null,
      here.lon,
      here.lat,
      1,
      false,
      0,
      0,
      0,
      null,
      0,
      null,
      false,
      0,
    ];
    const document = JSON.stringify({ time: now / 1_000, states: [row] });
    for (const mapping of [presetOf('OpenSky'), presetOf('OpenSky').replace('"/3"', '"/4"')])
      expect(json(document, mapping)).toMatchObject({ reports: [], errors: ['track.range.time'] });
  });

  it.each([
    ['FLR000000', 'id06000000', 'flarm'],
    ['ICA000000', 'id05000000', null],
    ['FLRFFFFFF', 'id06FFFFFF', 'flarm'],
  ])('OGN: %s %s is no identity, and costs no position', (sender, id, addressType) => {
    const line = `${sender}>APRS,qAS,X:/073000h3034.71N/10356.82E'090/060/A=002300 ${id}\n`;
    const reading = read('flarm', octets(line));
    expect(reading).toMatchObject({
      errors: [],
      reports: [{ icao24: null, trackNumber: null, addressType }],
    });
    expect(reading.unusable?.get('trackNumber')?.count).toBe(1);
  });

  it.each([
    ['seen_pos -1', { seen_pos: -1 }],
    ['a time of position of nought', { time_position: 0 }],
  ])('%s says that the age is not known', (_, said) => {
    const document = JSON.stringify({ now: now / 1_000, aircraft: [{ ...here, ...said }] });
    expect(json(document, plain)).toMatchObject({ reports: [], errors: ['track.range.time'] });
    const mapped = json(document, presetOf('readsb'));
    expect(mapped).toMatchObject({ reports: [], errors: ['track.range.time'] });
  });

  it('beside a time of the position, an age of -1 says nothing', () => {
    const row = { ...here, seen_pos: -1, time_position: now / 1_000 - 20 };
    const document = JSON.stringify({ now: now / 1_000, aircraft: [row] });
    expect(json(document, plain)).toMatchObject({ errors: [], reports: [{ at: now - 20_000 }] });
  });

  it('the age of a position is found where the place is an object of its own, and in milliseconds', () => {
    const mapping = plain.replace('"/lat"', '"/place/lat"').replace('"/lon"', '"/place/lon"');
    const place = { lat: here.lat, lon: here.lon };
    const listed = plain.replace('"/lat"', '"/at/0"').replace('"/lon"', '"/at/1"');
    const list = { now: now / 1_000, aircraft: [{ hex: here.hex, at: [here.lat, here.lon], seen_pos: 20 }] };
    expect(json(JSON.stringify(list), listed).reports).toMatchObject([{ at: now - 20_000 }]);
    for (const said of [{ seen_pos: 20 }, { time_position: now - 20_000 }, { seen: 20 }]) {
      const document = { now: now / 1_000, aircraft: [{ hex: here.hex, place, ...said }] };
      expect(json(JSON.stringify(document), mapping).reports).toMatchObject([{ at: now - 20_000 }]);
    }
    const own = {
      now: now / 1_000,
      aircraft: [{ hex: here.hex, place: { ...place, seen_pos: 40 }, seen: 1 }],
    };
    expect(json(JSON.stringify(own), mapping).reports).toMatchObject([{ at: now - 40_000 }]);
  });

  it('an accuracy of nought is not known, in JSON and in OGN', () => {
    const mapping = plain.replace('"icao24"', '"horizontalAccuracy":"/acc","icao24"');
    const accuracies = [0, 25].map(
      (acc) => json(JSON.stringify({ aircraft: [{ ...here, acc }] }), mapping).reports[0]?.accuracy,
    );
    expect(accuracies).toEqual([null, { horizontalM: 25, verticalM: null, nacp: null }]);
    const line = (gps: string) =>
      `FLRDDE626>APRS,qAS,X:/073000h3034.71N/10356.82E'090/060/A=002300 id06DDE626 ${gps}\n`;
    const reported = (gps: string) => read('flarm', octets(line(gps))).reports[0]?.accuracy;
    expect(reported('gps0x0')).toBeNull();
    expect(reported('gps3x0')).toEqual({ horizontalM: 3, verticalM: null, nacp: null });
  });

  it('`seen` is an age, or the moment itself', () => {
    for (const seen of [30, now / 1_000 - 30]) {
      const { reports } = json(JSON.stringify({ now: now / 1_000, aircraft: [{ ...here, seen }] }), plain);
      expect(reports).toMatchObject([{ at: now - 30_000 }]);
    }
  });

  it.each([
    ['TST101@@', 'TST101', 0],
    ['@@@@@@@@', null, 0],
    ['TS@101', null, 1],
  ])('a callsign filled up: %s', (flight, callsign, unusable) => {
    const reading = json(
      JSON.stringify({ aircraft: [{ ...here, flight, seen_pos: 0 }] }),
      presetOf('readsb'),
    );
    expect(reading.reports).toMatchObject([{ callsign }]);
    expect(reading.unusable?.size ?? 0).toBe(unusable);
  });

  it.each([
    [0, null],
    ['0000', '0000'],
    [7700, '7700'],
  ])('the code %j', (squawk, mode3A) => {
    const { reports } = json(JSON.stringify({ aircraft: [{ ...here, squawk }] }), presetOf('readsb'));
    expect(reports).toMatchObject([{ mode3A }]);
  });

  it('one document in each line', () => {
    const line = (hex: string) => JSON.stringify({ now: now / 1_000, aircraft: [{ ...here, hex }] });
    const reading = json(`${line('780abc')}\r\n${line('780abd')}\n{"broken\n`, plain);
    expect(reading.reports.map(({ icao24 }) => icao24)).toEqual(['780abc', '780abd']);
    expect(reading.errors).toEqual(['track.read.syntax']);
    expect(json('{\n"now": 1,\n"aircraft": [\n', plain).errors).toEqual(['track.read.syntax']);
  });

  it.each([
    ['0x780ABC', '780abc', 'icao'],
    ['780ABC', '780abc', 'icao'],
    ['~0x780abc', null, 'nonIcao'],
  ])('the address %s', (hex, icao24, addressType) => {
    const { reports } = json(JSON.stringify({ now: now / 1_000, aircraft: [{ ...here, hex }] }), plain);
    expect(reports).toMatchObject([{ icao24, addressType }]);
  });

  it.each(['ground', 'GROUND', ' Gnd ', 'on ground', 'on_ground'])('"%s" is no altitude', (word) => {
    const mapping = JSON.stringify({
      reports: '/aircraft',
      fields: { latitude: '/lat', longitude: '/lon', pressureAltitude: '/alt_baro' },
    });
    const { reports, unusable } = json(JSON.stringify({ aircraft: [{ ...here, alt_baro: word }] }), mapping);
    expect(reports).toMatchObject([{ onGround: true, pressureAltitudeM: null }]);
    expect(unusable).toBeUndefined();
  });

  it.each([
    ['microseconds', now * 1_000, 'us', []],
    ['milliseconds that are called seconds', now, 's', ['track.range.future']],
    ['seconds that are called milliseconds', now / 1_000, 'ms', []],
    ['a text', String(now), 'ms', []],
  ])('a time in %s', (_, at, unit, errors) => {
    const mapping = JSON.stringify({
      fields: { latitude: '/lat', longitude: '/lon', at: { at: '/t', unit } },
    });
    expect(json(JSON.stringify({ ...here, t: at }), mapping).errors).toEqual(errors);
  });
});

describe('lines of SBS-1', () => {
  const line = (kind: number, rest: string, [generated, logged] = ['07:30:00.000', '07:30:00.000']) =>
    `MSG,${kind},1,1,780ABC,1,2026/11/27,${generated},2026/11/27,${logged},${rest}\n`;
  const place = ',11500,82,91,30.57850,103.94700,0,2301,0,0,0,';

  it.each([
    ['in the seconds', line(3, `${place}0`, ['07:30:00,123', '07:30:00,123'])],
    ['in the degrees', line(3, ',11500,82,91,30,57850,103,94700,0,2301,0,0,0,0')],
  ])('with decimal commas %s are refused: their columns are others', (_, text) => {
    const reading = read('sbs', octets(text));
    expect([reading.reports, reading.errors]).toEqual([[], ['track.read.syntax']]);
  });

  it.each<[string, [string, string], number]>([
    ['less what they lay', ['07:29:58.000', '07:30:00.000'], 2_000],
    ['of now where two zones or clocks were written', ['07:30:00.000', '15:30:00.000'], 0],
    ['of now where the clock had not been set', ['15:30:00.000', '07:30:00.000'], 0],
  ])('are of when they came in: %s', (_, times, agoMs) => {
    expect(read('sbs', octets(line(3, `${place}0`, times))).reports).toMatchObject([{ at: now - agoMs }]);
  });

  it.each([
    [2, '', true],
    [2, '0', false],
    [3, '', null],
  ])('of kind %i with the column of the ground %j', (kind, ground, onGround) => {
    expect(read('sbs', octets(line(kind, place + ground))).reports).toMatchObject([{ onGround }]);
  });
});

describe('minutes of 60 and more are no position', () => {
  it.each(['3064.71N/10356.82E', '3034.71N/10376.82E'])('%s', (where) => {
    const reading = read(
      'flarm',
      octets(`FLR2A5C01>OGFLR,qAS,X:/072959h${where}'086/007/A=002000 id062A5C01\n`),
    );
    expect([reading.reports, reading.errors]).toEqual([[], ['track.range.position']]);
  });
});

describe('a fix from the future is refused by every format alike', () => {
  const ahead = now + 60_000;
  it('OGN', () => {
    const line = "FLR2A5C01>OGFLR,qAS,X:/073100h3034.71N/10356.82E'086/007/A=002000 id062A5C01";
    expect(read('flarm', octets(line))).toMatchObject({ reports: [], errors: ['track.range.future'] });
    expect(read('flarm', octets(line), '', ahead).reports).toHaveLength(1);
  });

  it('JT/T 808', () => {
    // 15:31:00 in Beijing.
    const message = '7E0200001C0139000000170001000000000000000301D2974406321AF8028A04B0005A261127083000AB7E';
    const bytes = Uint8Array.from(Buffer.from(message, 'hex'));
    const sentAt = Date.UTC(2026, 10, 27, 0, 30);
    expect(read('jt808', bytes, '', sentAt - 60_000)).toMatchObject({
      reports: [],
      errors: ['track.range.future'],
    });
    expect(read('jt808', bytes, '', sentAt).reports).toHaveLength(1);
  });

  it('remote identification', () => {
    const location = '12202D2800A8E83912B00DF53DA80CA80CC0083A0350460500';
    const basicId = '0212313538314634434C454152574159303030303031000000';
    const pack = Uint8Array.from(Buffer.from(`F21902${basicId}${location}`, 'hex'));
    const fixAt = Date.UTC(2026, 10, 27, 7) + 0x4650 * 100;
    expect(read('remoteId', pack, '', fixAt - 60_000).errors).toEqual(['track.range.future']);
    expect(read('remoteId', pack, '', fixAt).reports).toHaveLength(1);
  });
});

describe('JT/T 808 messages without a position are named', () => {
  it.each([
    [0x0801, 'terminalMedia'],
    [0x0104, 'terminalParameters'],
    [0x0702, 'terminalDriver'],
    [0x0900, 'terminalData'],
    [0x0fff, 'terminalMessage'],
  ])('0x%s', (message, kind) => {
    const bytes = writeMessage({ message, phone: '13900000017', body: new Uint8Array(12) });
    const { others, errors } = read('jt808', bytes ?? new Uint8Array());
    expect([[...(others ?? [])].map(([key]) => key), errors]).toEqual([[`track.other.${kind}`], []]);
  });
});

describe('lines of relays of the Open Glider Network', () => {
  it('a delayed beacon is of its own time; the relay itself is no aircraft', () => {
    const beacon = "FLR2A5C01>OGNDELAY,qAS,DLY2APRS:/072500h3034.71N/10356.82E'086/007/A=002000 id062A5C01";
    const relay = 'DLY2APRS>OGNDELAY,TCPIP*,qAC,GLIDERN1:/072500h3034.71NI10356.82E&/A=000000';
    const other = "DLY2APRS>OGNDELAY,qAC,GLIDERN1:/072500h3034.71N/10356.82E'/A=000000";
    const { reports, others } = read('flarm', octets(`${beacon}\n${relay}\n${other}\n`));
    expect(reports).toMatchObject([{ trackNumber: 'flarm:2a5c01', at: now - 300_000 }]);
    expect(others?.get('track.other.receiver')?.count).toBe(2);
  });
});

describe('a coarse position of TIS-B (DF18, control field 3)', () => {
  /** Compact position of 12 bits (DO-260B appendix A 1.7). */
  const coarse = (odd: boolean, imf: boolean): Uint8Array => {
    const part = (value: number, zones: number) => {
      const width = 360 / zones;
      return Math.floor(4096 * ((((value % width) + width) % width) / width) + 0.5) % 4096;
    };
    const message = writeCoarsePosition({
      imf,
      surveillanceStatus: 0,
      serviceVolume: 3,
      // 3,500 ft: steps of 25 ft from −1,000 with the bit Q.
      altitudeCode: ((180 >> 4) << 5) | 0x10 | (180 & 15),
      trackValid: true,
      trackDeg: 90,
      speed: 4,
      odd,
      cprLatitude: part(here.lat, odd ? 59 : 60),
      cprLongitude: part(here.lon, longitudeZones(here.lat) - (odd ? 1 : 0)),
    });
    const hex = Buffer.from(message ?? []).toString('hex');
    const frame = writeFrame({ format: 18, control: 3, address: '2a5c01', message: hex }, '');
    return writeBeast(frame ?? new Uint8Array());
  };

  it('is read with its altitude, track and speed', () => {
    const { reports, errors } = read('beast', Buffer.concat([coarse(false, true), coarse(true, true)]));
    expect(errors).toEqual([]);
    expect(reports).toMatchObject([
      {
        icao24: null,
        addressType: 'trackFile',
        trackNumber: '~2a5c01',
        trackDeg: 90,
        pressureAltitudeM: expect.closeTo(1066.8, 1),
        groundSpeedMps: expect.closeTo(96 * 0.514444, 1),
      },
    ]);
    expect(Math.abs((reports[0]?.latitude ?? 0) - here.lat)).toBeLessThan(0.002);
    expect(Math.abs((reports[0]?.longitude ?? 0) - here.lon)).toBeLessThan(0.002);
  });

  it('with the bit IMF at 0 it is of the ICAO address', () => {
    const { reports } = read('beast', Buffer.concat([coarse(false, false), coarse(true, false)]));
    expect(reports).toMatchObject([{ icao24: '2a5c01' }]);
  });
});
