import { boundsOf } from '#domain/airspace/extent.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { viewParameters } from '#web/map/view-address.ts';

/** The view of a map on which a place that was sent in a room is seen whole, as parameters of an address. */
export function viewOfPlace(geometry: Geometry): ReturnType<typeof viewParameters> {
  const [west, south, east, north] = boundsOf(geometry);
  return viewParameters({
    latitude: (south + north) / 2,
    longitude: (west + east) / 2,
    zoom: zoomFor(Math.max(north - south, east - west)),
  });
}

/** A zoom at which this many degrees fill about a third of a window. */
function zoomFor(degrees: number): number {
  return degrees < 0.01 ? 12 : Math.min(13, Math.max(4, Math.round(Math.log2(360 / degrees)) - 1));
}
