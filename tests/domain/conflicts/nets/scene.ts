import { defaultHeights } from '#domain/conflicts/nets/figures.ts';
import { movedBy } from '#domain/conflicts/nets/local-plane.ts';
import type { Scene, SceneArea, ScenePlan, SceneTarget } from '#domain/conflicts/nets/safety-net.ts';
import { circleRing, type Position } from '#domain/geo/geodesy.ts';
import { plainTarget } from '#domain/surveillance/track/target.ts';

export const noon = Date.UTC(2026, 10, 21, 12);
export const home: Position = { latitude: 34.5, longitude: 108.9 };

/** A light aircraft in level flight, heading north, at a place so many metres east and north of home. */
export function aircraft(
  id: string,
  { east = 0, north = 0, ...more }: Partial<SceneTarget> & { east?: number; north?: number } = {},
): SceneTarget {
  return {
    ...plainTarget,
    id,
    icao24: id,
    callsign: id.toUpperCase(),
    ...movedBy(home, east, north),
    pressureAltitudeM: 600,
    geometricAltitudeM: null,
    groundSpeedMps: 50,
    trackDeg: 0,
    verticalRateMps: 0,
    onGround: false,
    at: noon,
    sourceId: 1,
    planId: null,
    turnDps: 0,
    ...more,
  };
}

export function sceneOf(targets: readonly SceneTarget[], more: Partial<Scene> = {}): Scene {
  return {
    nowMs: noon,
    targets,
    lost: [],
    plans: new Map(),
    landings: new Map(),
    areas: [],
    feeds: [],
    elevationAt: null,
    groundNear: () => null,
    qnhAt: () => null,
    transitionAltitudeAt: () => defaultHeights.transitionAltitudeM,
    heights: defaultHeights,
    ...more,
  };
}

export function circleArea(use: SceneArea['use'], more: Partial<SceneArea> = {}, radiusM = 3_000): SceneArea {
  return {
    id: 7,
    name: 'ZGR101',
    use,
    volume: { polygons: [[circleRing(home, radiusM)]], lower: null, upper: null, from: null, to: null },
    companyId: null,
    airspaceClass: null,
    densityLimit: null,
    separationM: null,
    separationVerticalM: null,
    minimumAltitudeM: null,
    figures: null,
    ...more,
  };
}

export function planOf(id: number, more: Partial<ScenePlan> = {}): ScenePlan {
  return {
    id,
    planNumber: `FP${id}`,
    callsigns: [`CW${id}`],
    addresses: [],
    companyId: 1,
    companyName: 'Heron Aviation',
    state: 9,
    startAt: noon - 3_600_000,
    endAt: noon + 3_600_000,
    takeoffAt: noon - 3_600_000,
    openOrder: null,
    volumes: [],
    places: [],
    route: null,
    safeAltitude: null,
    formation: null,
    contacts: [{ name: 'Heron Aviation', phone: '029-1' }],
    ...more,
  };
}
