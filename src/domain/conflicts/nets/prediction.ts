import type { LonLat, Position } from '#domain/geo/geodesy.ts';
import { metresPerNauticalMile } from '#domain/geo/units.ts';
import { movedBy, type Offset, offsetM, radians, velocityOf } from './local-plane.ts';
import type { ScenePlan, SceneTarget } from './safety-net.ts';

/** Where a target will be, as metres from where it is. */
export interface Way {
  kind: 'straight' | 'turn' | 'route';
  /** How far it has got after so many seconds; written into `into`, so that nothing is allocated where many are asked. */
  after(timeS: number, into: Offset): Offset;
  /** Until when it goes straight on from then, seconds; `timeS` itself: it bends. */
  straightUntilS(timeS: number): number;
  /** Widens a box by all that it reaches until then. */
  reach(timeS: number, box: Reach): void;
}

/** Metres east and north of a target. */
export interface Reach {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** Slower than this it is no turn: within half a minute it leads hardly away from the straight line (turn-rate.ts). */
export const turnsAtDps = 0.25;
/** Slower than this it hovers. */
const fliesMps = 10;
/** Further than this from its route it does not fly it. */
const onRouteM = metresPerNauticalMile;

/** Whether it may go other than straight on: most do not, and need no closer look. */
export const mayBend = ({ planId, turnDps }: Pick<SceneTarget, 'planId' | 'turnDps'>): boolean =>
  planId !== null || Math.abs(turnDps) >= turnsAtDps;

/** By the plan's route where the target flies it, by its turn where it turns; null: straight on. */
export function bentWay(target: SceneTarget, plan: ScenePlan | undefined): Way | null {
  return (plan?.route ? alongRoute(target, plan.route) : null) ?? turning(target);
}

/** Where a target that goes this way will be. */
export function placeAfter(target: Position, way: Way, timeS: number): Position {
  const { x, y } = way.after(timeS, { x: 0, y: 0 });
  return movedBy(target, x, y);
}

export function straightWay(target: SceneTarget): Way {
  const { x, y } = velocityOf(target);
  return {
    kind: 'straight',
    after: (timeS, into) => put(into, x * timeS, y * timeS),
    straightUntilS: () => Number.POSITIVE_INFINITY,
    reach: (timeS, box) => widen(box, x * timeS, y * timeS),
  };
}

function turning(target: SceneTarget): Way | null {
  const speed = target.groundSpeedMps ?? 0;
  if (Math.abs(target.turnDps) < turnsAtDps || target.trackDeg === null || speed < fliesMps) return null;
  return new Turn(speed, target.turnDps * radians, target.trackDeg * radians);
}

/** Once round, and then out of the turn: nobody is taken to circle for ever. */
class Turn implements Way {
  readonly kind = 'turn';
  private readonly radius: number;
  private readonly wholeS: number;
  private readonly cos: number;
  private readonly sin: number;

  /** Metres a second, radians a second and radians. */
  constructor(
    private readonly speed: number,
    private readonly rate: number,
    private readonly track: number,
  ) {
    this.radius = speed / rate;
    this.wholeS = Math.abs((2 * Math.PI) / rate);
    this.cos = Math.cos(track);
    this.sin = Math.sin(track);
  }

  after(timeS: number, into: Offset): Offset {
    const turnedS = Math.min(timeS, this.wholeS);
    const end = this.track + this.rate * turnedS;
    const restM = (timeS - turnedS) * this.speed;
    const endCos = Math.cos(end);
    const endSin = Math.sin(end);
    const x = this.radius * (this.cos - endCos) + restM * endSin;
    return put(into, x, this.radius * (endSin - this.sin) + restM * endCos);
  }

  straightUntilS(timeS: number): number {
    return timeS >= this.wholeS ? Number.POSITIVE_INFINITY : timeS;
  }

  /** The whole circle, and where it goes when it has left that. */
  reach(timeS: number, box: Reach): void {
    const around = Math.abs(this.radius);
    const [x, y] = [this.radius * this.cos, -this.radius * this.sin];
    widen(box, x - around, y - around);
    widen(box, x + around, y + around);
    const restM = Math.max(0, timeS - this.wholeS) * this.speed;
    widen(box, restM * this.sin, restM * this.cos);
  }
}

/** The points of a route in metres from its first: worked out once for each route. */
const lines = new WeakMap<readonly LonLat[], Offset[]>();

function lineOf(route: readonly LonLat[]): Offset[] {
  const known = lines.get(route);
  if (known) return known;
  const [longitude = 0, latitude = 0] = route[0] ?? [];
  const line = route.map(([lon, lat]) => offsetM({ latitude, longitude }, { latitude: lat, longitude: lon }));
  lines.set(route, line);
  return line;
}

function alongRoute(target: SceneTarget, route: readonly LonLat[]): Way | null {
  const speed = target.groundSpeedMps ?? 0;
  const [longitude, latitude] = route[0] ?? [];
  if (route.length < 2 || speed < fliesMps || target.trackDeg === null) return null;
  if (longitude === undefined || latitude === undefined) return null;
  const line = lineOf(route);
  const from = offsetM({ latitude, longitude }, target);
  const v = velocityOf(target);
  const leg = legFlown(line, from, v);
  return leg === null ? null : new AlongRoute(line, leg + 1, from, v, speed);
}

/** Through the points of a line from one of them on, and on in the direction of the last leg. */
class AlongRoute implements Way {
  readonly kind = 'route';
  private legs: Leg[] | null = null;

  constructor(
    private readonly line: readonly Offset[],
    private readonly next: number,
    private readonly from: Offset,
    private readonly v: Offset,
    private readonly speed: number,
  ) {}

  after(timeS: number, into: Offset): Offset {
    const leg = this.legAt(timeS);
    const goneS = timeS - leg.startS;
    return put(into, leg.x + leg.vx * goneS, leg.y + leg.vy * goneS);
  }

  straightUntilS(timeS: number): number {
    return this.legAt(timeS).endS;
  }

  reach(timeS: number, box: Reach): void {
    let leftM = timeS * this.speed;
    let last: Offset = this.from;
    for (let i = this.next; i < this.line.length && leftM > 0; i += 1) {
      const point = this.line[i] ?? last;
      const [dx, dy] = [point.x - last.x, point.y - last.y];
      const lengthM = Math.sqrt(dx * dx + dy * dy);
      leftM -= lengthM;
      // A leg that is not flown to its end reaches to less.
      const share = leftM < 0 ? 1 + leftM / lengthM : 1;
      widen(box, last.x + share * dx - this.from.x, last.y + share * dy - this.from.y);
      last = point;
    }
    if (leftM <= 0) return;
    const end = this.after(timeS, { x: 0, y: 0 });
    widen(box, end.x, end.y);
  }

  private legAt(timeS: number): Leg {
    this.legs ??= this.legsFrom();
    let i = 0;
    while (i + 1 < this.legs.length && (this.legs[i]?.endS ?? 0) <= timeS) i += 1;
    return this.legs[i] ?? { startS: 0, endS: Number.POSITIVE_INFINITY, x: 0, y: 0, vx: 0, vy: 0 };
  }

  private legsFrom(): Leg[] {
    const { line, next, from, v, speed } = this;
    const legs: Leg[] = [];
    let last: Leg = { startS: 0, endS: 0, x: 0, y: 0, vx: v.x, vy: v.y };
    for (const point of line.slice(next)) {
      const [x, y] = [point.x - from.x, point.y - from.y];
      const lengthM = Math.hypot(x - last.x, y - last.y);
      if (lengthM === 0) continue;
      const vx = ((x - last.x) / lengthM) * speed;
      const vy = ((y - last.y) / lengthM) * speed;
      const endS = last.startS + lengthM / speed;
      legs.push({ ...last, endS, vx, vy });
      last = { startS: endS, endS, x, y, vx, vy };
    }
    return [...legs, { ...last, endS: Number.POSITIVE_INFINITY }];
  }
}

interface Leg {
  startS: number;
  endS: number;
  /** Where it begins, and how it is flown. */
  x: number;
  y: number;
  vx: number;
  vy: number;
}

/** The leg nearest to where a target is that it does not fly the other way; null: it is on none. */
function legFlown(line: readonly Offset[], from: Offset, v: Offset): number | null {
  let best: number | null = null;
  let bestM = onRouteM;
  for (let i = 0; i + 1 < line.length; i += 1) {
    const [a, b] = [line[i], line[i + 1]];
    if (!a || !b) continue;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    if (dx * v.x + dy * v.y <= 0) continue;
    const [x, y] = [a.x - from.x, a.y - from.y];
    const share = Math.min(1, Math.max(0, -(x * dx + y * dy) / (dx * dx + dy * dy)));
    const distanceM = Math.hypot(x + share * dx, y + share * dy);
    if (distanceM <= bestM && (best === null || distanceM < bestM)) {
      best = i;
      bestM = distanceM;
    }
  }
  return best;
}

function put(into: Offset, x: number, y: number): Offset {
  into.x = x;
  into.y = y;
  return into;
}

function widen(box: Reach, x: number, y: number): void {
  if (x < box.west) box.west = x;
  if (x > box.east) box.east = x;
  if (y < box.south) box.south = y;
  if (y > box.north) box.north = y;
}
