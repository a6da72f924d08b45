import type { Locale } from '#domain/text/label.ts';
import { loadBoundaries } from './boundaries.ts';
import type { LayerContext } from './layer-context.ts';
import type { MapFeature } from './map-feature.ts';
import { loadNavigationPoints } from './navigation-points.ts';
import { loadObstacles } from './obstacles.ts';
import { loadPlans } from './plans.ts';
import { loadAerodromes, loadAirspaces, loadPoints, loadRoutes } from './records-layers.ts';

/** A layer of the situation map that does not move by itself. A new one is one file and one line below. */
export interface MapLayer {
  id: string;
  /** Its name in the catalogues. */
  titleKey: string;
  shownAtFirst: boolean;
  /** A change of one of these resources loads it anew. */
  resources: string[];
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
];
