import type { Locale } from '#domain/text/label.ts';
import { loadBoundaries } from './boundaries.ts';
import { interferenceEveryMs, loadInterference } from './interference.ts';
import type { LayerContext } from './layer-context.ts';
import type { MapFeature } from './map-feature.ts';
import { loadNavigationPoints } from './navigation-points.ts';
import { loadNotams, notamsEveryMs } from './notams.ts';
import { loadNotices } from './notices.ts';
import { loadObstacles } from './obstacles.ts';
import { loadPlans } from './plans.ts';
import { loadAerodromes, loadAirspaces, loadPoints, loadRoutes } from './records-layers.ts';
import { loadWeatherStations, loadWeatherWarnings } from './weather.ts';

/** A layer of the situation map that does not move by itself. A new one is one file and one line below. */
export interface MapLayer {
  id: string;
  /** Its name in the catalogues. */
  titleKey: string;
  shownAtFirst: boolean;
  /** A change of one of these resources loads it anew. */
  resources: string[];
  /** Of the information that has its times: in a group of the switch, shown for the moment of the slider. */
  group?: 'information';
  /** Records that come by the minute: it is loaded anew this long after the first of them, ms. Absent: after the last of a burst. */
  settleMs?: number;
  /** What is loaded reaches only so far ahead: it is loaded again this often, ms, also where no record changes. */
  everyMs?: number;
  load: (locale: Locale, signal: AbortSignal, context: LayerContext) => Promise<MapFeature[]>;
  /** Absent: always offered. */
  offered?: (context: LayerContext) => boolean;
}

/** The list of layers, the lowest first. */
export const mapLayers: MapLayer[] = [
  {
    id: 'boundaries',
    titleKey: 'map.layer.boundaries',
    shownAtFirst: true,
    resources: [],
    load: loadBoundaries,
    offered: ({ boundariesUrl }) => boundariesUrl !== null,
  },
  {
    id: 'airspaces',
    titleKey: 'map.layer.airspaces',
    shownAtFirst: true,
    resources: ['airspace'],
    load: loadAirspaces,
  },
  {
    id: 'obstacles',
    titleKey: 'map.layer.obstacles',
    shownAtFirst: true,
    resources: ['obstacle'],
    load: loadObstacles,
  },
  {
    id: 'routes',
    titleKey: 'map.layer.routes',
    shownAtFirst: true,
    resources: ['temporaryRoute'],
    load: loadRoutes,
  },
  {
    id: 'weatherWarnings',
    titleKey: 'map.layer.weatherWarnings',
    shownAtFirst: true,
    resources: ['weatherReport'],
    group: 'information',
    settleMs: 2_000,
    load: loadWeatherWarnings,
  },
  {
    id: 'notams',
    titleKey: 'map.layer.notams',
    shownAtFirst: true,
    resources: ['notam'],
    group: 'information',
    settleMs: 2_000,
    everyMs: notamsEveryMs,
    load: loadNotams,
  },
  {
    id: 'interference',
    titleKey: 'map.layer.interference',
    shownAtFirst: true,
    resources: [],
    group: 'information',
    everyMs: interferenceEveryMs,
    load: loadInterference,
  },
  {
    id: 'notices',
    titleKey: 'map.layer.notices',
    shownAtFirst: true,
    resources: ['notice'],
    group: 'information',
    load: loadNotices,
  },
  { id: 'plans', titleKey: 'map.layer.plans', shownAtFirst: true, resources: ['plan'], load: loadPlans },
  {
    id: 'aerodromes',
    titleKey: 'map.layer.aerodromes',
    shownAtFirst: true,
    resources: ['airport'],
    load: loadAerodromes,
  },
  {
    id: 'points',
    titleKey: 'map.layer.points',
    shownAtFirst: true,
    resources: ['takeoffLandingPoint'],
    load: loadPoints,
  },
  {
    id: 'navigationPoints',
    titleKey: 'map.layer.navigationPoints',
    shownAtFirst: false,
    resources: ['navigationPoint'],
    load: loadNavigationPoints,
  },
  {
    id: 'weatherStations',
    titleKey: 'map.layer.weatherStations',
    shownAtFirst: true,
    resources: ['weatherReport', 'airport'],
    group: 'information',
    settleMs: 2_000,
    load: loadWeatherStations,
  },
];
