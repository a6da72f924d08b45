import * as L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';
import { BaseMapLayer, createBaseMapData } from '#web/map/layers/base-map.ts';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { notamFeature } from '#web/map/layers/notams.ts';
import { Overlay } from '#web/map/layers/overlay.ts';
import { TargetsLayer } from '#web/map/layers/targets.ts';
import { mapColours } from '#web/map/map-colours.ts';
import { createTargetStore } from '#web/map/target-store.ts';
import { blockLines } from '#web/map/target-text.ts';

/** What the driver calls: each runs for some frames and gives the time between frames in ms. */
declare global {
  interface Window {
    measure: (what: 'layer' | 'feed' | 'circleMarkers', targets: number, frames: number) => Promise<number[]>;
    measureAreas: (areas: number, frames: number) => Promise<number[]>;
  }
}

const map = L.map('map', { center: [34, 108], zoom: 5, preferCanvas: true, zoomAnimation: false });
new BaseMapLayer(createBaseMapData(), mapColours.dark).addTo(map);

/** The same numbers in each run. */
function randomNumbers(): () => number {
  let seed = 1;
  return () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
}

/** Targets spread over the view, each on its own course. */
function fleet(count: number): Target[] {
  const bounds = map.getBounds();
  const random = randomNumbers();
  return Array.from({ length: count }, (_, i) => ({
    id: (0x780000 + i).toString(16),
    icao24: (0x780000 + i).toString(16),
    callsign: `B${String(i).padStart(5, '0')}`,
    latitude: bounds.getSouth() + random() * (bounds.getNorth() - bounds.getSouth()),
    longitude: bounds.getWest() + random() * (bounds.getEast() - bounds.getWest()),
    pressureAltitudeM: Math.round(random() * 3000),
    geometricAltitudeM: null,
    groundSpeedMps: 40 + random() * 60,
    trackDeg: random() * 360,
    verticalRateMps: 0,
    onGround: i % 20 === 0,
    at: Date.now(),
    sourceId: 1,
    ...plainTarget,
    planId: i % 3 === 0 ? i + 1 : null,
  }));
}

/**
 * Moves targets by what they fly in `seconds`, a hundred times faster than life so that every frame differs.
 * Into objects that are there already: what the hub costs to receive is measured elsewhere.
 */
function move(from: Target[], into: Target[], seconds: number): void {
  const at = Date.now();
  for (let i = 0; i < from.length; i++) {
    const target = from[i];
    const next = into[i];
    if (!target || !next) continue;
    const track = ((target.trackDeg ?? 0) * Math.PI) / 180;
    const degrees = ((target.groundSpeedMps ?? 0) * seconds * 100) / 111_000;
    next.latitude = target.latitude + degrees * Math.cos(track);
    next.longitude = target.longitude + degrees * Math.sin(track);
    next.trackDeg = ((target.trackDeg ?? 0) + 0.5) % 360;
    next.at = at;
  }
}

async function frames(count: number, step: (seconds: number) => void): Promise<number[]> {
  const times: number[] = [];
  let last = await new Promise<number>(requestAnimationFrame);
  for (let i = 0; i < count; i++) {
    step(1 / 60);
    const now = await new Promise<number>(requestAnimationFrame);
    times.push(now - last);
    last = now;
  }
  return times;
}

window.measure = async (what, count, frameCount) => {
  let targets = fleet(count);
  let spare = targets.map((target) => ({ ...target }));
  const step = (seconds: number) => {
    move(targets, spare, seconds);
    [targets, spare] = [spare, targets];
  };
  if (what === 'circleMarkers') {
    const renderer = L.canvas();
    const markers = targets.map((target) =>
      L.circleMarker([target.latitude, target.longitude], { renderer, radius: 4, weight: 1 }).addTo(map),
    );
    const times = await frames(frameCount, (seconds) => {
      step(seconds);
      markers.forEach((marker, i) => {
        const target = targets[i];
        if (target) marker.setLatLng([target.latitude, target.longitude]);
      });
    });
    for (const marker of markers) marker.remove();
    renderer.remove();
    return times;
  }
  const store = createTargetStore();
  const apply = () =>
    store.apply({ kind: 'changes', at: Date.now(), targets, removed: [], feeds: [] }, performance.now());
  apply();
  const layer = new TargetsLayer(store, {
    colours: mapColours.dark,
    selectedId: targets[0]?.id ?? null,
    hoveredId: null,
    showLabels: true,
    urgent: new Map(),
    trailMinutes: 5,
    trailDots: false,
    vectorS: 60,
    blockOf: ({ target }) => blockLines(target, { ground: 'ground', coasting: '外推' }, 'STD'),
  }).addTo(map);
  let frame = 0;
  const times = await frames(frameCount, (seconds) => {
    frame += 1;
    // `layer`: every target moves in every frame. `feed`: as the hub sends it, everything once a second.
    if (what === 'feed' && frame % 60 !== 0) return;
    step(what === 'feed' ? 1 : seconds);
    apply();
  });
  layer.remove();
  return times;
};

const hourMs = 3_600_000;

/** NOTAM areas of twelve corners spread over the view, each active for some hours of the day. */
function areas(count: number): MapFeature[] {
  const bounds = map.getBounds();
  const random = randomNumbers();
  return Array.from({ length: count }, (_, i) => {
    const south = bounds.getSouth() + random() * (bounds.getNorth() - bounds.getSouth());
    const west = bounds.getWest() + random() * (bounds.getEast() - bounds.getWest());
    const ring = Array.from({ length: 13 }, (_, corner): [number, number] => {
      const angle = (2 * Math.PI * (corner % 12)) / 12;
      return [west + 0.3 * Math.cos(angle), south + 0.3 * Math.sin(angle)];
    });
    const from = Math.floor(random() * 20) * hourMs;
    return notamFeature(
      {
        id: i,
        number: `A${String(i).padStart(4, '0')}/26`,
        words: { 'zh-Hans': '临时限制区：启用', en: 'Temporary restricted area: Activated' },
        group: 'airspace',
        effect: i % 3 === 0 ? 'hold' : 'warn',
        area: { type: 'Polygon', coordinates: [ring] },
        areaFrom: i % 2 === 0 ? 'text' : 'qLine',
        lower: null,
        upper: { value: 3000, unit: 'm', reference: 'AMSL' },
        times: [{ from, to: from + 6 * hourMs }],
        text: 'TEMPORARY RESTRICTED AREA',
        textZh: null,
        validFrom: new Date(from).toISOString(),
        validTo: null,
        isEstimated: false,
      },
      'en',
    );
  });
}

/** Each frame paints areas and names anew for another moment, as when the slider is dragged. */
window.measureAreas = async (count, frameCount) => {
  const layer = new Overlay(mapColours.dark, ['notams']).addTo(map);
  layer.setFeatures('notams', areas(count));
  let frame = 0;
  const times = await frames(frameCount, () => {
    frame += 1;
    layer.setMoment({ atMs: ((frame * 5) % (24 * 60)) * 60_000, level: null });
  });
  layer.remove();
  return times;
};
