import { boundsOf } from '#domain/airspace/extent.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { viewParameters } from '#web/map/view-address.ts';

/** The situation map where a place is that was sent in a room; the map draws it from its message. */
export function placeLink(room: number, seq: number, geometry: Geometry): string {
  const [west, south, east, north] = boundsOf(geometry);
  const view = {
    latitude: (south + north) / 2,
    longitude: (west + east) / 2,
    zoom: zoomFor(Math.max(north - south, east - west)),
  };
  const query = new URLSearchParams({ ...viewParameters(view), place: `${room}.${seq}` });
  return `/flightWatch/situationmap?${query}`;
}

/** A zoom at which this many degrees fill about a third of a window. */
function zoomFor(degrees: number): number {
  return degrees < 0.01 ? 12 : Math.min(13, Math.max(4, Math.round(Math.log2(360 / degrees)) - 1));
}
