import type { AirspaceAction, AirspaceState } from '#domain/airspace/machine.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { ShapeFields } from '#domain/geo/shapes.ts';
import type { WeeklyEntry } from '#web/engine/widgets/weekly.ts';
import type { FlowView } from '#web/features/approvals/flow/flow-types.ts';
import type { FindingView } from '#web/ui/finding-view.ts';
import type { Labels } from '#web/ui/record-labels.ts';

/** Where and when an airspace is; what a version of it keeps. An absent field means the same as null. */
interface AirspaceExtent extends Partial<ShapeFields> {
  name: string;
  kind: string;
  airspaceClass?: string | null;
  company?: number | null;
  companyName?: string | null;
  lower: Altitude | null;
  upper: Altitude | null;
  /** UTC, ISO 8601. */
  validFrom?: string | null;
  validTo?: string | null;
  schedule?: WeeklyEntry[] | null;
  geometry: Geometry | null;
  sharing?: string | null;
  [field: string]: unknown;
}

/** What the Airspace calls answer. Times are UTC, ISO 8601. */
export interface AirspaceItem extends AirspaceExtent {
  id: number;
  version: number;
  designator?: string | null;
  state: AirspaceState;
  acceptState?: string | null;
  auditState?: number | null;
  auditOpinion?: string | null;
  openState?: 'open' | 'closed' | null;
  openReason?: string | null;
  proposedLevel?: string | null;
  submittedAt?: string | null;
  decideBy?: string | null;
  decidedAt?: string | null;
  reason?: string | null;
  /** A step of its approval waits for me. */
  waiting?: boolean;
  /** Names of related records by field. */
  labels?: Labels;
}

export interface AirspaceActionView {
  action: AirspaceAction;
  /** Whether I am of those whose action it is: what I may never do is not shown. */
  relevant: boolean;
  allowed: boolean;
  reason: string | null;
  rule: string | null;
}

export interface AirspaceEventView {
  id: number;
  kind: string;
  kindText: string;
  from: string;
  to: string | null;
  reason: string | null;
  byName: string | null;
  at: string;
  /** Of an opening or closing: whether it holds now, is still to come, or is over. */
  standing: 'now' | 'ahead' | 'over';
  /** Of a request for an extension: what became of it, and its answer. */
  state: string | null;
  stateText: string | null;
  answer: string | null;
  answeredByName: string | null;
  answeredAt: string | null;
}

/** The holder's request for a later end, as long as it waits for its answer. */
export interface ExtensionAskView {
  id: number;
  /** The end that is asked for; UTC, ISO 8601. */
  validTo: string;
  reason: string | null;
  byName: string | null;
  at: string;
}

export interface ExtensionAskItem extends ExtensionAskView {
  airspace: {
    id: number;
    name: string;
    designator: string | null;
    companyName: string | null;
    /** The present end. */
    validTo: string | null;
  };
}

export interface AirspaceVersionView extends AirspaceExtent {
  id: number;
  number: number;
  effectiveFrom: string;
  effectiveTo: string | null;
  reason: string | null;
  authorName: string | null;
  current: boolean;
  /** The fields that differ from the version before. */
  changed: string[];
}

/** An airspace as it is at one moment. */
export interface AirspaceAtView extends AirspaceExtent {
  id: number;
  /** Number of the version that is in force. */
  number: number | null;
  designator?: string | null;
  kindText: string;
  openState?: 'open' | 'closed' | null;
  openReason?: string | null;
  /** In use by its weekly pattern. */
  active: boolean;
}

export interface AirspaceDetail {
  airspace: AirspaceItem;
  events: AirspaceEventView[];
  versions: AirspaceVersionView[];
  actions: AirspaceActionView[];
  extensionAsk: ExtensionAskView | null;
  flows: FlowView[];
  /** The next times of use, at most 14 days ahead. */
  activations: { from: string; to: string }[];
  now: string;
  timeZone: string;
}

export interface AirspaceCheckView {
  findings: FindingView[];
  proposedLevel: string | null;
  /** Its name in the reader's language, also where the records do not tell. */
  levelText: string;
  /** The airspace within which the extent lies and from which the level follows. */
  authority: { id: number; name: string } | null;
  submitBy: string | null;
  decideBy: string | null;
  rule: string;
}

export interface ImportedFeature {
  index: number;
  name: string | null;
  /** The airspace it would become; null where it is none. */
  draft: Record<string, unknown> | null;
  errors: { path: string; line?: number | null; message: string }[];
  warnings: { path: string; line?: number | null; message: string }[];
}

export interface ImportCheckView {
  format: string;
  features: ImportedFeature[];
}
