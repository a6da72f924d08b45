import { useTranslation } from 'react-i18next';
import { type PlacedRunway, thresholdsOf } from '#domain/aerodromes/runway-shape.ts';
import { inverse } from '#domain/geo/geodesy.ts';
import { runwayEnds } from '#domain/weather/runway-wind.ts';
import type { Wind } from '#domain/weather/weather.ts';

/** A runway as its record has it. */
export interface PlannedRunway extends PlacedRunway {
  designator: string;
  lengthM?: number | null;
  headingTrue?: number | null;
  surface?: string | null;
}

interface Props {
  name: string;
  runways: readonly PlannedRunway[];
  /** East is positive, degrees; null: not known. */
  variationDeg: number | null;
  /** Of the last report; null: none. */
  wind: Wind | null;
}

/** Half of the field's side, in its own units. */
const half = 200;
/** Above the field, for the wind and north: no runway comes there. */
const headUnits = 56;
/** The longest runway takes so much of it. */
const longestUnits = 270;
/** Runways of one direction are drawn so far apart where their thresholds are not recorded. */
const apartUnits = 34;
const marks = [100, 200, 500, 1000, 2000];

/** Whether the runways stand in the plan as they stand on the ground: the thresholds of all of them are recorded. */
export const isPlaced = (runways: readonly PlannedRunway[]): boolean =>
  runways.every((runway) => thresholdsOf(runway) !== null);

/** The middle of each runway from the middle of all, metres: x east, y south; and how far the farthest end is in either. */
function placesOf(runways: readonly PlannedRunway[]): {
  middles: { x: number; y: number }[];
  reachM: number;
} {
  const ends = runways.flatMap((runway) => thresholdsOf(runway) ?? []);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const origin = {
    latitude: mean(ends.map(({ latitude }) => latitude)),
    longitude: mean(ends.map(({ longitude }) => longitude)),
  };
  const points = ends.map((end) => {
    const { distanceM, initialBearingDeg } = inverse(origin, end);
    const bearing = (initialBearingDeg * Math.PI) / 180;
    return { x: distanceM * Math.sin(bearing), y: -distanceM * Math.cos(bearing) };
  });
  const middles = runways.map((_, index) => {
    const [a = { x: 0, y: 0 }, b = a] = points.slice(2 * index, 2 * index + 2);
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  });
  return { middles, reachM: Math.max(...points.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)])) };
}

/**
 * The field drawn from its record, north up: runways by true bearing and to scale in their length, where they are by their
 * thresholds, else through the reference point. A runway without length or direction is not drawn.
 */
export function FieldPlan({ name, runways, variationDeg, wind }: Props) {
  const { t } = useTranslation();
  const drawn = runways.flatMap((runway) => {
    const [end] = runwayEnds([runway], variationDeg);
    return end && runway.lengthM
      ? [{ ...runway, lengthM: runway.lengthM, headingDeg: end.headingDeg % 180 }]
      : [];
  });
  if (drawn.length === 0) return <p className="cw-soft">{t('aerodrome.noPlan')}</p>;
  const longest = Math.max(...drawn.map(({ lengthM }) => lengthM));
  const places = isPlaced(drawn) ? placesOf(drawn) : null;
  const scale = longestUnits / (places ? 2 * places.reachM : longest);
  const bar = marks.findLast((mark) => mark * scale <= 120) ?? 100;
  return (
    <svg
      className="aerodrome-plan"
      viewBox={`${-half} ${-half - headUnits} ${2 * half} ${2 * half + headUnits}`}
      role="img"
      aria-label={t('aerodrome.planOf', { name })}
    >
      {drawn.map((runway, index) => {
        const same = drawn.filter(({ headingDeg }) => Math.abs(headingDeg - runway.headingDeg) < 5);
        const aside = (same.indexOf(runway) - (same.length - 1) / 2) * apartUnits;
        const middle = places?.middles[index];
        const place = middle ? `translate(${middle.x * scale} ${middle.y * scale})` : '';
        const length = runway.lengthM * scale;
        const width = Math.max(5, (runway.widthM ?? 0) * scale);
        const [first = '', second = ''] = runway.designator.split('/');
        const { headingTrue } = runway;
        const [end] = runwayEnds([runway], variationDeg);
        const heading = headingTrue ?? end?.headingDeg ?? 0;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two runways may have one designator
          <g key={index} transform={`${place} rotate(${heading}) translate(${middle ? 0 : aside} 0)`}>
            <rect x={-width / 2} y={-length / 2} width={width} height={length} className="aerodrome-runway" />
            <line x1={0} x2={0} y1={-length / 2 + 6} y2={length / 2 - 6} className="aerodrome-centre" />
            <End text={first} y={length / 2 + 12} turn={-heading} />
            <End text={second} y={-length / 2 - 12} turn={-heading} />
          </g>
        );
      })}
      <g transform={`translate(${half - 26} ${-half - headUnits + 34})`}>
        <path d="M0 -20 L6 6 L0 1 L-6 6 Z" className="aerodrome-north" />
        <text y={20} textAnchor="middle">
          {t('aerodrome.north')}
        </text>
      </g>
      <g transform={`translate(${-half + 16} ${half - 18})`}>
        <path d={`M0 -5 V0 H${bar * scale} V-5`} className="aerodrome-scale" />
        <text x={(bar * scale) / 2} y={13} textAnchor="middle">
          {bar} m
        </text>
      </g>
      {wind && wind.speedMps > 0 && wind.directionDeg !== null && (
        <g transform={`translate(${-half + 42} ${-half - headUnits + 34})`}>
          <g transform={`rotate(${wind.directionDeg})`}>
            <path d="M0 -26 V20 M-6 10 L0 22 L6 10" className="aerodrome-wind" />
          </g>
          <text x={36} dominantBaseline="central">
            {`${String(wind.directionDeg).padStart(3, '0')}° ${Math.round(wind.speedMps)} m/s`}
          </text>
        </g>
      )}
    </svg>
  );
}

/** A designator, upright wherever its runway points. */
function End({ text, y, turn }: { text: string; y: number; turn: number }) {
  return (
    <g transform={`translate(0 ${y}) rotate(${turn})`}>
      <text textAnchor="middle" dominantBaseline="central" className="aerodrome-end">
        {text}
      </text>
    </g>
  );
}
