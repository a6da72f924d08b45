import { direct } from '#domain/geo/geodesy.ts';
import { metresPerNauticalMile } from '#domain/geo/units.ts';
import {
  type RainArea,
  type RainLevel,
  type RainPicture,
  rainLevelOf,
} from '#domain/surveillance/rain/rain-picture.ts';
import { bearing, isTrue, num, type RadarSite, resolveTimeOfDay, sourceKeyOf } from './reports/values.ts';
import type { AsterixRecord, Value } from './table.ts';

/** Message types of I008/000. */
const startOfPicture = 254;
const endOfPicture = 255;

/** Ranges count in 1/128 NM, coordinates in a plane and lengths in 1/64 NM, each × 2^scaling. */
const rangeM = metresPerNauticalMile / 128;
const planeM = metresPerNauticalMile / 64;

/** Orientations of I008/020 are steps of so many degrees from north. */
const orientationDeg = 22.5;

/** Vectors and points of one picture at most; what is beyond is left out, and the picture is not whole. */
export const mostItems = 10_000;

/** No weather radar sees so far, metres: what lies beyond comes of a wrong scaling. */
const mostReachM = 1_000_000;

/** A ray is as wide as the step to the next; where there is but one, so wide. */
const usualStepDeg = 1.4;
const widestStepDeg = 5;

/** What went wrong with a picture. */
export type RainError = 'asterix.rain.noSite' | 'asterix.rain.tooMany';

interface Ray {
  level: RainLevel;
  fromM: number;
  toM: number;
  azimuthDeg: number;
}

/** Metres east and north of the radar. */
interface Stroke {
  level: RainLevel;
  from: [number, number];
  to: [number, number];
}

interface Contour {
  level: RainLevel;
  points: [number, number][];
}

interface OpenPicture {
  at: number;
  /** 2^scaling of the start message. */
  scale: number;
  items: number;
  isCut: boolean;
  rays: Ray[];
  strokes: Stroke[];
  contours: Contour[];
  /** Begun and not closed yet, by serial number. */
  openContours: Map<number, Contour>;
}

/**
 * Puts the messages of CAT008 together to pictures: a start message, vectors or contours, an end message. A picture whose
 * end did not come is given, as not whole, when the next one begins; what comes before the first start belongs to none.
 * `siteOf` says where a sensor, by `sac/sic`, stands; null: its pictures cannot be placed.
 */
export function createRainAssembler(siteOf: (sensor: string | null) => RadarSite | null) {
  const open = new Map<string | null, OpenPicture>();

  function take(
    records: readonly AsterixRecord[],
    receivedAtMs: number,
  ): { pictures: RainPicture[]; errors: RainError[] } {
    const pictures: RainPicture[] = [];
    const errors: RainError[] = [];
    const finish = (sensor: string | null, picture: OpenPicture, ended: boolean, counted: number | null) => {
      open.delete(sensor);
      const at = siteOf(sensor);
      if (!at) {
        errors.push('asterix.rain.noSite');
        return;
      }
      if (picture.isCut) errors.push('asterix.rain.tooMany');
      const isWhole = ended && !picture.isCut && (counted === null || counted === picture.items);
      pictures.push({ at: picture.at, sensor, areas: areasOf(picture, at), isWhole });
    };
    for (const record of records) {
      const sensor = sourceKeyOf(record);
      const type = num(record, 'messageType');
      const picture = open.get(sensor);
      if (type === startOfPicture) {
        if (picture) finish(sensor, picture, false, null);
        open.set(sensor, begun(record, receivedAtMs));
      } else if (picture && type === endOfPicture) {
        finish(sensor, picture, true, num(record, 'itemCount'));
      } else if (picture) add(picture, record);
    }
    return { pictures, errors };
  }

  return { take };
}

function begun(record: AsterixRecord, receivedAtMs: number): OpenPicture {
  return {
    at: resolveTimeOfDay(num(record, 'timeOfDayS'), receivedAtMs),
    scale: 2 ** (num(record, 'processing', 'scaling') ?? 0),
    items: 0,
    isCut: false,
    rays: [],
    strokes: [],
    contours: [],
    openContours: new Map(),
  };
}

function add(picture: OpenPicture, record: AsterixRecord): void {
  const qualifier = record.vectorQualifier;
  const polar = list(record.polarVectors);
  const cartesian = list(record.cartesianVectors);
  const ends = list(record.weatherVectors);
  const points = list(record.contourPoints);
  const count = polar.length + cartesian.length + ends.length + points.length;
  // They count as a part of the picture, whether they mean rain or not.
  picture.items += count;
  if (picture.items > mostItems) {
    picture.isCut = true;
    return;
  }
  addContour(picture, record, points);
  if (isTrue(qualifier, 'test') || isTrue(qualifier, 'error')) return;
  const level = rainLevelOf(num(qualifier, 'intensity') ?? 0);
  if (level === null) return;
  const { scale } = picture;
  const ranged = (one: Value, name: string) => (num(one, name) ?? 0) * scale * rangeM;
  const planar = (one: Value, name: string) => (num(one, name) ?? 0) * scale * planeM;
  for (const one of polar) {
    const [fromM, toM] = [ranged(one, 'startRange'), ranged(one, 'endRange')];
    if (toM > fromM && toM <= mostReachM)
      picture.rays.push({ level, fromM, toM, azimuthDeg: num(one, 'azimuthDeg') ?? 0 });
  }
  const turn = ((num(qualifier, 'shadingOrientation') ?? 0) * orientationDeg * Math.PI) / 180;
  for (const one of cartesian) {
    const [x, y, length] = [planar(one, 'x'), planar(one, 'y'), planar(one, 'length')];
    if (length <= 0 || !isInReach(x, y)) continue;
    const to: [number, number] = [x + length * Math.sin(turn), y + length * Math.cos(turn)];
    picture.strokes.push({ level, from: [x, y], to });
  }
  for (const one of ends) {
    const from: [number, number] = [planar(one, 'x1'), planar(one, 'y1')];
    const to: [number, number] = [planar(one, 'x2'), planar(one, 'y2')];
    const isStroke = from[0] !== to[0] || from[1] !== to[1];
    if (isStroke && isInReach(...from) && isInReach(...to)) picture.strokes.push({ level, from, to });
  }
}

const isInReach = (east: number, north: number): boolean => Math.hypot(east, north) <= mostReachM;

/** Two bits of I008/040: the first record of a contour, its last. */
const [firstPart, lastPart] = [2, 1];

function addContour(picture: OpenPicture, record: AsterixRecord, points: readonly Value[]): void {
  const { contour } = record;
  if (contour === undefined) return;
  const part = num(contour, 'part') ?? 0;
  const serial = num(contour, 'serialNumber') ?? 0;
  const level = rainLevelOf(num(contour, 'intensity') ?? 0);
  if (level === null) return;
  const corners = points.map((one): [number, number] => [
    (num(one, 'x') ?? 0) * picture.scale * planeM,
    (num(one, 'y') ?? 0) * picture.scale * planeM,
  ]);
  const known = part & firstPart ? undefined : picture.openContours.get(serial);
  const whole: Contour = known ?? { level, points: [] };
  whole.points.push(...corners);
  picture.openContours.set(serial, whole);
  if (!(part & lastPart)) return;
  picture.openContours.delete(serial);
  if (whole.points.length > 2 && whole.points.every(([east, north]) => isInReach(east, north)))
    picture.contours.push(whole);
}

const list = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : []);

function areasOf({ rays, strokes, contours }: OpenPicture, site: RadarSite): RainArea[] {
  const halfStepDeg = stepOf(rays.map(({ azimuthDeg }) => azimuthDeg)) / 2;
  const place = (azimuthDeg: number, distanceM: number): [number, number] => {
    const { longitude, latitude } = direct(site, azimuthDeg, distanceM);
    return [rounded(longitude), rounded(latitude)];
  };
  const inPlane = ([east, north]: [number, number]) => place(bearing(east, north), Math.hypot(east, north));
  return [
    ...rays.map(({ level, fromM, toM, azimuthDeg }): RainArea => {
      const [left, right] = [azimuthDeg - halfStepDeg, azimuthDeg + halfStepDeg];
      const ring = [place(left, fromM), place(left, toM), place(right, toM), place(right, fromM)];
      return { level, ring: ring.flat() };
    }),
    ...withWidths(strokes).map(({ level, from, to, halfM }): RainArea => {
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const across = [(halfM * (to[1] - from[1])) / length, (-halfM * (to[0] - from[0])) / length] as const;
      const ring = [
        inPlane([from[0] - across[0], from[1] - across[1]]),
        inPlane([to[0] - across[0], to[1] - across[1]]),
        inPlane([to[0] + across[0], to[1] + across[1]]),
        inPlane([from[0] + across[0], from[1] + across[1]]),
      ];
      return { level, ring: ring.flat() };
    }),
    ...contours.map(({ level, points }): RainArea => ({ level, ring: points.flatMap(inPlane) })),
  ].sort((a, b) => a.level - b.level);
}

/** About a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/** From one ray to the next: the middle of the steps between azimuths that follow each other closely. */
function stepOf(azimuths: readonly number[]): number {
  return middleOfSteps(azimuths, 0.05, widestStepDeg) ?? usualStepDeg;
}

/** Strokes lie side by side: each is as wide as its parallels are apart. */
function withWidths(strokes: readonly Stroke[]): (Stroke & { halfM: number })[] {
  const parallels = new Map<number, { offsets: number[]; strokes: Stroke[] }>();
  for (const stroke of strokes) {
    const { from, to } = stroke;
    const deg = Math.round(bearing(to[0] - from[0], to[1] - from[1])) % 180;
    const turn = (deg * Math.PI) / 180;
    const group = parallels.get(deg) ?? { offsets: [], strokes: [] };
    parallels.set(deg, group);
    group.offsets.push(from[0] * Math.cos(turn) - from[1] * Math.sin(turn));
    group.strokes.push(stroke);
  }
  return [...parallels.values()].flatMap((group) => {
    const lengths = group.strokes.map(({ from, to }) => Math.hypot(to[0] - from[0], to[1] - from[1]));
    // Of a single one nothing is known: it is drawn as wide as a quarter of its length.
    const apart = middleOfSteps(group.offsets, 1, 20_000) ?? Math.max(...lengths) / 4;
    return group.strokes.map((stroke) => ({ ...stroke, halfM: apart / 2 }));
  });
}

/** The middle of the steps between values in order, of those that lie between two limits; null: there are none. */
function middleOfSteps(values: readonly number[], least: number, most: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const steps = sorted
    .slice(1)
    .map((value, i) => value - (sorted[i] ?? value))
    .filter((step) => step >= least && step <= most)
    .sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? null;
}
