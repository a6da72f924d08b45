import geodesic from 'geographiclib-geodesic';
import type { Coordinates, Geometry } from '#domain/geo/geojson.ts';

/**
 * A slow reference of its own: nothing but geodesics and their lengths. Distances between edges by search along both,
 * the inside of a polygon by how far one turns when following its outline with the eyes.
 */
const earth = geodesic.Geodesic.WGS84;

interface Edge {
  at(share: number): Coordinates;
}

function edgeOf([lon1, lat1]: Coordinates, [lon2, lat2]: Coordinates): Edge {
  const line = earth.InverseLine(lat1, lon1, lat2, lon2);
  const { s12 = 0 } = earth.Inverse(lat1, lon1, lat2, lon2);
  return {
    at(share) {
      const { lat2: lat = lat1, lon2: lon = lon1 } = line.Position(share * s12);
      return [lon, lat];
    },
  };
}

function length([lon1, lat1]: Coordinates, [lon2, lat2]: Coordinates): number {
  return earth.Inverse(lat1, lon1, lat2, lon2).s12 ?? 0;
}

const golden = (Math.sqrt(5) - 1) / 2;

/** The least of a function with one valley on [0, 1]. */
function least(of: (share: number) => number, rounds: number): number {
  let [low, high] = [0, 1];
  let [a, b] = [high - golden, low + golden];
  let [fa, fb] = [of(a), of(b)];
  for (let i = 0; i < rounds; i += 1) {
    if (fa < fb) {
      [high, b, fb] = [b, a, fa];
      a = high - golden * (high - low);
      fa = of(a);
    } else {
      [low, a, fa] = [a, b, fb];
      b = low + golden * (high - low);
      fb = of(b);
    }
  }
  return Math.min(fa, fb, of(0), of(1));
}

function edges(geometry: Geometry): Edge[] {
  const chains =
    geometry.type === 'Point'
      ? [[geometry.coordinates, geometry.coordinates]]
      : geometry.type === 'LineString'
        ? [geometry.coordinates]
        : geometry.type === 'Polygon'
          ? geometry.coordinates
          : geometry.coordinates.flat();
  return chains.flatMap((chain) =>
    chain.slice(1).flatMap((to, i) => {
      const from = chain[i];
      return from ? [edgeOf(from, to)] : [];
    }),
  );
}

/** Between the outlines, metres, to a millimetre. */
export function outlineDistance(a: Geometry, b: Geometry): number {
  let found = Number.POSITIVE_INFINITY;
  for (const one of edges(a)) {
    for (const two of edges(b)) {
      const apart = least((s) => least((t) => length(one.at(s), two.at(t)), 42), 42);
      found = Math.min(found, apart);
    }
  }
  return found;
}

export function isInside(point: Coordinates, geometry: Geometry): boolean {
  if (geometry.type !== 'Polygon') return false;
  const turns = geometry.coordinates.map((ring) => {
    let total = 0;
    let before: number | undefined;
    for (const edge of edges({ type: 'LineString', coordinates: ring })) {
      for (let step = 0; step <= 40; step += 1) {
        const [lon, lat] = edge.at(step / 40);
        const { azi1: azimuth = 0 } = earth.Inverse(point[1], point[0], lat, lon);
        if (before !== undefined) total += ((azimuth - before + 540) % 360) - 180;
        before = azimuth;
      }
    }
    return Math.abs(total) > 180;
  });
  return turns[0] === true && !turns.slice(1).some(Boolean);
}
