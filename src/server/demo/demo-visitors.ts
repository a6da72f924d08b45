import { direct, inverse, type Position } from '#domain/geo/geodesy.ts';
import { mpsPerKnot } from '#domain/geo/units.ts';
import type { SurveillanceSource } from '#domain/record/records.gen.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import { altitudeCode12 } from '#domain/surveillance/modes/codes.ts';
import { airborneSpan, cprFrame } from '#domain/surveillance/modes/cpr.ts';
import { writeFrame, writeSquitter } from '#domain/surveillance/modes/frames.ts';
import { writeBeast } from '#domain/surveillance/modes/receivers.ts';
import { writeJt808 } from '#domain/surveillance/terminals/jt808.ts';
import { writeRemoteId } from '#domain/surveillance/terminals/remote-id.ts';
import { rainMessages } from './demo-rain.ts';
import { sceneMessages } from './demo-scenes.ts';

/**
 * Aircraft of the demo that have no plan here, each seen by a source of another kind, some of which misbehave; a weather
 * radar; and what is there to be alerted of.
 */

/** One of them at one moment. Altitude above 1013.25 hPa, metres; speed m/s; true track. */
export interface VisitorState extends Position {
  index: number;
  altitudeM: number;
  groundSpeedMps: number;
  trackDeg: number;
}

export interface VisitorSource {
  record: SurveillanceSource;
  aircraft: number;
  /** Sends the fix of the last whole second: its messages have no finer time. */
  wholeSeconds?: true;
  /** The messages of one second, UTC ms. */
  messages(seen: VisitorState[], at: number): Uint8Array[];
  /** What goes wrong in that second (of the hour): it says nothing, or says this beside the good. */
  misbehaviour?(second: number): 'silent' | Uint8Array | null;
}

const centre: Position = { longitude: 104.2, latitude: 30.75 };
const feetPerMetre = 1 / 0.3048;
const hexAddress = (group: number, index: number) => (0x78_f0_00 + group * 256 + index).toString(16);
const octets = (text: string) => Uint8Array.from(Buffer.from(text));
/** Where an encoder has nothing to say, nothing is sent. */
const sent = (...bytes: (Uint8Array | null)[]) => bytes.filter((one): one is Uint8Array => one !== null);

/** Each flies a circle of its own, for ever; seen from above, left about. */
export function visitorAt(group: number, index: number, at: number): VisitorState {
  const radiusM = 4_000 + 1_500 * index;
  const groundSpeedMps = group === 2 ? 12 : 42 + 4 * index;
  const middle = direct(centre, (group * 72 + index * 23) % 360, 20_000 + 9_000 * index);
  const turnedDeg = ((at / 1_000) * groundSpeedMps * 360) / (2 * Math.PI * radiusM);
  const bearing = (((group * 40 + index * 57 - turnedDeg) % 360) + 360) % 360;
  const { longitude, latitude } = direct(middle, bearing, radiusM);
  return {
    index,
    longitude,
    latitude,
    altitudeM: group === 2 ? 60 + 10 * index : 700 + 150 * index + 60 * group,
    groundSpeedMps,
    trackDeg: (bearing + 270) % 360,
  };
}

/** The messages of a source about the aircraft of its group, at a moment in UTC ms. */
export function visitorMessages(source: VisitorSource, group: number, at: number): Uint8Array[] {
  const fixAt = source.wholeSeconds ? Math.floor(at / 1_000) * 1_000 : at;
  const seen = Array.from({ length: source.aircraft }, (_, index) => visitorAt(group, index, fixAt));
  return source.messages(seen, fixAt);
}

export const radarSite: Position = { longitude: 103.95, latitude: 30.58 };
/** The antenna turns once in four seconds. */
const antennaS = 4;

const record = (name: string, nameEn: string, values: Partial<SurveillanceSource>): SurveillanceSource => ({
  name,
  nameEn,
  type: 'Cat21',
  transport: 'httpPush',
  deadAfterS: 30,
  enabled: true,
  ...values,
});

const mapping = JSON.stringify({
  reports: '/targets',
  fields: {
    id: '/id',
    latitude: '/position/lat',
    longitude: '/position/lon',
    geometricAltitude: '/height',
    groundSpeed: { at: '/speed', unit: 'km/h' },
    track: '/course',
    at: { at: '/time', unit: 'ms' },
  },
});

function radarPlots(seen: VisitorState[], at: number): Uint8Array[] {
  const turn = Math.floor(at / 1_000) % antennaS;
  const records = seen
    .filter(({ index }) => index % antennaS === turn)
    .map((one) => {
      const { distanceM, initialBearingDeg } = inverse(radarSite, one);
      return {
        source: { sac: 25, sic: 48 },
        timeOfDayS: (at % 86_400_000) / 1_000,
        polar: { rangeNm: distanceM / 1_852, azimuthDeg: ((initialBearingDeg % 360) + 360) % 360 },
        flightLevel: { flightLevelFl: (one.altitudeM * feetPerMetre) / 100 },
        targetAddress: hexAddress(0, one.index),
        targetIdentification: `CYR${100 + one.index}`,
        velocity: {
          groundSpeedKt: one.groundSpeedMps / mpsPerKnot,
          trackDeg: Math.min(359.9, one.trackDeg),
        },
      };
    });
  const encoded = records.length === 0 ? null : encodeBlock(48, '1.x', records);
  return encoded?.ok ? [encoded.bytes] : [];
}

function modeS(seen: VisitorState[], at: number): Uint8Array[] {
  const odd = Math.floor(at / 1_000) % 2 === 1;
  const frames = seen.flatMap((one) => {
    const address = hexAddress(1, one.index);
    const cpr = cprFrame(one, odd, airborneSpan);
    const message = writeSquitter('airborne', {
      type: 11,
      altitudeCode: altitudeCode12(Math.round((one.altitudeM * feetPerMetre) / 25) * 25) ?? 0,
      odd,
      cprLatitude: cpr.latitude,
      cprLongitude: cpr.longitude,
    });
    const hex = message && Buffer.from(message).toString('hex');
    const frame = hex ? writeFrame({ format: 17, capability: 5, address, message: hex }, address) : null;
    return frame ? [...writeBeast(frame)] : [];
  });
  return frames.length === 0 ? [] : [Uint8Array.from(frames)];
}

/** `YYMMDDhhmmss` in Beijing, as terminals say it. */
const beijing = (at: number) =>
  new Date(at + 8 * 3_600_000).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14);

/** By this name it is known whether the scenes are on. */
export const sceneSource = '演示告警情景';

export const visitorSources: readonly VisitorSource[] = [
  {
    record: record('演示单雷达', 'Demo radar', {
      type: 'Cat48',
      position: { type: 'Point', coordinates: [radarSite.longitude, radarSite.latitude] },
      rangeKm: 200,
      accuracyM: 150,
    }),
    aircraft: 8,
    messages: radarPlots,
    // A block whose length cannot be, every ten seconds.
    misbehaviour: (second) => (second % 10 === 0 ? Uint8Array.from([48, 0, 2, 1, 2]) : null),
  },
  {
    record: record('演示 S 模式接收机', 'Demo Mode S receiver', {
      type: 'beast',
      position: { type: 'Point', coordinates: [104.2, 30.75] },
      rangeKm: 150,
      accuracyM: 100,
    }),
    aircraft: 8,
    messages: modeS,
    // It falls silent for 20 s of every five minutes: its aircraft dim, and come back.
    misbehaviour: (second) => (second % 300 < 20 ? 'silent' : null),
  },
  {
    record: record('演示无人机运行识别', 'Demo UAS remote ID', { type: 'remoteId' }),
    aircraft: 6,
    messages: (seen, at) =>
      seen.flatMap((one) =>
        sent(
          writeRemoteId(`1581FDEMO00000${one.index}`, {
            status: 2,
            west: one.trackDeg >= 180,
            direction: Math.floor(one.trackDeg % 180),
            speed: Math.round(one.groundSpeedMps / 0.25),
            latitudeDeg: one.latitude,
            longitudeDeg: one.longitude,
            geodeticAltitudeM: 500 + one.altitudeM,
            horizontalAccuracy: 11,
            secondOfHour: (at % 3_600_000) / 1_000,
          }),
        ),
      ),
    // A pack that ends too early.
    misbehaviour: (second) => (second % 15 === 0 ? Uint8Array.from([0xf2, 25, 2, 0, 1]) : null),
  },
  {
    record: record('演示北斗终端', 'Demo BeiDou terminals', { type: 'jt808', accuracyM: 15 }),
    aircraft: 5,
    wholeSeconds: true,
    messages: (seen, at) =>
      seen.flatMap((one) =>
        sent(
          writeJt808(`1380000000${one.index}`, {
            positioned: true,
            latitudeDeg: one.latitude,
            longitudeDeg: one.longitude,
            heightM: one.altitudeM,
            speedKmh: one.groundSpeedMps * 3.6,
            directionDeg: Math.round(one.trackDeg) % 360,
            time: beijing(at),
          }),
        ),
      ),
  },
  {
    record: record('演示第三方平台', 'Demo third-party platform', { type: 'json', mapping, accuracyM: 50 }),
    aircraft: 5,
    messages: (seen, at) => [
      octets(
        JSON.stringify({
          targets: seen.map((one) => ({
            id: `P${one.index}`,
            position: { lat: one.latitude, lon: one.longitude },
            height: one.altitudeM,
            speed: one.groundSpeedMps * 3.6,
            course: one.trackDeg,
            time: at,
          })),
        }),
      ),
    ],
    // A position that is on no earth.
    misbehaviour: (second) =>
      second % 20 === 0 ? octets('{"targets":[{"id":"P9","position":{"lat":7841,"lon":104}}]}') : null,
  },
  {
    record: record('演示天气雷达', 'Demo weather radar', {
      type: 'Cat08',
      position: { type: 'Point', coordinates: [radarSite.longitude, radarSite.latitude] },
    }),
    aircraft: 0,
    messages: (_, at) => rainMessages(at),
    // Once an hour it fails for a while.
    misbehaviour: (second) => (second >= 3_420 && second < 3_465 ? 'silent' : null),
  },
  {
    record: record(sceneSource, 'Demo alert scenes', { edition: '2.x', accuracyM: 50 }),
    aircraft: 0,
    messages: (_, at) => sceneMessages(at),
  },
];
