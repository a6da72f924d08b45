import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import { findConflicts, type Volume4d } from '#domain/conflicts/strategic.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { Finding, FindingWith } from '#domain/plans/findings.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { type AirspaceTimes, activations, validityOf } from '#domain/time/activation.ts';
import { within } from '#domain/time/interval.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { AirspaceDeadlineParameters } from './deadlines.ts';
import type {
  AirspaceDistances,
  AirspaceDraft,
  NearAirspace,
  Surroundings,
  WaitingApplication,
} from './draft.ts';

const controlled = new Set(['ctr', 'atz', 'tma', 'aerodrome']);
const routes = new Set(['route', 'line', 'corridor']);

/** One finding of the check; its rule and message are `airspace.rule.<rule>` and `airspace.check.<code>`. */
export function finding(
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

/** What lies around an application and what of it stands against it; `extent` is where the application lies. */
export function aroundFindings(
  draft: AirspaceDraft,
  extent: Geometry,
  around: Surroundings,
  { deadlines, distances }: { deadlines: AirspaceDeadlineParameters; distances: AirspaceDistances },
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
    ...around.airspaces.flatMap((airspace) => airspaceFinding(draft, own, airspace, deadlines, distances)),
    ...around.waiting.flatMap((application) => waitingFinding(draft, own, application, deadlines)),
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
      .map(({ id, label, labelEn, position }) => ({
        ...finding('warning', 'aerodrome', 'geometry', 'basic-12', otherValues({ label, labelEn }), {
          resource: 'airport',
          id,
          label,
          labelEn,
        }),
        shape: { geometry: position, marginM: 0, lower: null, upper: null, from: null, to: null },
      })),
    ...around.notices.flatMap((notice) =>
      meeting(own, { resource: 'notice', ...notice }, { ...notice, marginM: 0 }, (compared) =>
        finding('warning', compared ? 'notice' : 'noticeColumn', 'geometry', 'notice', otherValues(notice)),
      ),
    ),
    ...borderFindings(extent, around.border, distances),
  ];
}

/** What it is with, as the value `other` of a message. */
const otherValues = ({ label, labelEn }: Pick<FindingWith, 'label' | 'labelEn'>) =>
  nameValues('other', { name: label, nameEn: labelEn });

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
  const { resource, id, label, labelEn } = other;
  const owner = { resource, id, label, labelEn };
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
  const finding = conflict ? say(conflict.altitudeCompared) : null;
  if (!conflict || !finding) return [];
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return [
    {
      ...finding,
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
  deadlines: AirspaceDeadlineParameters,
  distances: AirspaceDistances,
): Finding[] {
  if (airspace.id === draft.id || !usedTogether(draft, airspace, deadlines.timeZone)) return [];
  const { id, label, labelEn } = airspace;
  const other = { resource: 'airspace', id, label, labelEn };
  const air = airOf(airspace);
  if (routes.has(airspace.kind)) return routeFinding(own, other, air, distances);
  const assessed = assess(draft, airspace);
  if (!assessed) return [];
  const [level, code, rule] = assessed;
  const values = { ...otherValues(airspace), class: airspace.airspaceClass ?? '–' };
  return meeting(own, other, air, (compared) =>
    finding(level, compared ? code : `${code}Column`, 'geometry', rule, values),
  );
}

/** Another application for the same air at the same time: who decides on the one knows of the other. */
function waitingFinding(
  draft: AirspaceDraft,
  own: Volume4d,
  application: WaitingApplication,
  { timeZone }: AirspaceDeadlineParameters,
): Finding[] {
  const { id, label, labelEn, submittedAt } = application;
  if (id === draft.id || !usedTogether(draft, application, timeZone)) return [];
  const since = submittedAt === null ? '–' : formatWall(Date.parse(submittedAt), timeZone);
  return meeting(own, { resource: 'airspace', id, label, labelEn }, airOf(application), (compared) =>
    finding('warning', compared ? 'competing' : 'competingColumn', 'geometry', 'order371-8', {
      ...otherValues(application),
      since,
    }),
  );
}

function airOf({ geometry, lower, upper, validFrom, validTo }: NearAirspace): Air {
  return {
    geometry,
    marginM: 0,
    lower,
    upper,
    from: validFrom ? Date.parse(validFrom) : null,
    to: validTo ? Date.parse(validTo) : null,
  };
}

/** How bad it is to share air with an airspace; null: of no account. */
function assess(draft: AirspaceDraft, airspace: NearAirspace): [Finding['level'], string, string] | null {
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

/** Do their weekly patterns meet within the time in which both are valid? Two weeks hold every pair of days. */
function usedTogether(a: AirspaceTimes, b: AirspaceTimes, timeZone: string): boolean {
  const shared = within(validityOf(a), validityOf(b));
  if (!shared) return false;
  if (!a.schedule?.length || !b.schedule?.length) return true;
  const from = Number.isFinite(shared.from) ? shared.from : 0;
  const window = { from, to: Math.min(shared.to, from + 14 * 86_400_000) };
  const others = activations({ schedule: b.schedule }, window, timeZone);
  return activations({ schedule: a.schedule }, window, timeZone).some((one) =>
    others.some((other) => one.from < other.to && other.from < one.to),
  );
}

/** Basic Rules, art. 14 and 15: the route itself is kept free, and airspace stays a distance away from it. */
function routeFinding(own: Volume4d, other: FindingWith, air: Air, { routeM }: AirspaceDistances): Finding[] {
  const values = { ...otherValues(other), km: routeM / 1000 };
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
