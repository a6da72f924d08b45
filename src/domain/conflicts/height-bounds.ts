import { type Altitude, anyQnhHpa, anyTerrainM } from '#domain/geo/altitude.ts';
import { amslSpan, type Limits, needsGround } from './vertical.ts';

/** Values of the texts `plan.heights.<why>`. */
export interface HeightBounds {
  /** What is not known of the two. */
  why: 'ground' | 'qnh' | 'groundAndQnh' | 'datum';
  ownHeights: string;
  otherHeights: string;
  /** Metres AMSL; empty where no ground was taken. */
  ground: string;
  /** hPa; empty where no pressure was taken. */
  qnh: string;
}

/**
 * Between what heights above sea level two pieces of air lie whose limits could not be brought to one datum, and what was
 * taken of the ground and the pressure for it.
 */
export function boundsOf(own: Limits, other: Limits): HeightBounds {
  const ground = [own, other].filter(needsGround).map(({ context }) => context?.terrainM ?? anyTerrainM);
  const isLevel = [own.lower, own.upper, other.lower, other.upper].some(isStandard);
  return {
    why: ground.length > 0 ? (isLevel ? 'groundAndQnh' : 'ground') : isLevel ? 'qnh' : 'datum',
    ownHeights: spanText(own),
    otherHeights: spanText(other),
    ground:
      ground.length === 0
        ? ''
        : rangeText(
            Math.min(...ground.map(({ lowest }) => lowest)),
            Math.max(...ground.map(({ highest }) => highest)),
          ),
    qnh: isLevel ? rangeText(anyQnhHpa.lowest, anyQnhHpa.highest) : '',
  };
}

const isStandard = (limit: Altitude | null) => limit?.reference === 'STD';

/** `GND – 1,120 m AMSL`, `3,000 m AMSL – UNL`. */
function spanText(limits: Limits): string {
  const { fromM, toM } = amslSpan(limits);
  if (Number.isFinite(fromM) && Number.isFinite(toM)) return `${rangeText(fromM, toM)} m AMSL`;
  const low = Number.isFinite(fromM) ? `${metres(Math.floor(fromM))} m AMSL` : 'GND';
  const high = Number.isFinite(toM) ? `${metres(Math.ceil(toM))} m AMSL` : 'UNL';
  return `${low} – ${high}`;
}

const metres = (value: number) => value.toLocaleString('en-US');

/** Rounded outwards. */
const rangeText = (lowest: number, highest: number) =>
  `${metres(Math.floor(lowest))} – ${metres(Math.ceil(highest))}`;
