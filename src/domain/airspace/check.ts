import { compareDatums } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { Finding } from '#domain/plans/findings.ts';
import { isPublished, type WorkCalendar } from '#domain/plans/working-days.ts';
import { type AirspaceTimes, activations } from '#domain/time/activation.ts';
import { dayOf, formatWall } from '#domain/time/wall-clock.ts';
import { aroundFindings, finding } from './check-around.ts';
import { type AirspaceDeadlineParameters, airspaceDeadlines, isTooLong } from './deadlines.ts';
import type { AirspaceDistances, AirspaceDraft, Surroundings } from './draft.ts';
import { extentDisagrees, extentOf } from './extent.ts';

/** Everything that stands against an application at `now` (UTC ms), found at once. */
export function checkAirspace(
  draft: AirspaceDraft,
  around: Surroundings,
  settings: {
    deadlines: AirspaceDeadlineParameters;
    distances: AirspaceDistances;
    calendar: WorkCalendar;
    now: number;
  },
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

/** Order 371, art. 7: extent and heights, entry and exit, time of use, nature of the activity. */
function contentFindings(draft: AirspaceDraft): Finding[] {
  const missing = (field: string, code: string) => finding('error', code, field, 'order371-7');
  const isStated = (value: unknown) => value !== null && value !== undefined && String(value).trim() !== '';
  return [
    ...(isStated(draft.name) ? [] : [missing('name', 'noName')]),
    ...(isStated(draft.activityNature) || isStated(draft.missionType)
      ? []
      : [missing('activityNature', 'noNature')]),
    ...(isStated(draft.entryExit) ? [] : [missing('entryExit', 'noEntryExit')]),
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
  {
    deadlines,
    calendar,
    now,
  }: { deadlines: AirspaceDeadlineParameters; calendar: WorkCalendar; now: number },
): Finding[] {
  const { timeZone } = deadlines;
  const found: Finding[] = [];
  const from = draft.validFrom ? Date.parse(draft.validFrom) : null;
  const to = draft.validTo ? Date.parse(draft.validTo) : null;
  if (from !== null && to !== null) {
    if (to <= from) found.push(finding('error', 'endsFirst', 'validTo', 'order371-7'));
    else if (isTooLong(from, to, deadlines)) {
      found.push(finding('error', 'tooLong', 'validTo', 'order371-10', { months: deadlines.maxMonths }));
    }
    // Eight days hold every day of the week.
    const week = { from, to: Math.min(to, from + 8 * 86_400_000) };
    if (to > from && activations(draft, week, timeZone).length === 0) {
      found.push(finding('error', 'neverUsed', 'schedule', 'order371-7'));
    }
  }
  if (to !== null && to <= now) found.push(finding('error', 'past', 'validTo', 'order371-7'));
  const start = firstUse(draft, timeZone);
  if (start !== null) {
    const { submitBy } = airspaceDeadlines(start, deadlines, calendar);
    const values = { days: deadlines.submitWorkingDays, until: formatWall(submitBy, timeZone) };
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
