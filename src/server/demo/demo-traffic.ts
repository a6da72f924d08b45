import { direct } from '#domain/geo/geodesy.ts';
import { planState } from '#domain/plans/states.ts';
import { lengthOf } from '#domain/surveillance/track/simulate.ts';
import type { FlyablePlan } from '#server/features/plans/active-plans.ts';
import type { DemoFlight } from './generator.ts';

/** A light aircraft at survey speed; a metre a second more or less for each, so that they do not fly in step. */
const baseSpeedMps = 48;

const lateMs = 3 * 60_000;

/**
 * How the demo flies a plan: released, it stands at its departure, and takes off some minutes after the time applied
 * for if nobody has reported it, so that surveillance has something to propose; airborne, it flies its path, and the
 * drawn part of it again and again until its estimated arrival.
 */
export function demoFlight(plan: FlyablePlan): DemoFlight {
  const groundSpeedMps = baseSpeedMps + (plan.planId % 12);
  const airborne = plan.state === planState.inFlight;
  const path = plan.path.map(([longitude, latitude]): [number, number] => [longitude, latitude]);
  return {
    callsign: plan.callsign,
    icao24: plan.icao24,
    path: prolonged(withCircuit(path), ((plan.eta - plan.etd) / 1000) * groundSpeedMps),
    since: airborne ? (plan.takeoffAt ?? plan.etd) : plan.realEtd === null ? null : plan.realEtd + lateMs,
    groundSpeedMps,
    cruiseAltitudeM: plan.altitudeM,
    fieldElevationM: 0,
  };
}

/** A flight that leaves and reaches the same place, and was given no other, flies its circuit: true degrees, metres. */
const circuit = [
  { bearing: 20, distanceM: 3_000 },
  { bearing: 60, distanceM: 5_000 },
  { bearing: 150, distanceM: 5_000 },
  { bearing: 190, distanceM: 3_000 },
];

function withCircuit(path: [number, number][]): [number, number][] {
  const [only] = path;
  if (!only || path.length > 1) return path;
  const around = circuit.map(({ bearing, distanceM }): [number, number] => {
    const { longitude, latitude } = direct({ longitude: only[0], latitude: only[1] }, bearing, distanceM);
    return [longitude, latitude];
  });
  return [only, ...around, only];
}

/** No path is flown more often than this, whatever its times say. */
const mostRounds = 200;

function prolonged(path: [number, number][], lengthM: number): [number, number][] {
  const [first, ...rest] = path;
  const last = rest.pop();
  if (!first || !last) return path;
  // Without a shape to fly again it goes there and back.
  const again = rest.length >= 2 ? rest : [...rest, last, ...rest.toReversed(), first];
  const round = lengthOf([...again, ...again.slice(0, 1)]);
  const missing = lengthM - lengthOf(path);
  const rounds = round > 0 ? Math.min(mostRounds, Math.max(0, Math.round(missing / round))) : 0;
  return [first, ...Array.from({ length: rounds }, () => again).flat(), ...rest, last];
}
