import { describe, expect, it } from 'vitest';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import { noSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import { createAsterixDecoder } from '#domain/surveillance/asterix/source.ts';
import type { AsterixRecord } from '#domain/surveillance/asterix/table.ts';
import { createTrackTable } from '#domain/surveillance/track/track-table.ts';

/** Records with a position that is no new position of an aircraft. */

const t0 = Date.UTC(2026, 10, 27, 7, 30);
const site = { latitude: 30.5, longitude: 104, heightM: 500 };
const source = { sac: 1, sic: 2 };
const position = { latitudeDeg: 30.5785, longitudeDeg: 103.947 };
const polar = { rangeNm: 10, azimuthDeg: 90 };

function decoderOf(category: number) {
  return createAsterixDecoder({ category, editions: {}, ...noSites, site });
}

function written(category: number, record: AsterixRecord): Uint8Array {
  const encoded = encodeBlock(category, category === 21 ? '2.x' : '1.x', [{ source, ...record }]);
  if (!encoded.ok) throw new Error(`${encoded.reason} ${encoded.path}`);
  return encoded.bytes;
}

const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Number of reports, and the kinds that were counted instead. */
function read(category: number, bytes: Uint8Array) {
  const { reports, errors, others } = decoderOf(category).read(bytes, t0);
  expect(errors).toEqual([]);
  return { reports: reports.length, kinds: [...(others?.keys() ?? [])] };
}

describe('an extrapolated position', () => {
  const placed: Record<number, AsterixRecord> = {
    1: { descriptor: { track: true, detection: 2 }, trackNumber: 5, polar },
    10: { messageType: 1, position, track: { trackNumber: 5 } },
    11: { messageType: 1, position, track: { trackNumber: 5 } },
    20: { position, track: { trackNumber: 5 } },
    48: { polar, track: { trackNumber: 5 } },
    62: { position, trackNumber: 5 },
  };
  const extrapolated: [name: string, category: number, trackStatus: AsterixRecord][] = [
    ['a coasted system track', 62, { coasted: true }],
    ['a system track moved by its flight plan', 62, { trackFromFlightPlan: true }],
    ['the last message of a system track', 62, { lastMessage: true }],
    ['a coasted A-SMGCS track', 11, { coasted: true }],
    ['the last message of an A-SMGCS track', 11, { lastMessage: true }],
    ['a sector that was not scanned', 10, { coasting: 1 }],
    ['a masked area', 10, { coasting: 2 }],
    ['a missed detection', 10, { coasting: 3 }],
    ['the last report of a surface track', 10, { lastReport: true }],
    ['a coasted multilateration track', 20, { coasting: true }],
    ['the last report of a multilateration track', 20, { lastReport: true }],
    ['the last report of a radar track', 48, { endOfTrack: true }],
    ['the last report of a CAT001 track', 1, { endOfTrack: true }],
  ];
  it.each(extrapolated)('of %s gives no report (CAT%i)', (_name, category, trackStatus) => {
    const record = placed[category] ?? {};
    expect(read(category, written(category, { ...record, trackStatus }))).toEqual({
      reports: 0,
      kinds: ['track.other.extrapolated'],
    });
    const seen = category === 10 ? { coasting: 0 } : { tentative: true };
    expect(read(category, written(category, { ...record, trackStatus: seen }))).toEqual({
      reports: 1,
      kinds: [],
    });
  });

  it('is not one because a single kind of sensor was silent', () => {
    const trackStatus = { primaryOld: true, secondaryOld: true, modeSOld: true, adsbOld: true };
    expect(read(62, written(62, { position, trackNumber: 5, trackStatus })).reports).toBe(1);
  });

  it.each([
    [62, { trackNumber: 5, trackStatus: { coasted: true } }],
    [20, { track: { trackNumber: 5 }, trackStatus: { coasting: true } }],
    [11, { messageType: 1, track: { trackNumber: 5 }, trackStatus: { coasted: true } }],
  ])('does not renew the track, which coasts and ends (CAT%i)', (category, coasted) => {
    const table = createTrackTable();
    const decoder = decoderOf(category);
    const at = (step: number, change: AsterixRecord) =>
      written(category, {
        timeOfDayS: (t0 / 1000 + step * 4) % 86_400,
        position: { ...position, longitudeDeg: 103.947 + step * 0.002 },
        ...change,
      });
    const states: (boolean | undefined)[] = [];
    for (let step = 0; step < 40; step++) {
      const now = t0 + step * 4_000;
      const bytes = at(step, step < 4 ? { ...coasted, trackStatus: undefined } : coasted);
      for (const report of decoder.read(bytes, now).reports) table.apply(report, 1, now);
      table.sweep(now);
      states.push([...table.tracks()][0]?.isCoasting);
    }
    expect([states[3], states[9], states[39]]).toEqual([false, true, undefined]);
  });
});

describe('a ghost track', () => {
  it.each([
    ['CAT048', 48, fromHex('300014d512010234c4000a664000007800050140')],
    ['CAT020', 20, fromHex('140015b6010234c4000056fa960127aecf00050180')],
    [
      'CAT010',
      10,
      written(10, {
        messageType: 1,
        position,
        track: { trackNumber: 5 },
        trackStatus: { coasting: 0, movement: 0, ghost: true },
      }),
    ],
    [
      'CAT001',
      1,
      written(1, {
        descriptor: { track: true, detection: 2 },
        trackNumber: 5,
        polar,
        trackStatus: { ghost: true },
      }),
    ],
  ])('of %s is no aircraft', (_name, category, bytes) => {
    expect(read(category, bytes)).toEqual({ reports: 0, kinds: ['track.other.ghost'] });
  });
});

describe('a position of CAT021', () => {
  const described = (descriptor: AsterixRecord) =>
    read(
      21,
      written(21, { descriptor: { addressType: 0, ...descriptor }, position, targetAddress: '780abc' }),
    );

  it.each(['independentPositionCheckFailed', 'noGo', 'cprInvalid', 'rangeCheckFailed'])(
    'marked %s is refused',
    (name) => {
      expect(described({ [name]: true })).toEqual({ reports: 0, kinds: ['track.other.invalidPosition'] });
    },
  );

  it.each(['listLookupFailed', 'localDecodingJump', 'rangeCheckDoubt'])('marked %s is used', (name) => {
    expect(described({ [name]: true })).toEqual({ reports: 1, kinds: [] });
  });

  it('that failed every check is refused', () => {
    const bytes = fromHex('150016c518010201013e15bea549eaf9780abc34bc00');
    expect(read(21, bytes)).toEqual({ reports: 0, kinds: ['track.other.invalidPosition'] });
  });
});
