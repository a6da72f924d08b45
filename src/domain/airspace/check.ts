import { overlapInPlanView } from '../conflict/plan-view.ts';
import { findConflicts, type Volume4d } from '../conflict/strategic.ts';
import { type Altitude, compareDatums } from '../geo/altitude.ts';
import type { Geometry } from '../geo/geojson.ts';
import type { ShapeFields } from '../geo/shapes.ts';
import type { Finding, FindingWith } from '../plan/findings.ts';
import { dayOf, formatWall } from '../plan/wall-clock.ts';
import { isPublished, type WorkCalendar } from '../plan/working-days.ts';
import { type AirspaceTimes, activations } from './activation.ts';
import { type AirspaceFigures, airspaceDeadlines, isTooLong } from './deadlines.ts';
import { extentDisagrees, extentOf } from './extent.ts';

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

/** What lies around it. */
export interface Surroundings {
  airspaces: NearAirspace[];
  airports: { id: number; label: string; position: Extract<Geometry, { type: 'Point' }> }[];
  /** Temporary routes of the records, as lines with their width. */
  routes: {
    id: number;
    label: string;
    geometry: Geometry;
    widthM: number;
    lower: Altitude | null;
    upper: Altitude | null;
  }[];
  notices: {
    id: number;
    label: string;
    geometry: Geometry;
    lower: Altitude | null;
    upper: Altitude | null;
    from: number | null;
    to: number | null;
  }[];
  /** The State's border as the operator supplied it; null: nothing was supplied. */
  border: { lines: Geometry[]; national: boolean } | null;
}

export interface NearAirspace extends AirspaceTimes {
  id: number;
  label: string;
  kind: string;
  airspaceClass: string | null;
  company: number | null;
  sharing: string;
  openState: string | null;
  geometry: Geometry;
  lower: Altitude | null;
  upper: Altitude | null;
}

/** Distances of the Flight Basic Rules, metres. */
export interface AirspaceDistances {
  /** Art 14: from routes. */
  routeM: number;
  /** Art 23: from the border. */
  borderM: number;
}

const controlled = new Set(['ctr', 'atz', 'tma', 'aerodrome']);
const routes = new Set(['route', 'line', 'corridor']);

/** Everything that stands against an application at `now` (UTC ms), found at once. */
export function checkAirspace(
  draft: AirspaceDraft,
  around: Surroundings,
  settings: { figures: AirspaceFigures; distances: AirspaceDistances; calendar: WorkCalendar; now: number },
): Finding[] {
  const extent = extentOf(draft);
  return [
    ...contentFindings(draft),
    ...timeFindings(draft, settings),
    ...limitFindings(draft),
    ...(extent && !extentDisagrees(draft) ? [] : extentFindings(draft, extent)),
    ...(extent ? aroundFindings(draft, extent, around, settings) : []),
  ];
}

function finding(
  level: Finding['level'],
  code: string,
  field: string,
  rule: string,
  values: Record<string, string | number> = {},
  other: FindingWith | null = null,
): Finding {
  return {
    level,
    code,
    field,
    rule: `airspace.rule.${rule}`,
    message: { key: `airspace.check.${code}`, values },
    with: other,
  };
}

/** Order 371, art. 7: extent and heights, entry and exit, time of use, nature of the activity. */
function contentFindings(draft: AirspaceDraft): Finding[] {
  const missing = (field: string, code: string) => finding('error', code, field, 'order371-7');
  const said = (value: unknown) => value !== null && value !== undefined && String(value).trim() !== '';
  return [
    ...(said(draft.name) ? [] : [missing('name', 'noName')]),
    ...(said(draft.activityNature) || said(draft.missionType) ? [] : [missing('activityNature', 'noNature')]),
    ...(said(draft.entryExit) ? [] : [missing('entryExit', 'noEntryExit')]),
    ...(draft.validFrom ? [] : [missing('validFrom', 'noStart')]),
    ...(draft.validTo ? [] : [missing('validTo', 'noEnd')]),
    ...(draft.lower ? [] : [missing('lower', 'noLower')]),
    ...(draft.upper ? [] : [missing('upper', 'noUpper')]),
  ];
}

/** The first moment of use: the first activation of its pattern, else the beginning of its validity; UTC ms. */
export function firstUse(draft: AirspaceTimes, timeZone: string): number | null {
  if (!draft.validFrom) return null;
  const from = Date.parse(draft.validFrom);
  const to = draft.validTo ? Date.parse(draft.validTo) : from + 8 * 86_400_000;
  const [first] = activations(draft, { from, to: Math.min(to, from + 8 * 86_400_000) }, timeZone);
  return first?.from ?? from;
}

function timeFindings(
  draft: AirspaceDraft,
  { figures, calendar, now }: { figures: AirspaceFigures; calendar: WorkCalendar; now: number },
): Finding[] {
  const { timeZone } = figures;
  const found: Finding[] = [];
  const from = draft.validFrom ? Date.parse(draft.validFrom) : null;
  const to = draft.validTo ? Date.parse(draft.validTo) : null;
  if (from !== null && to !== null) {
    if (to <= from) found.push(finding('error', 'endsFirst', 'validTo', 'order371-7'));
    else if (isTooLong(from, to, figures)) {
      found.push(finding('error', 'tooLong', 'validTo', 'order371-10', { months: figures.maxMonths }));
    }
    if (to > from && activations(draft, { from, to }, timeZone).length === 0) {
      found.push(finding('error', 'neverUsed', 'schedule', 'order371-7'));
    }
  }
  if (to !== null && to <= now) found.push(finding('error', 'past', 'validTo', 'order371-7'));
  const start = firstUse(draft, timeZone);
  if (start !== null) {
    const { submitBy } = airspaceDeadlines(start, figures, calendar);
    const values = { days: figures.submitWorkingDays, until: formatWall(submitBy, timeZone) };
    if (now > submitBy) found.push(finding('error', 'late', 'validFrom', 'order371-9', values));
    const day = dayOf(start, timeZone);
    if (!isPublished(day, calendar)) {
      found.push(finding('warning', 'calendar', 'validFrom', 'order371-9', { year: day.slice(0, 4) }));
    }
  }
  return found;
}

/** The lower limit is below the upper, in one datum; two that cannot be compared are said to be so. */
function limitFindings({ lower, upper }: AirspaceDraft): Finding[] {
  if (!lower || !upper) return [];
  const compared = compareDatums(lower, upper);
  if (!compared.comparable) return [finding('warning', 'limitsDatum', 'upper', 'datum')];
  return compared.result === 'below' ? [] : [finding('error', 'limitsOrder', 'upper', 'order371-7')];
}

function extentFindings(draft: AirspaceDraft, extent: Geometry | null): Finding[] {
  if (extent) return [finding('error', 'shapeDisagrees', 'geometry', 'shape')];
  if (draft.geometry) return [finding('error', 'shapeBroken', 'geometry', 'shape')];
  return [finding('error', 'noExtent', 'geometry', 'order371-7')];
}

function aroundFindings(
  draft: AirspaceDraft,
  extent: Geometry,
  around: Surroundings,
  { figures, distances }: { figures: AirspaceFigures; distances: AirspaceDistances },
): Finding[] {
  const own: Volume4d = {
    owner: { resource: 'airspace', id: draft.id ?? 0, label: draft.name },
    part: 0,
    footprint: extent,
    marginM: 0,
    lower: draft.lower,
    upper: draft.upper,
    from: draft.validFrom ? Date.parse(draft.validFrom) : null,
    to: draft.validTo ? Date.parse(draft.validTo) : null,
  };
  return [
    ...around.airspaces.flatMap((airspace) => airspaceFinding(draft, own, airspace, figures, distances)),
    ...around.routes.flatMap((route) =>
      routeFinding(
        own,
        { resource: 'temporaryRoute', ...route },
        { ...route, marginM: route.widthM / 2 },
        distances,
      ),
    ),
    ...around.airports
      .filter(
        ({ position }) => overlapInPlanView(extent, position, 0) || overlapInPlanView(extent, position, 1),
      )
      .map(({ id, label, position }) => ({
        ...finding(
          'warning',
          'aerodrome',
          'geometry',
          'basic-12',
          { other: label },
          { resource: 'airport', id, label },
        ),
        shape: { geometry: position, marginM: 0, lower: null, upper: null, from: null, to: null },
      })),
    ...around.notices.flatMap((notice) =>
      meeting(own, { resource: 'notice', ...notice }, { ...notice, marginM: 0 }, (compared) =>
        finding('warning', compared ? 'notice' : 'noticeColumn', 'geometry', 'notice', {
          other: notice.label,
        }),
      ),
    ),
    ...borderFindings(extent, around.border, distances),
  ];
}

interface Air {
  geometry: Geometry;
  marginM: number;
  lower: Altitude | null;
  upper: Altitude | null;
  from?: number | null;
  to?: number | null;
}

/** The finding of what shares air with the draft; none where it shares nothing. */
function meeting(
  own: Volume4d,
  other: FindingWith,
  air: Air,
  say: (compared: boolean) => Finding | null,
): Finding[] {
  const owner = { resource: other.resource, id: other.id, label: other.label };
  const volume: Volume4d = {
    owner,
    part: 0,
    footprint: air.geometry,
    marginM: air.marginM,
    lower: air.lower,
    upper: air.upper,
    from: air.from ?? null,
    to: air.to ?? null,
  };
  const [conflict] = findConflicts([own], [volume]);
  const said = conflict ? say(conflict.altitudeCompared) : null;
  if (!conflict || !said) return [];
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return [
    {
      ...said,
      with: owner,
      shape: {
        geometry: air.geometry,
        marginM: air.marginM,
        lower: air.lower,
        upper: air.upper,
        from: iso(conflict.from),
        to: iso(conflict.to),
      },
      altitudeCompared: conflict.altitudeCompared,
    },
  ];
}

function airspaceFinding(
  draft: AirspaceDraft,
  own: Volume4d,
  airspace: NearAirspace,
  figures: AirspaceFigures,
  distances: AirspaceDistances,
): Finding[] {
  if (airspace.id === draft.id || !usedTogether(draft, airspace, figures.timeZone)) return [];
  const other = { resource: 'airspace', id: airspace.id, label: airspace.label };
  const air: Air = {
    geometry: airspace.geometry,
    marginM: 0,
    lower: airspace.lower,
    upper: airspace.upper,
    from: airspace.validFrom ? Date.parse(airspace.validFrom) : null,
    to: airspace.validTo ? Date.parse(airspace.validTo) : null,
  };
  if (routes.has(airspace.kind)) return routeFinding(own, other, air, distances);
  const judged = judge(draft, airspace);
  if (!judged) return [];
  const [level, code, rule] = judged;
  const values = { other: airspace.label, class: airspace.airspaceClass ?? '–' };
  return meeting(own, other, air, (compared) =>
    finding(level, compared ? code : `${code}Column`, 'geometry', rule, values),
  );
}

/** How bad it is to share air with an airspace; null: of no account. */
function judge(draft: AirspaceDraft, airspace: NearAirspace): [Finding['level'], string, string] | null {
  const { kind } = airspace;
  if (kind === 'prohibited') return ['error', 'prohibited', 'basic-12'];
  if (kind === 'restricted' || kind === 'tempRestricted') return ['warning', 'restricted', 'basic-12'];
  if (kind === 'danger' || kind === 'fuelDump') return ['warning', 'danger', 'basic-12'];
  if (controlled.has(kind)) return ['warning', 'controlled', 'classes'];
  const foreign = airspace.company !== null && airspace.company !== draft.company;
  if (!foreign || airspace.sharing === 'shared') return null;
  return airspace.sharing === 'exclusive'
    ? ['error', 'exclusive', 'order371-11']
    : ['warning', 'consent', 'order371-11'];
}

/** Do their weekly patterns ever meet? Two weeks hold every pair of days; validity is compared apart from that. */
function usedTogether(a: AirspaceTimes, b: AirspaceTimes, timeZone: string): boolean {
  if (!a.schedule?.length || !b.schedule?.length) return true;
  const from = a.validFrom ? Date.parse(a.validFrom) : 0;
  const window = { from, to: from + 14 * 86_400_000 };
  const others = activations({ schedule: b.schedule }, window, timeZone);
  return activations({ schedule: a.schedule }, window, timeZone).some((one) =>
    others.some((other) => one.from < other.to && other.from < one.to),
  );
}

/** Basic Rules, art. 14 and 15: the route itself is kept free, and airspace stays a distance away from it. */
function routeFinding(own: Volume4d, other: FindingWith, air: Air, { routeM }: AirspaceDistances): Finding[] {
  const values = { other: other.label, km: routeM / 1000 };
  const inside = meeting(own, other, air, (compared) =>
    finding(
      compared ? 'error' : 'warning',
      compared ? 'route' : 'routeColumn',
      'geometry',
      'basic-15',
      values,
    ),
  );
  if (inside.length > 0) return inside;
  return meeting(own, other, { ...air, marginM: air.marginM + routeM }, () =>
    finding('warning', 'routeNear', 'geometry', 'basic-14', values),
  );
}

/** Basic Rules, art. 23: no temporary airspace within 10 km of the border. */
function borderFindings(
  extent: Geometry,
  border: Surroundings['border'],
  { borderM }: AirspaceDistances,
): Finding[] {
  const values = { km: borderM / 1000 };
  if (!border) return [finding('warning', 'borderUnknown', 'geometry', 'basic-23', values)];
  if (!border.lines.some((line) => overlapInPlanView(extent, line, borderM))) return [];
  return [
    border.national
      ? finding('error', 'border', 'geometry', 'basic-23', values)
      : finding('warning', 'boundary', 'geometry', 'basic-23', values),
  ];
}
