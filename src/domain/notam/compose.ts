import { type Altitude, altitudeM, amslBounds } from '#domain/geo/altitude.ts';
import { inverse, type Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { ringsOf } from '#domain/geo/polygons.ts';
import { metresPerFoot, metresPerNauticalMile } from '#domain/geo/units.ts';
import type { Text } from '#domain/text/errors.ts';
import { areaIn } from './area.ts';
import type { Qualifiers } from './notam.ts';
import { secondsText } from './positions.ts';
import { conditions } from './q-conditions.ts';
import { subjects } from './q-subjects.ts';
import { readSchedule } from './schedule.ts';
import type { NotamFields } from './write.ts';

/** A NOTAM as a person fills it in. Times are UTC ms. */
export interface NotamDraft {
  fir: string;
  qCode: string;
  traffic: string;
  purpose: string;
  scope: string;
  locations: readonly string[];
  validFrom: number;
  validTo: number | null;
  isEstimated: boolean;
  isPermanent: boolean;
  schedule: string | null;
  text: string;
  textZh: string | null;
  lower: Altitude | null;
  upper: Altitude | null;
  /** Is written into the text, unless that says where already. */
  area: Geometry | null;
}

export interface DraftError {
  field: keyof NotamDraft;
  text: Text;
}

/** What forbids to issue it. */
export function draftErrors(draft: NotamDraft, now: number): DraftError[] {
  const errors: DraftError[] = [];
  const refuse = (field: keyof NotamDraft, key: string, values = {}) =>
    errors.push({ field, text: { key: `notam.refused.${key}`, values } });
  const code = /^Q([A-Z]{2})([A-Z]{2})$/.exec(draft.qCode);
  if (!code || !Object.hasOwn(subjects, code[1] ?? '') || !Object.hasOwn(conditions, code[2] ?? '')) {
    refuse('qCode', 'qCode');
  }
  if (!/^[A-Z]{4}$/.test(draft.fir)) refuse('fir', 'fir');
  if (draft.locations.length === 0 || draft.locations.some((one) => !/^[A-Z]{4}$/.test(one))) {
    refuse('locations', 'location');
  }
  if (draft.isPermanent && draft.validTo !== null) refuse('validTo', 'permanentEnd');
  if (!draft.isPermanent && draft.validTo === null) refuse('validTo', 'noEnd');
  if (draft.validTo !== null && draft.validTo <= draft.validFrom) refuse('validTo', 'order');
  else if (draft.validTo !== null && draft.validTo <= now) refuse('validTo', 'past');
  if (draft.schedule && readSchedule(draft.schedule).items.length === 0) refuse('schedule', 'schedule');
  // What AFTN carries (Annex 10 Vol. II, 5.1.1.6); Chinese has a field of its own.
  if (!/[A-Z0-9]/.test(draft.text) || !/^[A-Z0-9\s\-?:().,'=/+"]*$/.test(draft.text)) refuse('text', 'text');
  const { lower, upper } = draft;
  if (lower && upper && lower.reference === upper.reference && altitudeM(lower) >= altitudeM(upper)) {
    refuse('upper', 'limits');
  }
  if (draft.area && !areaIn(textWithArea(draft))) {
    refuse('area', 'area', { detail: draft.area.type });
  }
  return errors;
}

/** The fields that are written, without number and type. `field`: the first aerodrome of A), where that is known. */
export function composed(
  draft: NotamDraft,
  field: Position | null,
): Omit<NotamFields, 'number' | 'type' | 'refers'> {
  const text = textWithArea(draft);
  return { ...draft, locations: [...draft.locations], q: qualifiersOf(draft, text, field), text };
}

/** The text with the corners of what was drawn, unless it says where already. */
export function textWithArea({ text, area }: Pick<NotamDraft, 'text' | 'area'>): string {
  const tidy = text.trim();
  if (!area || areaIn(tidy)) return tidy;
  return `${tidy}\n${areaWords(area)}`.trim();
}

/** `AREA BOUNDED BY LINES JOINING POINTS: N…E…-N…E… BACK TO START.` of each outer ring. */
export function areaWords(area: Geometry): string {
  const rings =
    area.type === 'Polygon'
      ? area.coordinates.slice(0, 1)
      : area.type === 'MultiPolygon'
        ? area.coordinates.flatMap((part) => part.slice(0, 1))
        : [];
  return rings
    .map((ring, index) => {
      const corners = ring.slice(0, -1).map(([longitude, latitude]) => secondsText({ latitude, longitude }));
      const number = rings.length > 1 ? `${index + 1}) ` : '';
      return `${number}AREA BOUNDED BY LINES JOINING POINTS: ${corners.join('-')} BACK TO START.`;
    })
    .join('\n');
}

function qualifiersOf(draft: NotamDraft, text: string, field: Position | null): Qualifiers {
  const { fir, qCode, traffic, purpose, scope } = draft;
  const area = areaIn(text);
  const circle = area ? around(area) : field ? { center: field, radiusNm: 5 } : null;
  return {
    fir,
    code: qCode,
    traffic,
    purpose,
    scope,
    // Rounded outwards: by these the NOTAM is found, by F) and G) it is read.
    lowerFl: draft.lower ? Math.max(0, Math.min(998, Math.floor(levelOf(draft.lower, 'lowest')))) : 0,
    upperFl: draft.upper ? Math.max(1, Math.min(999, Math.ceil(levelOf(draft.upper, 'highest')))) : 999,
    center: circle ? toMinute(circle.center) : null,
    radiusNm: circle?.radiusNm ?? null,
  };
}

function levelOf(altitude: Altitude, which: 'lowest' | 'highest'): number {
  if (altitude.unit === 'FL') return altitude.value;
  const bounds = amslBounds(altitude);
  return (which === 'lowest' ? bounds.lowestM : bounds.highestM) / (100 * metresPerFoot);
}

/** A circle of whole nautical miles, centred on a minute, that encloses an area. */
function around(area: Geometry): { center: Position; radiusNm: number } | null {
  const corners = ringsOf(area)
    .flat()
    .map(([longitude, latitude]) => ({ latitude, longitude }));
  if (corners.length === 0) return null;
  const middle = (of: (one: Position) => number) => {
    const values = corners.map(of);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  const center = toMinute({
    latitude: middle(({ latitude }) => latitude),
    longitude: middle(({ longitude }) => longitude),
  });
  const reach = Math.max(...corners.map((corner) => inverse(center, corner).distanceM));
  return { center, radiusNm: Math.min(998, Math.max(1, Math.ceil(reach / metresPerNauticalMile))) };
}

function toMinute({ latitude, longitude }: Position): Position {
  return { latitude: Math.round(latitude * 60) / 60, longitude: Math.round(longitude * 60) / 60 };
}
