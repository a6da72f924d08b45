import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { positionAt, type RecordedPosition } from '#domain/surveillance/recording/positions.ts';
import type { FeatureGroup } from '#web/map/flat-map.tsx';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { boundsOf } from '#web/map/plan-map.tsx';
import { zulu } from '#web/map/target-text.ts';
import type { SkyTrack } from './recorded-sky.ts';
import { heightFields } from './separation.ts';
import { metresText, trackName } from './track-words.ts';

const colours = [
  'planFlying',
  'closed',
  'application',
  'neutral',
  'route',
  'airmet',
  'point',
  'notam',
] as const;
/** Older than this, a place says when it was. */
const oldMs = 15_000;

/** Each track as a line, with where it was at the moment; aircraft too close together for a name each have one list of names. */
export function groupOf(tracks: readonly SkyTrack[], at: number, flown: [number, number][][]): FeatureGroup {
  const [west, south, east, north] = boundsOf(linesOf(flown)) ?? [0, 0, 0, 0];
  const nearDeg = Math.max(east - west, north - south) / 12;
  const places = tracks.flatMap((track) => {
    const now = positionAt(track.positions, at);
    return now ? [{ track, now }] : [];
  });
  const named = new Map<SkyTrack, string[]>();
  const heads: typeof places = [];
  for (const place of places) {
    const { latitude, longitude } = place.now;
    // Two find room for a name each.
    const head =
      tracks.length > 2 &&
      heads.find(
        ({ now }) =>
          Math.abs(now.latitude - latitude) < nearDeg && Math.abs(now.longitude - longitude) < nearDeg,
      );
    if (head) named.get(head.track)?.push(trackName(place.track));
    else {
      heads.push(place);
      named.set(place.track, [trackName(place.track)]);
    }
  }
  return {
    id: 'incident',
    features: [
      ...tracks.map((track, index) => lineOf(track, index)),
      ...places.map(({ track, now }): MapFeature => {
        const names = named.get(track) ?? [];
        return {
          id: `place-${track.track}`,
          geometry: { type: 'Point', coordinates: [now.longitude, now.latitude] },
          style: { colour: trackColour(tracks.indexOf(track)), symbol: 'waypoint' },
          label: names.length === 0 ? '' : labelOf(names, now, tracks.length > 2, at),
          rank: 0,
        };
      }),
    ],
  };
}

/** Of a track by its place among those of the report, on its map and in its charts. */
export const trackColour = (index: number) => colours[index % colours.length] ?? 'planFlying';

const lineOf = (track: SkyTrack, index: number): MapFeature => ({
  id: `track-${track.track}`,
  geometry: {
    type: 'LineString',
    coordinates: track.positions.map(({ longitude, latitude }) => [longitude, latitude]),
  },
  style: { colour: trackColour(index), width: 2 },
  label: '',
  rank: 1,
});

/** Names in a line of a label. */
const namesInLine = 3;

/** Of many the names alone find room; their heights are in the chart. */
function labelOf(names: readonly string[], now: RecordedPosition, isMany: boolean, at: number): string {
  const lines = names.flatMap((_, i) =>
    i % namesInLine === 0 ? [names.slice(i, i + namesInLine).join(' · ')] : [],
  );
  return [...lines, isMany ? '' : heightText(now), at - now.at > oldMs ? zulu(now.at) : '']
    .filter(Boolean)
    .join('\n');
}

const datums = { pressureAltitudeM: 'STD', amslAltitudeM: 'AMSL', geometricAltitudeM: 'WGS-84' } as const;

/** By the first datum that it has. */
function heightText(position: RecordedPosition): string {
  const field = heightFields.find((one) => position[one] !== null);
  const height = field && position[field];
  return field && typeof height === 'number' ? `${metresText(height)} ${datums[field]}` : '';
}

/** Of a longer period the map opens on this around the moment. */
const wholeMs = 20 * 60_000;
const aroundMs = 5 * 60_000;

/** The ways that the map opens on, [longitude, latitude]. */
export function aroundMoment(
  tracks: readonly SkyTrack[],
  at: number,
  { from, to }: { from: number; to: number },
): [number, number][][] {
  const isShort = to - from <= wholeMs;
  return tracks.flatMap(({ positions }) => {
    const near = isShort ? positions : positions.filter((one) => Math.abs(one.at - at) <= aroundMs);
    const last = positionAt(positions, at) ?? positions[0];
    const shown = near.length > 0 ? near : last ? [last] : [];
    return shown.length > 0
      ? [shown.map(({ longitude, latitude }): [number, number] => [longitude, latitude])]
      : [];
  });
}

const linesOf = (flown: [number, number][][]) =>
  flown.map((coordinates) => ({ type: 'LineString' as const, coordinates }));

/** Goes to the tracks when they change, with room for the names beside their places. */
export function FitTracks({ flown }: { flown: [number, number][][] }) {
  const map = useMap();
  useEffect(() => {
    const bounds = boundsOf(linesOf(flown));
    if (!bounds) return;
    const [west, south, east, north] = bounds;
    const { x: width, y: height } = map.getSize();
    map.fitBounds(
      [
        [south, west],
        [north, east],
      ],
      { padding: [Math.min(110, width / 5), Math.min(56, height / 5)], animate: false, maxZoom: 14 },
    );
  }, [map, flown]);
  return null;
}
