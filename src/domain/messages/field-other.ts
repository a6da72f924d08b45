import { joined, type Piece, part, placeOf, type Report } from './piece.ts';

/** Keywords of field 18 in the order of ICAO Doc 4444, appendix 2. */
export const otherKeywords = [
  'STS',
  'PBN',
  'NAV',
  'COM',
  'DAT',
  'SUR',
  'DEP',
  'DEST',
  'DOF',
  'REG',
  'EET',
  'SEL',
  'TYP',
  'CODE',
  'DLE',
  'OPR',
  'ORGN',
  'PER',
  'ALTN',
  'RALT',
  'TALT',
  'RIF',
  'RMK',
] as const;
export type OtherKeyword = (typeof otherKeywords)[number];

/** What may be said more than once, to be read as one. */
const repeated = new Set<OtherKeyword>(['STS', 'DLE', 'EET', 'RMK']);

const specialHandling = new Set(
  'ALTRV ATFMX FFR FLTCK HAZMAT HEAD HOSP HUM MARSA MEDEVAC NONRVSM SAR STATE'.split(' '),
);

export interface OtherItem {
  keyword: OtherKeyword;
  text: string;
  /** Where it stood; what is composed has none. */
  at?: { column: number; length: number };
}

/** Field 18; no item is written `0`. */
export type Other = OtherItem[];

const opening = /(?:^|\s)([A-Z]{3,4})\//g;

export function parseOther(piece: Piece, report: Report): Other | null {
  if (piece.text === '0') return [];
  if (piece.text === '') {
    report('18', placeOf(piece), 'message.fault.otherEmpty');
    return null;
  }
  const marks = [...piece.text.matchAll(opening)].flatMap((match) => {
    const keyword = match[1] ?? '';
    const start = match.index + match[0].length - keyword.length - 1;
    return [{ keyword, start, after: match.index + match[0].length }];
  });
  const first = marks[0];
  if (!first || first.start > 0) {
    const stray = part(piece, 0, first?.start);
    report('18', placeOf({ ...stray, text: stray.text.trim() }), 'message.fault.otherForm');
  }
  const items: Other = [];
  for (const [index, { keyword, start, after }] of marks.entries()) {
    const end = marks[index + 1]?.start ?? piece.text.length;
    const place = placeOf({ ...part(piece, start, end), text: part(piece, start, end).text.trimEnd() });
    const known = otherKeywords.find((one) => one === keyword);
    const text = joined(piece.text.slice(after, end));
    if (!known) {
      report('18', { column: place.column, length: keyword.length }, 'message.fault.keyword', { keyword });
      continue;
    }
    if (text === '') report('18', place, 'message.fault.keywordEmpty', { keyword });
    else items.push({ keyword: known, text, at: place });
  }
  checkOrder(items, report);
  for (const item of items) checkForm(item, report);
  return items;
}

export function formatOther(other: Other): string {
  return other.length === 0 ? '0' : other.map(({ keyword, text }) => `${keyword}/${text}`).join(' ');
}

/** In the order of the keywords, whatever the order in which they were gathered. */
export function inOrder(other: Other): Other {
  return [...other].sort((a, b) => otherKeywords.indexOf(a.keyword) - otherKeywords.indexOf(b.keyword));
}

export function otherText(other: Other | undefined, keyword: OtherKeyword): string | null {
  return other?.find((item) => item.keyword === keyword)?.text ?? null;
}

function checkOrder(items: Other, report: Report): void {
  let latest = -1;
  const seen = new Set<OtherKeyword>();
  for (const { keyword, at } of items) {
    const place = at ?? { column: 0, length: 1 };
    const order = otherKeywords.indexOf(keyword);
    if (seen.has(keyword)) {
      if (!repeated.has(keyword)) report('18', place, 'message.fault.keywordTwice', { keyword });
    } else if (order < latest) report('18', place, 'message.fault.keywordOrder', { keyword });
    latest = Math.max(latest, order);
    seen.add(keyword);
  }
}

/** A point or a region and a time of four figures, one or several. */
const timesForm = /^(?:[A-Z0-9]{2,11}\d{2}[0-5]\d)(?: [A-Z0-9]{2,11}\d{2}[0-5]\d)*$/;
const forms: Partial<Record<OtherKeyword, RegExp>> = {
  PBN: /^(?:A1|B[1-6]|C[1-4]|D[1-4]|L1|O[1-4]|S[12]|T[12]){1,8}$/,
  DOF: /^\d{6}$/,
  REG: /^[A-Z0-9]{1,7}(?: [A-Z0-9]{1,7})*$/,
  EET: timesForm,
  SEL: /^[A-HJ-MP-S]{4,5}$/,
  CODE: /^[0-9A-F]{6}$/,
  DLE: timesForm,
  ORGN: /^[A-Z0-9]{1,30}$/,
  PER: /^[A-EH]$/,
};

function checkForm({ keyword, text, at }: OtherItem, report: Report): void {
  const place = at ?? { column: 0, length: 1 };
  const form = forms[keyword];
  if (form && !form.test(text)) {
    report('18', place, 'message.fault.keywordForm', { keyword, example: examples[keyword] ?? '' });
  } else if (keyword === 'DOF' && dateOf(text) === null) {
    report('18', place, 'message.fault.date', { text });
  } else if (keyword === 'STS') {
    const unknown = text.split(' ').find((one) => !specialHandling.has(one));
    if (unknown !== undefined) report('18', place, 'message.fault.handling', { text: unknown });
  }
}

const examples: Partial<Record<OtherKeyword, string>> = {
  PBN: 'B1C1D1',
  DOF: '261121',
  REG: 'B10AB',
  EET: 'ZUUU0020',
  SEL: 'ACGH',
  CODE: '780A1C',
  DLE: 'WPT0120',
  ORGN: 'ZUGHZPZX',
  PER: 'A',
};

/** `261121` as 2026-11-21; null: no such day. */
export function dateOf(text: string): string | null {
  const found = /^(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (!found) return null;
  const date = `20${found[1]}-${found[2]}-${found[3]}`;
  const at = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === date ? date : null;
}

/** 2026-11-21 as `261121`. */
export function dofText(date: string): string {
  return `${date.slice(2, 4)}${date.slice(5, 7)}${date.slice(8, 10)}`;
}
