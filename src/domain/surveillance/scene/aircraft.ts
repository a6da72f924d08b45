import type { Random } from './random.ts';

/** How an aircraft tells who it is: by ADS-B, by Mode S to radars only, by its code only, not at all. */
export type Equipment = 'adsb' | 'modeS' | 'modeC' | 'none';

/** One second of a true flight, metres in the plane of the scene and metres per second; x east, y north. */
export interface TrueState {
  x: number;
  y: number;
  vx: number;
  vy: number;
  altitudeM: number;
}

export interface TrueFlight {
  icao24: string;
  callsign: string;
  mode3A: string;
  equipment: Equipment;
  /** One state a second from the beginning of the scene. */
  states: readonly TrueState[];
}

/** Fraction of the equipment in low-altitude traffic: most have ADS-B, some only a code, a few nothing. */
function equipmentOf(share: number): Equipment {
  if (share < 0.6) return 'adsb';
  if (share < 0.8) return 'modeS';
  return share < 0.95 ? 'modeC' : 'none';
}

/** Half the side of the scene. */
const sideM = 60_000;
const turnRadS = (3 * Math.PI) / 180;

/** An aircraft that flies straight, turns at the standard rate, climbs and descends; it stays in the scene. */
export function wanderingFlight(number: number, seconds: number, random: Random): TrueFlight {
  const states: TrueState[] = [];
  const speed = 35 + 60 * random.uniform();
  let heading = 2 * Math.PI * random.uniform();
  let x = sideM * (1.6 * random.uniform() - 0.8);
  let y = sideM * (1.6 * random.uniform() - 0.8);
  let altitudeM = 300 + 2_700 * random.uniform();
  let rate = 0;
  let turnLeftS = 0;
  let climb = 0;
  for (let second = 0; second < seconds; second++) {
    if (turnLeftS > 0) turnLeftS--;
    else if (Math.hypot(x, y) > sideM) {
      const aside = wrapped(Math.atan2(-x, -y) - heading);
      rate = Math.sign(aside) * turnRadS;
      turnLeftS = Math.abs(aside) / turnRadS;
    } else if (random.uniform() < 1 / 90) {
      rate = (random.uniform() < 0.5 ? -1 : 1) * turnRadS * (0.5 + random.uniform());
      turnLeftS = 10 + 50 * random.uniform();
    } else rate = 0;
    if (random.uniform() < 1 / 60) climb = 3 * Math.round(2 * random.uniform() - 1);
    if (altitudeM < 300) climb = 2;
    if (altitudeM > 4_000) climb = -2;
    heading += rate;
    altitudeM += climb;
    const vx = speed * Math.sin(heading);
    const vy = speed * Math.cos(heading);
    x += vx;
    y += vy;
    states.push({ x, y, vx, vy, altitudeM });
  }
  return { ...namesOf(number, equipmentOf(random.uniform())), states };
}

/**
 * Two aircraft on one level that meet at an angle half way through and pass each other by `missM`, both with the same
 * equipment.
 */
export function crossingFlights(
  number: number,
  seconds: number,
  missM: number,
  equipment: Equipment,
  random: Random,
): [TrueFlight, TrueFlight] {
  const x = sideM * (random.uniform() - 0.5);
  const y = sideM * (random.uniform() - 0.5);
  const heading = 2 * Math.PI * random.uniform();
  const other = heading + (Math.PI / 180) * (20 + 140 * random.uniform());
  const altitudeM = 600 + 2_400 * random.uniform();
  const speed = 45 + 30 * random.uniform();
  const first = straight(number, seconds, equipment, { x, y, heading, speed, altitudeM });
  const apart = closest(heading, other, missM);
  const second = straight(number + 1, seconds, equipment, {
    x: x + apart.x,
    y: y + apart.y,
    heading: other,
    speed,
    altitudeM,
  });
  return [first, second];
}

/** Where the other is when both are nearest: across their relative motion, which halves the angle between them. */
function closest(heading: number, other: number, missM: number): { x: number; y: number } {
  const dx = Math.sin(other) - Math.sin(heading);
  const dy = Math.cos(other) - Math.cos(heading);
  const length = Math.hypot(dx, dy);
  return { x: (missM * dy) / length, y: (-missM * dx) / length };
}

interface Line {
  /** Where it is half way through. */
  x: number;
  y: number;
  heading: number;
  speed: number;
  altitudeM: number;
}

function straight(number: number, seconds: number, equipment: Equipment, line: Line): TrueFlight {
  const vx = line.speed * Math.sin(line.heading);
  const vy = line.speed * Math.cos(line.heading);
  const states = Array.from({ length: seconds }, (_, second) => {
    const elapsed = second - seconds / 2;
    return { x: line.x + vx * elapsed, y: line.y + vy * elapsed, vx, vy, altitudeM: line.altitudeM };
  });
  return { ...namesOf(number, equipment), states };
}

function namesOf(number: number, equipment: Equipment): Omit<TrueFlight, 'states'> {
  return {
    icao24: (0x780000 + number).toString(16),
    callsign: `B${1000 + number}`,
    mode3A: (0o1001 + number * 7).toString(8).padStart(4, '0').slice(-4),
    equipment,
  };
}

const wrapped = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));
