import type { Altitude } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { nameIn } from '#domain/text/name-in.ts';

/** What a finding is about beside the plan itself. */
export interface FindingWith {
  resource: string;
  id: number;
  /** Its name, as a person knows it. */
  label: string;
  /** Its English name; absent or null: it has none. */
  labelEn?: string | null;
}

/** What a finding is about, named in this language. */
export function namedIn(about: FindingWith | null, locale: Locale): Omit<FindingWith, 'labelEn'> | null {
  if (about === null) return null;
  const { resource, id, label, labelEn } = about;
  return { resource, id, label: nameIn({ name: label, nameEn: labelEn }, locale) };
}

/** The air that a finding is about, as a map and a vertical section draw it. */
export interface FindingShape {
  geometry: Geometry;
  /** Kept on each side of a line or around a point, metres; 0 for an area. */
  marginM: number;
  /** Null: from the ground, without limit. */
  lower: Altitude | null;
  upper: Altitude | null;
  /** The time that both share, UTC ISO 8601; null: without limit. */
  from: string | null;
  to: string | null;
}

/** One thing that CheckErrors found (decisions.md §4). An error forbids submission, a warning does not. */
export interface Finding {
  level: 'error' | 'warning';
  /** Stable name of the check, e.g. `papers.expired`. */
  code: string;
  /** Catalogue key of the rule it follows from. */
  rule: string;
  /** Path of the field, e.g. `tasks.0.aircraft`; empty: the plan as a whole. */
  field: string;
  message: Text;
  with: FindingWith | null;
  /** Of what it is with; absent where that has no extent. */
  shape?: FindingShape | null;
  /** False: the limits could not be brought to one datum, and the whole column was taken; absent: no altitudes were compared. */
  altitudeCompared?: boolean;
  /** True: the plan as it is stored meets it already; absent: no conflict, or a new one. */
  existing?: boolean;
}

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.level === 'error');
}
