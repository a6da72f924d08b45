import { metresPerFoot, metresPerNauticalMile } from '#domain/geo/units.ts';
import { isObject } from '#domain/text/narrow.ts';

/** An element by its local name: attributes begin with `@`. */
export type Node = Record<string, unknown>;

const metresOf: Record<string, number> = { M: 1, KM: 1000, FT: metresPerFoot, NM: metresPerNauticalMile };

export const listOf = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).filter(isObject);

/** The text of an element, with or without attributes. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim() || null;
  if (Array.isArray(value)) return textOf(value[0]);
  return isObject(value) ? textOf(value['#text']) : null;
}

export function numberOf(value: unknown): number | null {
  const text = textOf(value);
  return text === null || Number.isNaN(Number(text)) ? null : Number(text);
}

/** The unit of a measure, in capitals. */
export const unitOf = (value: unknown, otherwise: string): string =>
  String((isObject(value) ? value['@uom'] : undefined) ?? otherwise).toUpperCase();

/** A length with its unit, metres; null: none, or of a unit that is no length. */
export function metres(value: unknown): number | null {
  const number = numberOf(value);
  const factor = metresOf[unitOf(value, 'M')];
  return number === null || factor === undefined ? null : Math.round(number * factor);
}

/**
 * The slice that describes a feature as a whole at a moment, the latest of several; a delta has only what changes, some for a
 * time. Where all are still to come, the next.
 */
function baselineOf(slices: readonly Node[], now: number): Node[] {
  const order = ({ sequenceNumber, correctionNumber }: Node) =>
    (numberOf(sequenceNumber) ?? 0) * 1_000 + (numberOf(correctionNumber) ?? 0);
  const whole = slices
    .filter(({ interpretation }) => !/DELTA$/.test(textOf(interpretation) ?? ''))
    .sort((a, b) => order(b) - order(a));
  const begun = whole.filter((slice) => (beginOf(slice) ?? now) <= now);
  const next = whole.toSorted((a, b) => (beginOf(a) ?? now) - (beginOf(b) ?? now));
  return (begun.length > 0 ? begun : next).slice(0, 1);
}

/** From when a time slice is valid, UTC ms; null, where it does not say or cannot be read. */
export function beginOf(slice: Node): number | null {
  const time = listOf(slice.validTime)[0];
  const begin =
    textOf(listOf(time?.TimePeriod)[0]?.beginPosition) ?? textOf(listOf(time?.TimeInstant)[0]?.timePosition);
  const [, day, moment] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?/.exec(begin ?? '') ?? [];
  const at = Date.parse(`${day}${moment ?? 'T00:00:00Z'}`);
  return Number.isNaN(at) ? null : at;
}

export interface Feature {
  /** By what links name it, in small letters: its identifier, its `gml:id`. */
  ids: string[];
  slice: Node;
}

/** The features of one kind as they are described at a moment (UTC ms), each with its identifiers. */
export function slicesOf(members: readonly Node[], kind: string, now: number): Feature[] {
  return members.flatMap((member) =>
    listOf(member[kind]).flatMap((feature) =>
      baselineOf(
        listOf(feature.timeSlice).flatMap((holder) => listOf(holder[`${kind}TimeSlice`])),
        now,
      ).map((slice) => ({
        ids: [feature.identifier, feature['@id']].flatMap((id) => textOf(id)?.toLowerCase() ?? []),
        slice,
      })),
    ),
  );
}

/** Does a link, or one of several, name this feature: `urn:uuid:…`, `#gml-id`? */
export const names = (value: unknown, { ids }: Feature): boolean =>
  listOf(value).some((link) =>
    ids.includes(
      String(link['@href'] ?? '')
        .replace(/^urn:uuid:|^#/, '')
        .toLowerCase(),
    ),
  );

/** What holds features of these kinds, wherever it is in a document: `hasMember`, the `Member` of the FAA, a `wfs:member`. */
export function membersIn(node: Node, kinds: readonly string[]): Node[] {
  if (kinds.some((kind) => kind in node)) return [node];
  return Object.values(node).flatMap((inner) =>
    typeof inner === 'object' ? listOf(inner).flatMap((one) => membersIn(one, kinds)) : [],
  );
}
