import type { Altitude, AltitudeContext } from '#domain/geo/altitude.ts';
import type { LonLat, Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { Steps } from '#domain/steps.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import type { Text } from '#domain/text/errors.ts';
import type { HeightFigures, StatedFigures } from './figures.ts';
import type { Uncertain } from './uncertain.ts';

/** From "know of it" to "act now"; the order is that of urgency. */
export const alertLevels = ['advisory', 'caution', 'warning'] as const;
export type AlertLevel = (typeof alertLevels)[number];

/** 1 to 3; 0 for none. */
export const rankOf = (level: AlertLevel | null | undefined): number =>
  level ? alertLevels.indexOf(level) + 1 : 0;

export const levelOf = (rank: number): AlertLevel | null => alertLevels[rank - 1] ?? null;

/** Of what is not certain; nothing is less urgent than an advisory. */
export const oneLower = (level: AlertLevel): AlertLevel => (level === 'warning' ? 'caution' : 'advisory');

/** A target with what its track says of its turn. */
export interface SceneTarget extends Target {
  /** Degrees a second, to the right positive. */
  turnDps: number;
}

/** A piece of air: polygons of [longitude, latitude] rings, the first of each the outer one. */
export interface SceneVolume {
  polygons: readonly (readonly LonLat[])[][];
  /** Of a route, where it begins and ends, and half of its width in metres; absent: it is an area. */
  line?: { first: Position; last: Position; halfWidthM: number };
  /** Null: from the ground, without limit. */
  lower: Altitude | null;
  upper: Altitude | null;
  context?: AltitudeContext;
  /** UTC ms; null: without end. */
  from: number | null;
  to: number | null;
}

/** Why an area matters to the nets; `managed`: who flies there needs a plan; `plain`: only its limits count. */
export type AreaUse = 'closed' | 'prohibited' | 'restricted' | 'danger' | 'training' | 'managed' | 'plain';

/** An airspace that is active now or within the look-ahead. */
export interface SceneArea {
  id: number;
  name: string;
  /** Its English name; absent or null: it has none. */
  nameEn?: string | null;
  use: AreaUse;
  volume: SceneVolume;
  companyId: number | null;
  airspaceClass: string | null;
  /** Aircraft at once; null: no limit. */
  densityLimit: number | null;
  /** Separation that holds inside in place of the parameters; null: theirs. */
  separationM: number | null;
  separationVerticalM: number | null;
  /** Metres AMSL under which nobody is to fly; null: not set. */
  minimumAltitudeM: number | null;
  /** Figures that hold for what flies in it, in place of those of all; null: it states none. */
  figures: StatedFigures | null;
}

export interface Contact {
  /** A person, an operator or an aerodrome, as it is called. */
  name: string;
  phone: string;
}

/** A plan that is filed and not over. */
export interface ScenePlan {
  id: number;
  planNumber: string;
  callsigns: readonly string[];
  addresses: readonly string[];
  companyId: number;
  companyName: string;
  /** Specification §4. */
  state: number;
  /** UTC ms. */
  startAt: number;
  /** When it is to be down (late take-off counted in). */
  endAt: number;
  takeoffAt: number | null;
  volumes: readonly SceneVolume[];
  /** A stop or recall in force that its crew has not acknowledged; null: none. */
  openOrder: { id: number; kind: 'stop' | 'recall'; at: number } | null;
  /** Where it leaves the ground and reaches it. */
  places: readonly Position[];
  /** The line that it flies, where it is one. */
  route: readonly LonLat[] | null;
  /** The altitude that is safe along its route (Flight Basic Rules, art. 82); null: no route, or no terrain data. */
  safeAltitude: { amslM: number; groundM: number } | null;
  /** What its operator calls the formation in which it flies; null: in none. */
  formation: string | null;
  /** Whom to call, in that order. */
  contacts: readonly Contact[];
}

/** When aircraft whose landing is reported were down, UTC ms, by address (small letters) and by callsign (large ones). */
export type Landings = ReadonlyMap<string, number>;

export interface SceneFeed {
  sourceId: number;
  name: string;
  nameEn?: string;
  /** UTC ms of the last good report; null: none yet. */
  lastAt: number | null;
  deadAfterS: number;
  /** Since when it is listened to, UTC ms. */
  openedAt: number;
}

/**
 * The targets of a scene as columns of plain numbers, by their index in it: the nets look at each of them many times a
 * look, and read no more of a target itself than they must. The arrays may be longer than there are targets.
 */
export interface Sky {
  readonly targets: readonly SceneTarget[];
  /** Degrees. */
  readonly latitude: Float64Array;
  /** Degrees, -180 to 180. */
  readonly longitude: Float64Array;
  /** Heights by their datum, metres: above 1013.25 hPa, the ellipsoid and mean sea level; NaN: not stated. */
  readonly pressureM: Float64Array;
  readonly geometricM: Float64Array;
  readonly amslM: Float64Array;
  /** Metres a second; 0 where it is not stated. */
  readonly speed: Float64Array;
  readonly climb: Float64Array;
  /** Metres a second, east and north; 0 where speed or track is not stated, and on the ground. */
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  /** UTC ms of the last position. */
  readonly at: Float64Array;
  /** Bits of `flag` (sky.ts). */
  readonly flags: Uint8Array;
  /** Another number for each target that is put in: what is worked out of it holds as long as this stays. */
  readonly revision: Float64Array;
}

/** All that the nets look at, at one time. */
export interface Scene {
  /** UTC ms. */
  nowMs: number;
  targets: readonly SceneTarget[];
  /** The same as columns, where they are kept from look to look; absent: they are worked out. */
  sky?: Sky;
  /** Targets that are heard no more, as they were last seen. */
  lost: readonly SceneTarget[];
  plans: ReadonlyMap<number, ScenePlan>;
  landings: Landings;
  areas: readonly SceneArea[];
  feeds: readonly SceneFeed[];
  /** Metres AMSL; null: there are no terrain data, or none of that place. */
  elevationAt: ((position: Position) => number | null) | null;
  /** On what ground the aerodromes around a place stand, metres AMSL; null: there are none near. */
  groundNear: (position: Position) => NonNullable<AltitudeContext['terrainM']> | null;
  /** Pressure at sea level near a place, lowest and highest that may hold; null: nobody near reports it. */
  qnhAt: (position: Position) => NonNullable<AltitudeContext['qnhHpa']> | null;
  /** Above it altimeters are set to 1013.25 hPa, metres AMSL. */
  transitionAltitudeAt: (position: Position) => number;
  /** What holds where something of the place is not known. */
  heights: HeightFigures;
  /** Where positions are less certain than usual; absent: nowhere. */
  uncertain?: Uncertain;
}

/** The point of closest approach, or of entry: where each will be. */
export interface Approach {
  /** Seconds from now. */
  timeS: number;
  horizontalM: number;
  /** Null: an altitude is not known. */
  verticalM: number | null;
  one: Position;
  two: Position | null;
}

/** The nets by name; a record `encounter` has one of them as its kind. */
export const netNames = [
  'pairs',
  'areas',
  'terrain',
  'conformance',
  'emergency',
  'lostSignal',
  'takeOffReport',
  'overdue',
  'orders',
  'feeds',
  'density',
  'spoofed',
  'interference',
] as const;
export type NetName = (typeof netNames)[number];

/** One that flies in a group. */
export type Member = Pick<SceneTarget, 'id' | 'callsign' | 'icao24' | 'latitude' | 'longitude'>;

/** What a net sees in a scene. */
export interface Finding {
  net: NetName;
  /** Names what it is about; the same from one scene to the next while it lasts. */
  key: string;
  level: AlertLevel;
  /** The level by thresholds a little wider: what was raised once does not flicker at its edge. */
  holds?: AlertLevel;
  /** It only keeps what was raised before. */
  onlyHolds?: true;
  /** The level of two that look like one aircraft now, where they were seen apart before: it was raised above `level` then. */
  ifApart?: AlertLevel;
  /** The alert is about so many that fly together; `targets` are the two of them that are closest. */
  group?: readonly Member[];
  /** The alert is about two of which one at least is a group, in the order of `targets`; one that is in none stands alone. */
  met?: readonly [readonly Member[], readonly Member[]];
  /** Too few to be told as a group: it counts while they are told as one already. */
  whenRaised?: true;
  /** Raised at the first sight: what is not measured needs no second look. */
  immediate?: true;
  reason: Text;
  targets: readonly SceneTarget[];
  planIds: readonly number[];
  areaId?: number;
  sourceId?: number;
  /** Where it is, if neither aircraft nor a record says so. */
  region?: { middle: Position; area: Geometry };
  /** Distance now, metres: between the two of a pair, or to an area; 0 inside it. */
  distanceM?: number;
  /** Height between the two, or above or below an area; 0 between its limits. */
  verticalM?: number;
  /** As it is predicted. */
  approach?: Approach;
  /** Catalogue key of what is to be done and who is to be called. */
  advice: string;
  contacts: readonly Contact[];
}

/** Figures that an administrator may change, with their unit, and what they are where nobody did. */
export type NetParameters = Record<string, { value: number; unit: string }>;
export type NetValues<P extends NetParameters> = { [name in keyof P]: number };

/** One of the nets: one file, and one line in `nets` (index.ts). */
export interface SafetyNet<P extends NetParameters = NetParameters> {
  name: NetName;
  levels: readonly AlertLevel[];
  parameters: P;
  /** In steps where it compares many. */
  evaluate(scene: Scene, values: NetValues<P>): Finding[] | Steps<Finding[]>;
  /** What it would need and does not have, to be said where the alerts are listed; null: nothing. */
  lacks?(scene: Scene): Text | null;
}

/** Targets that are looked at one by one in one step: some milliseconds. */
export const targetsInStep = 500;

/** Declares a net; its values are typed by its parameters. */
export function safetyNet<P extends NetParameters>(net: SafetyNet<P>): SafetyNet<P> {
  return net;
}

/** Plans of these, each once. */
export function plansOf(targets: readonly SceneTarget[]): number[] {
  // Most have none, and this is asked thousands of times a look.
  if (targets.every(({ planId }) => planId === null)) return [];
  return [...new Set(targets.flatMap(({ planId }) => planId ?? []))];
}

/** Whom to call about these targets: the crews and operators of their plans. */
export function contactsOf(scene: Scene, targets: readonly SceneTarget[]): Contact[] {
  return plansOf(targets).flatMap((id) => scene.plans.get(id)?.contacts ?? []);
}
