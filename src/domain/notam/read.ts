import { isUnlimited, readLimit } from '#domain/airspace/formats/limits.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import { cutNotams } from './cut.ts';
import { cutFields, type Fields } from './fields.ts';
import { type Notam, type NotamProblem, type ProblemCode, partLetters, problemText } from './notam.ts';
import { officeOf } from './office.ts';
import { readQLine } from './q-line.ts';
import { readSchedule } from './schedule.ts';
import { readTable } from './table.ts';
import { nearestDay, timeOf } from './times.ts';
import { byLanguage, languages, plain } from './words.ts';

/** No message is longer: 20 parts of 1,800 characters. What follows is left unread, and the remark says so. */
export const longestNotam = 40_000;

/**
 * Reads every NOTAM of a text (one alone, a bulletin, a PIB), the parts of one number joined. `receivedAt`, UTC ms, places
 * the day and hour of an envelope. Never throws for what a text contains.
 */
export function readNotams(text: string, receivedAt: number): Notam[] {
  return joined(cutNotams(text).map((piece) => readNotam(piece, receivedAt)));
}

/** Reads one NOTAM, or one part of one. */
export function readNotam(raw: string, receivedAt: number): Notam {
  const text = plain(raw.slice(0, longestNotam));
  const table = readTable(text, receivedAt);
  if (table) return { ...table, raw, problems: [...tooLong(raw), ...table.problems] };
  const header = headerOf(text);
  const rest = text.slice(header.end);
  const fields = cutFields(rest);
  return notamOf(
    {
      ...header,
      originator: /(?:^|\n)\d{6} ([A-Z]{8})\b/.exec(text)?.[1] ?? null,
      issuedAt: envelopeTime(text, receivedAt),
      // A text without items is one of words alone.
      fields: { ...fields, E: fields.E ?? (fields.Q ? '' : rest) },
      raw,
    },
    receivedAt,
  );
}

/** What a message says field by field, in whatever form it came, before any of it is understood. */
export interface NotamItems
  extends Pick<Notam, 'number' | 'originator' | 'issuedAt' | 'type' | 'refers' | 'raw'> {
  fields: Fields;
  /** As its number says; absent or null: A) may say it. */
  part?: Notam['part'];
}

/** What the fields of one NOTAM mean: the text and the digital form are understood by this alone. */
export function notamOf(items: NotamItems, receivedAt: number): Notam {
  const { number, originator, issuedAt, type, refers, fields, raw } = items;
  const problems: NotamProblem[] = tooLong(raw);
  const note = (code: ProblemCode, detail = '') => {
    problems.push({ code, detail: detail.replace(/\s+/g, ' ').trim().slice(0, 200) });
  };
  if (!number) note('header', plain(raw.slice(0, 200)).slice(0, 60));
  if (type !== 'N' && !refers) note('refers', number ?? '');
  const { q, problems: qProblems } = fields.Q
    ? readQLine(fields.Q)
    : { q: null, problems: [{ code: 'noQLine' as const, detail: '' }] };
  problems.push(...qProblems);

  const place = placeOf(fields.A ?? '');
  if (place.locations.length === 0) note('locations', fields.A ?? '');
  const from = fields.B ?? '';
  const validFrom = /^WIE\b/.test(from) ? (issuedAt ?? receivedAt) : timeOf(from);
  if (validFrom === null) note('validFrom', from);
  const until = untilOf(fields.C ?? '');
  // A cancellation ends with itself.
  if (until.unread && type !== 'C') note('validTo', fields.C ?? '');
  // One that ends before it begins would never hold: its end is then not known.
  const isOver = validFrom !== null && until.at !== null && until.at <= validFrom;
  if (isOver) note('order', `${from} – ${fields.C}`);

  const schedule = fields.D?.replace(/\s+/g, ' ').trim() || null;
  if (schedule) problems.push(...readSchedule(schedule).problems);
  const limit = (value: string | undefined) => {
    if (value === undefined || value === '') return null;
    const reading = readLimit(limitText(value));
    // A figure alone may be feet or metres.
    if (!reading || reading.assumed.includes('unit')) {
      note('limit', limitText(value));
      return null;
    }
    if (reading.assumed.length > 0) note('limitDatum', limitText(value));
    return isUnlimited(reading.altitude) ? null : reading.altitude;
  };
  let [lower, upper] = [limit(fields.F), limit(fields.G)];
  if (lower && upper && isAbove(lower, upper)) {
    note('limit', `${limitText(fields.F ?? '')} – ${limitText(fields.G ?? '')}`);
    [lower, upper] = [null, null];
  }
  const isLast = fields.F === undefined && fields.G === undefined && raw.includes(`(${number}`);
  const words = languages(fields.E ?? '', isLast);
  if (!words.text && type !== 'C') note('text');
  return {
    kind: 'notam',
    number,
    originator,
    issuedAt,
    type,
    refers,
    q,
    locations: place.locations,
    validFrom,
    validTo: isOver ? null : until.at,
    isEstimated: until.isEstimated,
    isPermanent: until.isPermanent,
    schedule,
    text: words.text,
    textZh: words.textZh,
    lower,
    upper,
    isChecklist: q !== null && (q.code.startsWith('QKKK') || q.traffic === 'K' || q.purpose === 'K'),
    part: items.part ?? place.part,
    raw,
    problems,
  };
}

/** Is one above the other for certain? */
const isAbove = (one: Altitude, other: Altitude): boolean =>
  one.unit === other.unit && one.reference === other.reference && one.value > other.value;

function tooLong(raw: string): NotamProblem[] {
  return raw.length > longestNotam ? [{ code: 'text', detail: String(raw.length) }] : [];
}

/** Parts of one number of one office as one text; where some are missing, what there is, and a remark. */
export function joined(notams: readonly Notam[]): Notam[] {
  const out: Notam[] = [];
  const open = new Map<string, Notam[]>();
  const keyOf = ({ number, q, locations }: Notam) => `${number} ${officeOf(q?.fir ?? locations[0] ?? '')}`;
  for (const notam of notams) {
    if (!notam.part || notam.number === null) {
      out.push(notam);
      continue;
    }
    const known = open.get(keyOf(notam));
    if (known) known.push(notam);
    else {
      const parts = [notam];
      open.set(keyOf(notam), parts);
      out.push(notam);
    }
  }
  return out.map((notam) => {
    const parts = open.get(keyOf(notam));
    return parts?.[0] === notam ? whole(parts) : notam;
  });
}

function whole(parts: readonly Notam[]): Notam {
  const byNumber = new Map(parts.map((part) => [part.part?.number ?? 0, part]));
  const inOrder = [...byNumber].sort(([a], [b]) => a - b).map(([, part]) => part);
  const [first = parts[0], ...more] = inOrder;
  if (!first) throw new Error('a NOTAM without parts');
  const of = Math.max(...inOrder.map(({ part }) => part?.of ?? 1));
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((one) => !byNumber.has(one));
  const isWhole = missing.length === 0;
  // A part may be in one language only: languages are separated in the whole text.
  const lines = [first, ...more].flatMap(({ text, textZh }) => (textZh === text ? [text] : [text, textZh]));
  const words = byLanguage(lines.filter((one) => one !== null && one !== '').join('\n'));
  const remarks = new Map(inOrder.flatMap((one) => one.problems).map((one) => [problemText(one), one]));
  const problems = [...remarks.values()];
  return {
    ...first,
    ...words,
    lower: inOrder.find(({ lower }) => lower)?.lower ?? null,
    upper: inOrder.find(({ upper }) => upper)?.upper ?? null,
    part: isWhole ? null : first.part,
    raw: inOrder.map(({ raw }) => raw).join('\n\n'),
    problems: isWhole ? problems : [...problems, { code: 'part', detail: `${missing.join(', ')}/${of}` }],
  };
}

function headerOf(text: string): {
  number: string | null;
  part: Notam['part'];
  type: Notam['type'];
  refers: string | null;
  end: number;
} {
  const match =
    /\b([A-Z]\d{4}\/\d{2})([A-Z]\d{2})? {0,3}NOTAM ?([NRC])\b[ \n]{0,3}(?:([A-Z]\d{4}\/\d{2})(?:[A-Z]\d{2})?\b)?/.exec(
      text,
    );
  const type = match?.[3];
  if (match && (type === 'N' || type === 'R' || type === 'C')) {
    return {
      number: match[1] ?? null,
      part: partOf(match[2]),
      type,
      refers: type === 'N' ? null : (match[4] ?? null),
      end: match.index + match[0].length,
    };
  }
  // A PIB may give the number alone.
  const alone = /\b([A-Z]\d{4}\/\d{2})([A-Z]\d{2})?\b/.exec(text);
  return {
    number: alone?.[1] ?? null,
    part: partOf(alone?.[2]),
    type: 'N',
    refers: null,
    end: alone ? alone.index + alone[0].length : 0,
  };
}

/** `B03` behind a number: the second part of three. */
function partOf(indicator: string | undefined): Notam['part'] {
  return indicator ? partIn(partLetters.indexOf(indicator.charAt(0)) + 1, Number(indicator.slice(1))) : null;
}

const partIn = (number: number, of: number): Notam['part'] =>
  number >= 1 && number <= of && of > 1 ? { number, of } : null;

function placeOf(text: string): { locations: string[]; part: Notam['part'] } {
  const part = /\bPART (\d{1,2}) OF (\d{1,2})\b/.exec(text);
  const names = text.replace(/\bPART\b.*$/s, '').match(/\b[A-Z]{4}\b/g) ?? [];
  return {
    locations: [...new Set(names)].slice(0, 14),
    part: partIn(Number(part?.[1]), Number(part?.[2])),
  };
}

function untilOf(text: string): {
  at: number | null;
  isEstimated: boolean;
  isPermanent: boolean;
  unread: boolean;
} {
  const tidy = text.trim();
  if (/^PERM\b/.test(tidy)) return { at: null, isEstimated: false, isPermanent: true, unread: false };
  // Until further notice, as it was written before Annex 15 asked for an estimate.
  if (/^UFN\b/.test(tidy)) return { at: null, isEstimated: true, isPermanent: false, unread: false };
  const at = timeOf(tidy);
  return { at, isEstimated: at !== null && /\bEST\b/.test(tidy), isPermanent: false, unread: at === null };
}

/** Day, hour and minute of the AFTN envelope, next to the moment at which it was received. */
function envelopeTime(text: string, receivedAt: number): number | null {
  const match = /(?:^|\n)(\d{2})(\d{2})(\d{2}) [A-Z]{8}\b/.exec(text);
  if (!match) return null;
  const [day, hour, minute] = match.slice(1).map(Number) as [number, number, number];
  return nearestDay(day, hour, minute, receivedAt);
}

/** The last field loses the bracket that closes the message, and what AFTN adds behind it. */
function limitText(value: string): string {
  const [first = ''] = value.split('\n');
  return first
    .replace(/[)=\s]+$/, '')
    .replace(/^(\d{1,2}),(?=\d{3}(?!\d))/, '$1')
    .replace(/(\d) ?MSL$/, '$1 AMSL')
    .replace(/^(\d+)M\(?(AMSL|AGL|MSL)\)?/, '$1 M $2');
}
