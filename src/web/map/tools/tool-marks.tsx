import { CircleMarker, Polyline, Tooltip } from 'react-leaflet';
import { direct, inverse, type Position } from '#domain/geo/geodesy.ts';
import { useMapColours } from '#web/map/flat-map.tsx';
import type { TargetStore } from '#web/map/target-store.ts';
import { useStoreBeat } from '#web/map/use-targets.ts';
import { placeOf, ringCount, type ToolState } from './tool-state.ts';

export const metresPerNm = 1852;
/** A long line gets points in between, so that it stays on the geodesic. */
const legs = 16;
const ringNumbers = Array.from({ length: ringCount }, (_, i) => i + 1);

/** Range rings and the measured line on a FlatMap; what is set to a target moves with it. */
export function ToolMarks({ state, store }: { state: ToolState; store: TargetStore }) {
  const colours = useMapColours();
  useStoreBeat(store);
  const centre = placeOf(state.ends.rings, store);
  const from = placeOf(state.ends.from, store);
  const to = placeOf(state.ends.to, store);
  const path = { color: colours.selected, weight: 1.2, fill: false };
  return (
    <>
      {centre &&
        ringNumbers.map((number) => {
          const radiusNm = number * state.spacingNm;
          const radiusM = radiusNm * metresPerNm;
          return (
            <Polyline
              key={radiusNm}
              positions={ring(centre, radiusM)}
              interactive={false}
              pathOptions={{ ...path, opacity: 0.8 }}
            >
              <Tooltip
                permanent
                direction="center"
                className="cw-tool-tip"
                position={at(direct(centre, 0, radiusM))}
              >
                {`${radiusNm} NM`}
              </Tooltip>
            </Polyline>
          );
        })}
      {from && to && (
        <Polyline
          positions={line(from, to)}
          interactive={false}
          pathOptions={{ ...path, weight: 2, dashArray: '8 4' }}
        />
      )}
      {from && <End at={from} colour={colours.selected} />}
      {to && <End at={to} colour={colours.selected} />}
    </>
  );
}

function End({ at: place, colour }: { at: Position; colour: string }) {
  return (
    <CircleMarker
      center={at(place)}
      radius={4}
      interactive={false}
      pathOptions={{ color: colour, weight: 2, fillOpacity: 1 }}
    />
  );
}

const at = ({ latitude, longitude }: Position): [number, number] => [latitude, longitude];

function ring(centre: Position, radiusM: number): [number, number][] {
  return Array.from({ length: 73 }, (_, i) => at(direct(centre, i * 5, radiusM)));
}

function line(from: Position, to: Position): [number, number][] {
  const { distanceM, initialBearingDeg } = inverse(from, to);
  return Array.from({ length: legs + 1 }, (_, i) =>
    at(direct(from, initialBearingDeg, (distanceM * i) / legs)),
  );
}
