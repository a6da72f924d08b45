import type { Position } from '#domain/geo/geodesy.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import type { AsterixRecord } from '#domain/surveillance/asterix/table.ts';

/** A new picture comes every so many seconds. */
const pictureS = 10;
/** Rays and rings of the radar: degrees, and quarters of a nautical mile (scaling 5 of 1/128 NM). */
const stepDeg = 2;
const scaling = 5;
const ringsOfMile = 4;
const mostNm = 60;

/** A shower: where it was at the start of a passage (nautical miles east and north of the radar), how large, how strong. */
const showers = [
  { east: -70, north: 18, radiusNm: 11, strength: 6.4 },
  { east: -84, north: 6, radiusNm: 8, strength: 4.2 },
  { east: -60, north: -14, radiusNm: 14, strength: 3.1 },
  { east: -96, north: 26, radiusNm: 9, strength: 5.2 },
];
/** They move to the east-north-east, about 45 km/h, and come again when the last has passed. */
const drift = { eastNmS: 0.0063, northNmS: 0.0015 };
const passageS = 6 * 3_600;

/** Intensity at a place, 0 to 6, some seconds after the start of a passage. */
function intensityAt(east: number, north: number, s: number): number {
  let sum = 0;
  for (const shower of showers) {
    const x = east - (shower.east + drift.eastNmS * s);
    const y = north - (shower.north + drift.northNmS * s);
    // Most places are far from most showers.
    if (x * x * 1.5 + y * y * 0.7 > 14 * shower.radiusNm ** 2) continue;
    // Longer than wide, across the wind, and frayed at the edge.
    const fray = 1 + 0.18 * Math.sin(3 * Math.atan2(y, x) + s / 900);
    sum += shower.strength * Math.exp(-(x * x * 1.5 + y * y * 0.7) / (shower.radiusNm * fray) ** 2);
  }
  return Math.min(6, Math.floor(sum));
}

/** The strongest two showers have lightning: one of them strikes every so many seconds. */
const strikeS = 20;

/** Strokes of the demo between two moments, UTC ms, as GeoJSON. */
export function demoStrokes(radar: Position, from: number, to: number): string {
  const features = [];
  for (let s = Math.ceil(from / 1_000 / strikeS) * strikeS; s * 1_000 < to; s += strikeS) {
    // Spread without chance, so that every server of a demo has the same.
    const spread = (factor: number) => (((s / strikeS) * factor) % 1) * 2 - 1;
    const shower = showers[(s / strikeS) % 3 === 0 ? 3 : 0];
    if (!shower) continue;
    const passed = s % passageS;
    const eastNm = shower.east + drift.eastNmS * passed + spread(0.618) * shower.radiusNm * 0.7;
    const northNm = shower.north + drift.northNmS * passed + spread(0.414) * shower.radiusNm * 0.7;
    const latitude = radar.latitude + northNm / 60;
    const longitude = radar.longitude + eastNm / 60 / Math.cos((radar.latitude * Math.PI) / 180);
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { time: s * 1_000, peakCurrentKa: -12 - 8 * spread(0.732), cloud: (s / strikeS) % 4 === 0 },
    });
  }
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** The messages of the demo's weather radar in one second: a whole picture, or nothing. `at`: UTC ms. */
export function rainMessages(at: number): Uint8Array[] {
  const second = Math.floor(at / 1_000);
  if (second % pictureS !== 0) return [];
  const source = { sac: 25, sic: 8 };
  const timeOfDayS = (at % 86_400_000) / 1_000;
  const byLevel = raysAt(second % passageS);
  const count = [...byLevel.values()].reduce((sum, rays) => sum + rays.length, 0);
  const records: AsterixRecord[] = [
    { source, messageType: 254, timeOfDayS, processing: { scaling, reduction: 0, parameters: 0 } },
    ...[...byLevel].flatMap(([intensity, rays]) =>
      Array.from({ length: Math.ceil(rays.length / 200) }, (_, part) => ({
        source,
        messageType: 1,
        vectorQualifier: { systemCoordinates: false, intensity, shadingOrientation: 0 },
        polarVectors: rays.slice(part * 200, (part + 1) * 200),
      })),
    ),
    { source, messageType: 255, timeOfDayS, itemCount: count },
  ];
  const block = encodeBlock(8, '1.x', records);
  return block.ok ? [block.bytes] : [];
}

type Ray = { startRange: number; endRange: number; azimuthDeg: number };

/** Stretches of one intensity along each ray. */
function raysAt(s: number): Map<number, Ray[]> {
  const byLevel = new Map<number, Ray[]>();
  for (let azimuthDeg = 0; azimuthDeg < 360; azimuthDeg += stepDeg) {
    const turn = (azimuthDeg * Math.PI) / 180;
    let level = 0;
    let from = 0;
    for (let ring = 0; ring <= mostNm * ringsOfMile; ring += 2) {
      const nm = (ring + 1) / ringsOfMile;
      const here =
        ring === mostNm * ringsOfMile ? 0 : intensityAt(nm * Math.sin(turn), nm * Math.cos(turn), s);
      if (here === level) continue;
      if (level > 0) {
        const rays = byLevel.get(level) ?? [];
        byLevel.set(level, rays);
        rays.push({ startRange: from, endRange: ring, azimuthDeg });
      }
      level = here;
      from = ring;
    }
  }
  return byLevel;
}
