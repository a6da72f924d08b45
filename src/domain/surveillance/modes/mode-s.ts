import type { Position } from '#domain/geo/geodesy.ts';
import { metresPerFoot, mpsPerFootPerMinute, mpsPerKnot } from '#domain/geo/units.ts';
import type { Fields } from '#domain/surveillance/bits/field.ts';
import { flagIn, numberIn, textIn } from '#domain/surveillance/bits/layout.ts';
import { noteOther, noteUnusable, type Reading } from '#domain/surveillance/track/reading.ts';
import {
  type Accuracy,
  accuracyOfNacp,
  addressOf,
  calculatedAccuracy,
  callsignOf,
  emergencyOf,
  type Report,
  times,
} from '#domain/surveillance/track/report.ts';
import { takeReport, usableValues } from '#domain/surveillance/track/take-report.ts';
import { createAircraftMemory, keepLatest, type Said } from './aircraft-memory.ts';
import { altitudeFt, altitudeFtOf12, identityOf } from './codes.ts';
import { readCommB } from './comm-b.ts';
import {
  airborneSpan,
  type CprFrame,
  type CprSpan,
  globalPosition,
  localPosition,
  surfaceSpan,
} from './cpr.ts';
import { type ModeSFrame, readCoarsePosition, readFrame, readSquitter } from './frames.ts';
import { createSenders, isCoarse, isSquitter, type Sender } from './sender.ts';

/** An even and an odd frame make a position together where they are no further apart. */
const pairMs = 10_000;
/** A position is a reference for single frames as long as it cannot have moved out of half a zone. */
const referenceMs = 60_000;

interface Half {
  frame: CprFrame;
  span: CprSpan;
  atMs: number;
}

interface Place {
  even: Half | null;
  odd: Half | null;
  last: { position: Position; atMs: number } | null;
}

/** Mode S frames of one receiver: what each says, and a report where one gives a position. */
export interface ModeSReader {
  /** One frame of 7 or 14 octets; `isCalculated`: its position is from several receivers (multilateration). */
  take(frame: Uint8Array, atMs: number, into: Reading, isCalculated?: boolean): void;
}

/** `site`: near enough (45 NM) to tell where aircraft on the ground are; null: they are known once they were in the air. */
export function createModeSReader(site: Position | null): ModeSReader {
  const memory = createAircraftMemory();
  const places = new Map<string, Place>();
  const senderOf = createSenders();

  function locate(address: string, fields: Fields, span: CprSpan, atMs: number): Position | null {
    const place = places.get(address) ?? { even: null, odd: null, last: null };
    keepLatest(places, address, place);
    const frame: CprFrame = {
      odd: flagIn(fields, 'odd'),
      latitude: numberIn(fields, 'cprLatitude'),
      longitude: numberIn(fields, 'cprLongitude'),
    };
    const half: Half = { frame, span, atMs };
    if (frame.odd) place.odd = half;
    else place.even = half;
    const reference =
      place.last !== null && atMs - place.last.atMs <= referenceMs ? place.last.position : null;
    const { even, odd } = place;
    const isPair =
      even !== null && odd !== null && even.span === odd.span && Math.abs(even.atMs - odd.atMs) <= pairMs;
    const near = reference ?? site;
    const position =
      (isPair ? globalPosition(even.frame, odd.frame, frame.odd, span, near) : null) ??
      (reference === null ? null : localPosition(frame, span, reference));
    if (position !== null) place.last = { position, atMs };
    return position;
  }

  function squitter(
    frame: ModeSFrame,
    { key, own }: Sender,
    isCalculated: boolean,
    atMs: number,
    into: Reading,
  ): void {
    const message = textIn(frame.fields, 'message');
    const read = readSquitter(octetsOf(message));
    if (read === null) {
      noteOther(into, 'track.other.squitter', message);
      return;
    }
    const { kind, fields } = read;
    if (kind !== 'surface' && kind !== 'airborne') {
      const callsign = kind === 'identification' ? textIn(fields, 'callsign') : '';
      if (/[^\s@]/.test(callsign) && callsignOf(callsign) === null) noteUnusable(into, 'callsign', callsign);
      memory.hear(key, usableValues(saidBy[kind](fields), into), atMs);
      noteOther(into, 'track.other.aircraftState', key);
      return;
    }
    const span = kind === 'surface' ? surfaceSpan : airborneSpan;
    // Halves of a position that the aircraft says and of one that was calculated make none together.
    const position = locate(isCalculated ? `${key} calculated` : key, fields, span, atMs);
    const said = kind === 'surface' ? surfaceSaid(fields) : airborneSaid(fields);
    memory.hear(key, usableValues(said, into), atMs);
    if (position === null) {
      noteOther(into, 'track.other.halfPosition', key);
      return;
    }
    const nic = kind === 'airborne' && !isCalculated && isAdsb(frame) ? nicOf(fields) : null;
    const placed: Partial<Report> = isCalculated
      ? { ...own, accuracy: calculatedAccuracy }
      : nic === null
        ? own
        : { ...own, nic };
    takeReport(memory.report(key, position, placed, atMs), into, atMs);
  }

  function coarse(frame: ModeSFrame, { key, own }: Sender, atMs: number, into: Reading): void {
    const fields = readCoarsePosition(octetsOf(textIn(frame.fields, 'message')));
    // Twelve bits are the highest of seventeen.
    const whole = (name: string): number => numberIn(fields, name) * 2 ** 5;
    const halves = {
      odd: flagIn(fields, 'odd'),
      cprLatitude: whole('cprLatitude'),
      cprLongitude: whole('cprLongitude'),
    };
    // Halves of fine and of coarse positions make none together.
    const position = locate(`${key} coarse`, halves, airborneSpan, atMs);
    memory.hear(key, usableValues(coarseSaid(fields), into), atMs);
    if (position)
      takeReport(memory.report(key, position, { ...own, accuracy: coarseAccuracy }, atMs), into, atMs);
    else noteOther(into, 'track.other.halfPosition', key);
  }

  return {
    take(bytes, atMs, into, isCalculated = false) {
      const frame = readFrame(bytes);
      if (typeof frame === 'string') {
        into.errors.push(frame);
        return;
      }
      // Whatever was garbled overlays an address that nobody has.
      if (addressOf(frame.address) === null) return;
      into.records++;
      if (!frame.isSure && !memory.knows(frame.address, atMs)) {
        noteOther(into, 'track.other.unknownReply', frame.address);
        return;
      }
      if (frame.format === 18 && !isSquitter(frame) && !isCoarse(frame)) {
        noteOther(into, 'track.other.groundStation', textIn(frame.fields, 'message'));
        return;
      }
      const sender = senderOf(frame);
      memory.hear(sender.key, usableValues(repliedBy(frame), into), atMs);
      if (isCoarse(frame)) coarse(frame, sender, atMs, into);
      else if (isSquitter(frame)) squitter(frame, sender, isCalculated, atMs, into);
      else noteOther(into, 'track.other.reply', `${sender.key} DF${frame.format}`);
    },
  };
}

/** What a reply to an interrogation says. */
function repliedBy({ format, fields }: ModeSFrame): Said {
  const said: Said = {};
  if ('altitudeCode' in fields) {
    const feet = altitudeFt(numberIn(fields, 'altitudeCode'));
    if (feet !== null) said.pressureAltitudeM = feet * metresPerFoot;
  }
  if ('identityCode' in fields) said.mode3A = identityOf(numberIn(fields, 'identityCode'));
  if (format === 0 || format === 16) said.onGround = numberIn(fields, 'verticalStatus') === 1;
  if (format === 11 && numberIn(fields, 'capability') === 4) said.onGround = true;
  if (format === 11 && numberIn(fields, 'capability') === 5) said.onGround = false;
  if (format === 4 || format === 5 || format === 20 || format === 21) {
    const flight = numberIn(fields, 'flightStatus');
    if (flight <= 3) said.onGround = flight === 1 || flight === 3;
  }
  if (format === 20 || format === 21) Object.assign(said, commB(textIn(fields, 'message')));
  return said;
}

function commB(message: string): Said {
  const read = readCommB(octetsOf(message));
  if (read?.register === '5,0') {
    const said: Said = {};
    if (flagIn(read.row, 'groundSpeedThere')) {
      said.groundSpeedMps = numberIn(read.row, 'groundSpeedKt') * mpsPerKnot;
    }
    if (flagIn(read.row, 'trackThere')) said.trackDeg = (numberIn(read.row, 'trackDeg') + 360) % 360;
    return said;
  }
  if (read?.register !== '6,0' || !flagIn(read.row, 'barometricRateThere')) return {};
  return { verticalRateMps: numberIn(read.row, 'barometricRateFtMin') * mpsPerFootPerMinute };
}

function airborneSaid(fields: Fields): Said {
  const feet = altitudeFtOf12(numberIn(fields, 'altitudeCode'));
  const heightM = times(feet, metresPerFoot);
  // Types 20 to 22 say the height above the ellipsoid in its place.
  const isGeometric = numberIn(fields, 'type') >= 20;
  const said: Said = { onGround: false };
  if (heightM !== null && isGeometric) said.geometricAltitudeM = heightM;
  if (heightM !== null && !isGeometric) said.pressureAltitudeM = heightM;
  return said;
}

/**
 * NIC of an airborne position by its type (DO-260B table 2-14). Of the supplements A and B, B alone decides: with it set
 * types 11 and 16 are the better of their two, and type 13 is NIC 6 in any case. The protection limits of version 0 are the
 * same to one step.
 */
const nicOfType: Readonly<Record<number, number>> = {
  9: 11,
  10: 10,
  11: 8,
  12: 7,
  13: 6,
  14: 5,
  15: 4,
  16: 2,
  17: 1,
  18: 0,
  20: 11,
  21: 10,
  22: 0,
};

/** Of the aircraft: what a ground station broadcasts of others (DF18, control fields 2 to 6) has another bit in its place. */
const isAdsb = ({ format, fields }: ModeSFrame): boolean =>
  format === 17 || (format === 18 && numberIn(fields, 'control') <= 1);

function nicOf(fields: Fields): number | null {
  const type = numberIn(fields, 'type');
  const nic = nicOfType[type];
  if (nic === undefined) return null;
  return (type === 11 || type === 16) && numberIn(fields, 'nicB') === 1 ? nic + 1 : nic;
}

/** Half a step of a compact position of 12 bits is 80 m; a ground station sees no better. */
const coarseAccuracy: Accuracy = { horizontalM: 200, verticalM: null, nacp: null };

function coarseSaid(fields: Fields): Said {
  const feet = altitudeFtOf12(numberIn(fields, 'altitudeCode'));
  const said: Said = { onGround: false };
  if (feet !== null) said.pressureAltitudeM = feet * metresPerFoot;
  if (flagIn(fields, 'trackValid')) said.trackDeg = numberIn(fields, 'trackDeg');
  const speed = numberIn(fields, 'speed');
  // Steps of 32 kt about what is said, the first of 16 kt; 0: not known.
  if (speed > 0) said.groundSpeedMps = (speed === 1 ? 8 : (speed - 1) * 32) * mpsPerKnot;
  return said;
}

function surfaceSaid(fields: Fields): Said {
  const speedKt = movementKt(numberIn(fields, 'movement'));
  const said: Said = { onGround: true };
  if (speedKt !== null) said.groundSpeedMps = speedKt * mpsPerKnot;
  if (flagIn(fields, 'trackValid')) said.trackDeg = numberIn(fields, 'trackDeg');
  return said;
}

/** Steps of the surface movement: from a code on, so many knots and so many more for each code. */
const movements = [
  [124, 175, 0],
  [109, 100, 5],
  [94, 70, 2],
  [39, 15, 1],
  [13, 2, 0.5],
  [9, 1, 0.25],
  [2, 0.125, 0.125],
  [1, 0, 0],
] as const;

export function movementKt(code: number): number | null {
  if (code > 124) return null;
  for (const [first, knots, step] of movements) if (code >= first) return knots + (code - first) * step;
  return null;
}

const saidBy = {
  identification: (fields: Fields): Said => {
    const callsign = callsignOf(textIn(fields, 'callsign'));
    return callsign === null ? {} : { callsign };
  },
  emergency(fields: Fields): Said {
    const code = numberIn(fields, 'identityCode');
    const emergency = emergencyOf(numberIn(fields, 'emergency'));
    // The bits are reserved in version 1: nought is no code, and must not hide the one that replies say.
    return code === 0 ? { emergency } : { emergency, mode3A: identityOf(code) };
  },
  operationalStatus: (fields: Fields): Said =>
    numberIn(fields, 'version') === 0 ? {} : { accuracy: accuracyOfNacp(numberIn(fields, 'nacp')) },
  groundVelocity(fields: Fields): Said {
    const east = speedOf(fields, 'eastWest', flagIn(fields, 'west'));
    const north = speedOf(fields, 'northSouth', flagIn(fields, 'south'));
    const rate = rateOf(fields);
    if (east === null || north === null) return rate;
    const track = (Math.atan2(east, north) * 180) / Math.PI;
    const said: Said = { ...rate, groundSpeedMps: Math.hypot(east, north) * mpsPerKnot };
    if (east !== 0 || north !== 0) said.trackDeg = track < 0 ? track + 360 : track;
    return said;
  },
  // Speed through the air and magnetic heading: neither is a speed over the ground nor a track.
  airVelocity: (fields: Fields): Said => rateOf(fields),
};

/** Knots with their sign; null: not there. Subtype 2 counts in fours. */
function speedOf(fields: Fields, name: string, isNegative: boolean): number | null {
  const raw = numberIn(fields, name);
  if (raw === 0) return null;
  const knots = (raw - 1) * (numberIn(fields, 'subtype') === 2 ? 4 : 1);
  return isNegative ? -knots : knots;
}

function rateOf(fields: Fields): Said {
  const raw = numberIn(fields, 'verticalRate');
  if (raw === 0) return {};
  const rate = (raw - 1) * 64 * mpsPerFootPerMinute;
  return { verticalRateMps: flagIn(fields, 'descending') ? -rate : rate };
}

export function octetsOf(hex: string): Uint8Array {
  const octets = new Uint8Array(hex.length >> 1);
  for (let i = 0; i < octets.length; i++) octets[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return octets;
}
