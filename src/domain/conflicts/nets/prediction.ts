import type { LonLat, Position } from '#domain/geo/geodesy.ts';
import { movedBy, nauticalMileM, offsetM, velocityOf } from './local-plane.ts';
import type { ScenePlan, SceneTarget } from './safety-net.ts';

/** Where a target will be after so many seconds. */
export interface Prediction {
  kind: 'straight' | 'turn' | 'route';
  at(timeS: number): Position;
}

/** Slower than this it is no turn: tracks waver. */
const turnsAtDps = 1;
/** Further than this from its route it does not fly it. */
const onRouteM = nauticalMileM;

/** By the plan's route where the target flies it, by its turn where it turns, else straight on. */
export function predict(target: SceneTarget, plan: ScenePlan | undefined): Prediction {
  return alongRoute(target, plan?.route) ?? turning(target) ?? straight(target);
}

export function straight(target: SceneTarget): Prediction {
  const { x, y } = velocityOf(target);
  return { kind: 'straight', at: (timeS) => movedBy(target, x * timeS, y * timeS) };
}

function turning(target: SceneTarget): Prediction | null {
  const speed = target.groundSpeedMps ?? 0;
  if (Math.abs(target.turnDps) < turnsAtDps || target.trackDeg === null || speed < 10) return null;
  const rate = (target.turnDps * Math.PI) / 180;
  const track = (target.trackDeg * Math.PI) / 180;
  return {
    kind: 'turn',
    at(timeS) {
      // Once round, and then out of the turn: nobody is taken to circle for ever.
      const turned = Math.min(timeS, Math.abs((2 * Math.PI) / rate));
      const end = track + rate * turned;
      const x = (speed / rate) * (Math.cos(track) - Math.cos(end));
      const y = (speed / rate) * (Math.sin(end) - Math.sin(track));
      const rest = (timeS - turned) * speed;
      return movedBy(target, x + rest * Math.sin(end), y + rest * Math.cos(end));
    },
  };
}

function alongRoute(target: SceneTarget, route: readonly LonLat[] | null | undefined): Prediction | null {
  const speed = target.groundSpeedMps ?? 0;
  if (!route || route.length < 2 || speed < 10 || target.trackDeg === null) return null;
  const v = velocityOf(target);
  const points = route.map(([longitude, latitude]) => offsetM(target, { latitude, longitude }));
  let best: { leg: number; share: number; distance: number } | null = null;
  for (let i = 0; i + 1 < points.length; i += 1) {
    const [a, b] = [points[i], points[i + 1]];
    if (!a || !b) continue;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    // A leg flown the other way is not the one that it is on.
    if (dx * v.x + dy * v.y <= 0) continue;
    const length2 = dx * dx + dy * dy;
    const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(a.x * dx + a.y * dy) / length2));
    const distance = Math.hypot(a.x + share * dx, a.y + share * dy);
    if (!best || distance < best.distance) best = { leg: i, share, distance };
  }
  if (!best || best.distance > onRouteM) return null;
  const ahead = [{ x: 0, y: 0 }, ...points.slice(best.leg + 1)];
  return {
    kind: 'route',
    at(timeS) {
      let left = speed * timeS;
      let last = { x: 0, y: 0 };
      let heading = v;
      for (const point of ahead.slice(1)) {
        const leg = { x: point.x - last.x, y: point.y - last.y };
        const length = Math.hypot(leg.x, leg.y);
        if (length >= left && length > 0) {
          return movedBy(target, last.x + (leg.x * left) / length, last.y + (leg.y * left) / length);
        }
        left -= length;
        if (length > 0) heading = leg;
        last = point;
      }
      const length = Math.hypot(heading.x, heading.y) || 1;
      return movedBy(target, last.x + (heading.x * left) / length, last.y + (heading.y * left) / length);
    },
  };
}
