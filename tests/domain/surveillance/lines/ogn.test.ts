import { describe, expect, test } from 'vitest';
import { metresPerFoot, mpsPerFootPerMinute, mpsPerKnot } from '#domain/geo/units.ts';
import { noSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import { createSourceDecoder } from '#domain/surveillance/formats/source-format.ts';
import { readOgnLine, withoutRefusals } from '#domain/surveillance/lines/ogn.ts';
import type { Report } from '#domain/surveillance/track/report.ts';

const atMs = Date.UTC(2026, 10, 27, 7, 30, 5);
const octets = (text: string) => Uint8Array.from(Buffer.from(text));
function kept(bytes: Uint8Array): Uint8Array {
  const steps = withoutRefusals(bytes);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

function report(line: string, receivedAtMs = atMs): Report {
  const read = readOgnLine(line, receivedAtMs);
  if (typeof read === 'string' || 'other' in read) throw new Error(JSON.stringify(read));
  return read;
}
const other = (line: string) => {
  const read = readOgnLine(line, atMs);
  return typeof read === 'object' && 'other' in read ? read.other : read;
};
const decoder = (isStream: boolean, heard?: (message: Uint8Array) => void) => {
  const made = createSourceDecoder({
    type: 'flarm',
    editions: {},
    ...noSites,
    isStream,
    mapping: '',
    ...(heard ? { heard } : {}),
  });
  if (!made) throw new Error('no decoder');
  return made;
};

const naviter = [
  "NAV2A5C01>OGNAVI,qAS,NAVITER:/073000h3034.71N/10356.82E'090/060/A=002300 !W52! id1C402A5C01 +180fpm +0.0rot",
  "FLR2A5C02>OGNAVI,NAV2A5C01*,qAS,NAVITER:/073001h3034.80N/10356.90E'000/000/A=002310 !W00! id28202A5C02 +300fpm +1.7rot",
  "NAV2A5C03>OGNAVI,qAS,NAVITER:/073002h3034.90N/10357.00E'090/050/A=002400 !W00! idC0402A5C03 +000fpm +0.0rot",
];

describe('a beacon of Naviter', () => {
  test('has an identifier of 40 bits', () => {
    expect(report(naviter[0] ?? '')).toMatchObject({
      icao24: null,
      addressType: 'naviter',
      trackNumber: 'naviter:2a5c01',
      latitude: expect.closeTo(30.578_583, 6),
      longitude: expect.closeTo(103.947_033, 6),
      amslAltitudeM: expect.closeTo(2_300 * metresPerFoot, 6),
      groundSpeedMps: expect.closeTo(60 * mpsPerKnot, 6),
      trackDeg: 90,
      verticalRateMps: expect.closeTo(180 * mpsPerFootPerMinute, 6),
      at: Date.UTC(2026, 10, 27, 7, 30),
    });
  });

  test('that passes a FLARM on is of the FLARM, of which 000/000 says neither course nor speed', () => {
    expect(report(naviter[1] ?? '')).toMatchObject({
      addressType: 'flarm',
      trackNumber: 'flarm:2a5c02',
      trackDeg: null,
      groundSpeedMps: null,
    });
  });

  test('with the bits of stealth and no tracking gives no report, and nothing of it is kept', () => {
    expect(readOgnLine(naviter[2] ?? '', atMs)).toEqual({ other: 'track.other.noTracking', example: '' });
    for (const bits of ['8040', '4040']) {
      expect(other((naviter[2] ?? '').replace('C040', bits))).toBe('track.other.noTracking');
    }
  });

  test('has the address types of its standard, also with a version in the TO-call', () => {
    const typed = (type: number) =>
      report(
        (naviter[0] ?? '')
          .replace('>OGNAVI,', '>OGNAVI-1,')
          .replace('id1C40', `id1C${type.toString(16).padStart(1, '0').toUpperCase()}0`),
      );
    expect([0, 1, 2, 3, 4, 5, 9].map((type) => typed(type).addressType)).toEqual([
      'naviter',
      'icao',
      'flarm',
      'ogn',
      'naviter',
      'fanet',
      // Of a type that is not known the callsign says more.
      'naviter',
    ]);
    expect(typed(1)).toMatchObject({ icao24: '2a5c01', trackNumber: null });
  });
});

/** Lines as the services write them; names and numbers are invented. */
const body = "/073000h3034.71N/10356.82E'090/060/A=002300";
describe('who a position is of', () => {
  test.each([
    [
      'Spidertracks: a number of its own',
      `FLR2A5C11>OGSPID,qAS,SPIDER:${body} id300234010617099 +19dB LWE 3D`,
      'flarm',
      'flarm:2a5c11',
    ],
    [
      'SPOT: a number of its own',
      `ICA7A5C12>OGSPOT,qAS,SPOT:${body} id0-2860999 SPOT3 GOOD`,
      'icao',
      '7a5c12',
    ],
    [
      'SPOT with an id',
      `SPO2A5C12>OGSPOT,qAS,SPOT:${body} !W85! id052A5C12 +020fpm SPOTGOOD`,
      'icao',
      '2a5c12',
    ],
    [
      'inReach',
      `ICAA5C013>OGNINRE,qAS,Inreach:${body} !W00! id3DA5C013 +000fpm +0.0rot 0.0dB 0e +0.0kHz gps2x3`,
      'icao',
      'a5c013',
    ],
    [
      'LiveTrack24: a number of five digits',
      `FLR2A5C14>OGLT24,qAS,LT24:${body} id25999 +000fpm GPS`,
      'flarm',
      'flarm:2a5c14',
    ],
    [
      'LiveTrack24: a number of eight digits, whose first two are no flags',
      `FLR2A5C14>OGLT24,qAS,LT24:${body} id80123456 +000fpm GPS`,
      'flarm',
      'flarm:2a5c14',
    ],
    ['Skylines', `FLR2A5C15>OGSKYL,qAS,SKYLINES:${body} id2899 +000fpm`, 'flarm', 'flarm:2a5c15'],
    ['Capturs: no id', `FLR2A5C16>OGCAPT,qAS,CAPTURS:${body}`, 'flarm', 'flarm:2a5c16'],
    ['Flymaster: no id', `FMT2A5C17>OGFLYM,qAS,FLYMASTER:${body} !W52!`, 'tracker', 'fmt:2a5c17'],
    [
      'FANET: no type of its own in two bits',
      `FNT2A5C18>OGNFNT,qAS,FNB2A5C00:${body} !W10! id1E2A5C18 +03fpm`,
      'fanet',
      'fanet:2a5c18',
    ],
    ['PilotAware', `ICA7A5C19>OGPAW,qAS,UKWOG:${body} !W62! id217A5C19 12.5dB +2.2kHz`, 'icao', '7a5c19'],
    [
      'SafeSky: an address without a type',
      `SKY2A5C1A>OGNSKY,qAS,SafeSky:${body} !W45! id1C2A5C1A +000fpm gps4x1`,
      'nonIcao',
      'sky:2a5c1a',
    ],
    [
      'ADS-L',
      `OGN2A5C1B>OGADSL,qAS,Station:${body} !W25! id072A5C1B -177fpm 22.8dB gps63x63`,
      'ogn',
      'ogn:2a5c1b',
    ],
    [
      'Microtrak',
      `MTK2A5C1C>OGNMTK,qAS,Microtrak:${body} !W15! id232A5C1C rssi-111 snr-5 gps16`,
      'ogn',
      'ogn:2a5c1c',
    ],
    [
      'ADS-B',
      `ICA7A5C1D>OGADSB,qAS,Station:${body} id257A5C1D +1792fpm  fnA3:CWT12BK regB-70XN`,
      'icao',
      '7a5c1d',
    ],
    [
      'FLARM',
      `FLR2A5C1E>OGFLR,qAS,Station:${body} !W10! id062A5C1E +198fpm -0.8rot 7.0dB gps2x3`,
      'flarm',
      'flarm:2a5c1e',
    ],
    [
      'an OGN tracker',
      `OGN2A5C1F>OGNTRK,OGN2A5C00*,qAS,Station:${body} !W12! id072A5C1F -058fpm FL003.12`,
      'ogn',
      'ogn:2a5c1f',
    ],
    [
      'WeGlide: no type, but the callsign of a FLARM',
      `FLR2A5C20>OGNWGL,qAS,WEGLIDE:${body} !W43! id042A5C20`,
      'flarm',
      'flarm:2a5c20',
    ],
    ['Wingman: a name', `N0XYZ7>OGNWMN,qAS,WMN:${body} id07N0XYZ7A39971`, 'tracker', 'ognwmn:N0XYZ7'],
    [
      'Airmate: six digits',
      `AIR2A5C21>OGAIRM,qAS,Airmate:${body} !W18! idf2a5c2 +198`,
      'tracker',
      'air:2a5c21',
    ],
    ['MyCloudbase: no path', `MYC2A5C22>OGNMYC:${body} id1B2A5C22`, 'ogn', 'ogn:2a5c22'],
    [
      'the old TO-call of all',
      `FLR2A5C23>APRS,qAS,Station:${body} id0A2A5C23 -454fpm`,
      'flarm',
      'flarm:2a5c23',
    ],
  ])('%s', (_, line, addressType, name) => {
    const { icao24, trackNumber, ...read } = report(line);
    expect([read.addressType, icao24 ?? trackNumber]).toEqual([addressType, name]);
    expect(read.amslAltitudeM).toBeCloseTo(2_300 * metresPerFoot, 6);
  });

  test('the number of a flight is its callsign', () => {
    const line = `ICA7A5C1D>OGADSB,qAS,Station:${body} id257A5C1D +1792fpm  fnA3:CWT12BK regB-70XN`;
    expect(report(line).callsign).toBe('CWT12BK');
    expect(report(line.replace('fnA3:', 'fn')).callsign).toBe('CWT12BK');
    expect(report(line.replace('fnA3:CWT12BK', '')).callsign).toBeNull();
  });
});

describe('a pilot who does not want to be tracked or shown', () => {
  test.each([
    ['FLARM', `FLR2A5C01>OGFLR,qAS,Station:${body} id462A5C01 +198fpm`],
    ['FLARM, stealth', `FLR2A5C01>OGFLR,qAS,Station:${body} id862A5C01 +198fpm`],
    ['ADS-L', `OGN2A5C01>OGADSL,qAS,Station:${body} id472A5C01`],
    ['FANET', `FNT2A5C01>OGNFNT,qAS,Station:${body} id5E2A5C01`],
    ['SPOT with an id', `SPO2A5C01>OGSPOT,qAS,SPOT:${body} id452A5C01`],
    ['Wingman', `N0XYZ7>OGNWMN,qAS,WMN:${body} id47N0XYZ7A39971`],
    ['lower-case digits', `FLR2A5C01>OGFLR,qAS,Station:${body} id862a5c01`],
    ['a position in another notation', "FLR2A5C01>OGFLR,qAS,Station:!3034.  N/10356.  E' id862A5C01"],
  ])('of %s has no report, no example and no place in what is kept', (_, line) => {
    expect(readOgnLine(line, atMs)).toEqual({ other: 'track.other.noTracking', example: '' });
    const [before, after] = [`FLR2A5CFE>OGFLR,qAS,X:${body} id062A5CFE\r\n`, `# a comment\r\n`];
    expect(textOf(kept(octets(`${before}${line}\r\n${after}`)))).toBe(`${before}${after}`);
    // The last line of a datagram has no end.
    expect(textOf(kept(octets(`${before}${line}`)))).toBe(before);
  });

  test('is not kept of a line that is no message either', () => {
    expect(kept(octets(`${body} id862A5C01`))).toHaveLength(0);
    expect(other(`${body} id862A5C01`)).toBe('track.other.noTracking');
  });

  test('is left out of what a stream is shown by, wherever the line is cut', () => {
    const lines = [
      `FLR2A5CFE>OGFLR,qAS,X:${body} id062A5CFE\n`,
      `FLR2A5C01>OGFLR,qAS,X:${body} id862A5C01\n`,
    ];
    const all = octets(lines.join('').repeat(2));
    for (const size of [1, 7, 40, 100, 500]) {
      const heard: Uint8Array[] = [];
      const reader = decoder(true, (message) => heard.push(message));
      const readings = [];
      for (let at = 0; at < all.length; at += size)
        readings.push(reader.read(all.subarray(at, at + size), atMs));
      expect(readings.flatMap(({ reports }) => reports.map(({ trackNumber }) => trackNumber))).toEqual([
        'flarm:2a5cfe',
        'flarm:2a5cfe',
      ]);
      // Whole lines alone are shown, so that each can be left out.
      expect(heard.map((message) => textOf(kept(message))).join('')).toBe(`${lines[0]}${lines[0]}`);
    }
  });
});

describe('a line without a report', () => {
  test.each([
    ['server', '# aprsc 2.1.15-gc67551b 27 Nov 2026 07:30:00 GMT GLIDERN1'],
    ['status', 'Station>OGNSDR,TCPIP*,qAC,GLIDERN2:>073001h v0.2.7.RPI-GPU CPU:0.7 RAM:770.2/968.2MB'],
    ['status', 'OGN2A5C01>OGNTRK,qAS,Station:>073015h h00 v00 9sat/1 164m 1002.6hPa'],
    ['receiver', 'Station>OGNSDR,TCPIP*,qAC,GLIDERN2:/073001h3057.61NI10400.58E&/A=000423'],
    ['receiver', 'K2B9>OGNSXR,TCPIP*,qAC,GLIDERN0:/073001h3053.05NI10415.22W&/A=000692'],
    ['receiver', 'STA1>OGNEMO,TCPIP*,qAC,NEMO:/073001h3026.64NI10451.12W&/A=000602 v2.00 nemobridge'],
    ['receiver', 'Station>APRS,TCPIP*,qAC,GLIDERN2:/073001h3044.70NI10439.19E&/A=005435 v0.2.1 CPU:0.3'],
    ['receiver', 'FNB2A5C00>OGNFNT,TCPIP*,qAC,GLIDERN3:/073001h3057.95NI10401.00E&/A=001042'],
    ['weather', 'FNT2A5C01>OGNFNT,qAS,Station:/073001h3033.93N/10318.50E_231/006g009t068h55 28.0dB'],
    ['status', 'WX01>OGNDVS,TCPIP*,qAC,GLIDERN2:>073001h 1:0 2.563s/1ms 74dB/+9kHz 090/5/6kt 51.6F'],
    ['aprs', 'FLR2A5C01>OGFLR,qAS,Station::STATION  :hello'],
    ['position', "FLR2A5C01>OGFLR,qAS,Station:!3034.  N/10356.  E'"],
    ['aprsStation', 'BG8ABC-9>APRS,WIDE1-1,qAR,BR8AA:!3034.71N/10356.82E>090/036 a car'],
  ])('is counted as %s', (kind, line) => {
    expect(readOgnLine(line, atMs)).toEqual({ other: `track.other.${kind}`, example: line });
  });

  test('is counted with an example, and lines that cannot be read with their reason', () => {
    const reading = decoder(false).read(
      octets(
        `${naviter.join('\n')}\n# a comment\n# another\nnonsense\nFLR2A5C01>OGFLR,qAS,X:/256000h3034.71N/10356.82E' id062A5C01\n`,
      ),
      atMs,
    );
    expect(reading).toMatchObject({ records: 5, errors: ['track.read.syntax', 'track.range.time'] });
    expect(reading.reports).toHaveLength(2);
    expect(Object.fromEntries(reading.others ?? [])).toEqual({
      'track.other.noTracking': { count: 1, example: '' },
      'track.other.server': { count: 2, example: '# a comment' },
    });
  });
});

describe('values of a beacon', () => {
  const line = (motion: string, comment = '') =>
    `FLR2A5C01>OGFLR,qAS,X:/073000h3034.71N/10356.82E'${motion} id062A5C01 ${comment}`;
  test.each([
    ['000/000', null, null],
    ['000/085', null, 85],
    ['123/000', 123, 0],
    ['360/010', 0, 10],
    ['360/000', 0, 0],
    ['0/001', null, 1],
    ['/A=000410', null, null],
    ['.../...', null, null],
  ])('%s is a course and a speed', (motion, course, knots) => {
    const { trackDeg, groundSpeedMps } = report(line(motion));
    expect(trackDeg).toBe(course);
    if (knots === null) expect(groundSpeedMps).toBeNull();
    else expect(groundSpeedMps).toBeCloseTo(knots * mpsPerKnot, 9);
  });

  test.each([
    ['+03fpm', 3],
    ['-10fpm', -10],
    ['+0fpm', 0],
    ['-7fpm', -7],
    ['+198fpm', 198],
    ['-3959fpm', -3_959],
    ['+12345fpm', 12_345],
    ['+198', null],
  ])('%s is a climb rate', (written, feetPerMinute) => {
    const { verticalRateMps } = report(line('090/060', written));
    if (feetPerMinute === null) expect(verticalRateMps).toBeNull();
    else expect(verticalRateMps).toBeCloseTo(feetPerMinute * mpsPerFootPerMinute, 9);
  });

  test('a position without an altitude, as a person on the ground sends it', () => {
    const ground = 'FNT2A5C01>OGNFNT,qAS,X:/073000h3034.71N\\10356.82En !W68! id3E2A5C01 FNT71 26.3dB';
    expect(report(ground)).toMatchObject({
      addressType: 'fanet',
      amslAltitudeM: null,
      trackDeg: null,
      groundSpeedMps: null,
      onGround: true,
    });
  });

  test.each([
    ['gps3x5', 3, 5],
    ['gps16', 16, null],
  ])('%s is its accuracy', (written, horizontalM, verticalM) => {
    expect(report(line('090/060', written)).accuracy).toMatchObject({ horizontalM, verticalM });
  });
});

describe('the time of a position', () => {
  const timed = (time: string, receivedAtMs = atMs) =>
    report(`FLR2A5C01>OGFLR,qAS,X:${time}3034.71N/10356.82E' id062A5C01`, receivedAtMs);

  test('in hours, minutes and seconds is of the nearest day', () => {
    expect(timed('/235959h', Date.UTC(2026, 10, 27, 0, 0, 1)).at).toBe(Date.UTC(2026, 10, 26, 23, 59, 59));
    expect(timed('@000001h', Date.UTC(2026, 10, 26, 23, 59, 58)).at).toBe(Date.UTC(2026, 10, 27, 0, 0, 1));
  });

  test('in day, hours and minutes (z) is of the nearest month, and no better than a minute', () => {
    expect(timed('/270729z')).toMatchObject({
      at: Date.UTC(2026, 10, 27, 7, 29, 59, 999),
      timeResolutionS: 60,
    });
    // Within the minute it is when it came in.
    expect(timed('/270730z').at).toBe(atMs);
    expect(timed('/302358z', Date.UTC(2026, 11, 1, 0, 1)).at).toBe(Date.UTC(2026, 10, 30, 23, 58, 59, 999));
    expect(readOgnLine("FLR2A5C01>OGFLR,qAS,X:/310760z3034.71N/10356.82E' id062A5C01", atMs)).toBe(
      'track.range.time',
    );
  });

  test.each(['/270729/', '!', '='])('that %s does not say is when it came in', (time) => {
    expect(timed(time)).toMatchObject({ at: atMs, timeOfDayS: null, timeResolutionS: null });
  });
});
