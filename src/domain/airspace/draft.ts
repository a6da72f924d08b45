import type { Altitude } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { ShapeFields } from '#domain/geo/shapes.ts';
import type { AirspaceTimes } from '#domain/time/activation.ts';

/** Distances of the Flight Basic Rules, metres. */
export interface AirspaceDistances {
  /** Art 14: from routes. */
  routeM: number;
  /** Art 23: from the border. */
  borderM: number;
}

/** An application as it is checked: stored, or as a form would send it. Times UTC ISO 8601. */
export interface AirspaceDraft extends Partial<ShapeFields>, AirspaceTimes {
  id: number | null;
  name: string;
  kind: string;
  company: number | null;
  geometry?: unknown;
  lower: Altitude | null;
  upper: Altitude | null;
  activityNature?: string | null;
  missionType?: number | null;
  entryExit?: string | null;
}

export interface NearAirspace extends AirspaceTimes {
  id: number;
  label: string;
  labelEn?: string | null;
  kind: string;
  airspaceClass: string | null;
  company: number | null;
  sharing: string;
  openState: string | null;
  geometry: Geometry;
  lower: Altitude | null;
  upper: Altitude | null;
}

/** What lies around it. */
export interface Surroundings {
  airspaces: NearAirspace[];
  /** Applications that wait for a decision, of those that whoever asks may know. */
  waiting: WaitingApplication[];
  airports: {
    id: number;
    label: string;
    labelEn?: string | null;
    position: Extract<Geometry, { type: 'Point' }>;
  }[];
  /** Temporary routes of the records, as lines with their width. */
  routes: {
    id: number;
    label: string;
    labelEn?: string | null;
    geometry: Geometry;
    widthM: number;
    lower: Altitude | null;
    upper: Altitude | null;
  }[];
  notices: {
    id: number;
    label: string;
    labelEn?: string | null;
    geometry: Geometry;
    lower: Altitude | null;
    upper: Altitude | null;
    from: number | null;
    to: number | null;
  }[];
  /** The State's border as the operator supplied it; null: nothing was supplied. */
  border: { lines: Geometry[]; national: boolean } | null;
}

export interface WaitingApplication extends NearAirspace {
  /** UTC, ISO 8601. */
  submittedAt: string | null;
}
