import { cleanText } from '#domain/text/clean.ts';
import { dayTimeNear } from '#domain/time/day-time.ts';
import type { BulletinHeading, BulletinReport, InformationKind } from './bulletin.ts';
import { cutTable } from './cut-table.ts';
import { cutXml } from './cut-xml.ts';

/**
 * Cuts what came as one piece into its reports: WMO headings, several bulletins and reports, keywords that stand once for
 * all that follow, NOTAMs by their parentheses, XML documents. Nothing is dropped: what is none of these is a report of
 * no kind. `receivedAt`: UTC ms, next to which days of the month are read. Source: WMO-No. 386 part II; ICAO Annex 3,
 * Doc 8126, Annex 15.
 */
export function cutBulletin(received: string, receivedAt: number): BulletinReport[] {
  // Teleprinters end lines in several ways and mark beginnings and ends by control characters.
  const text = cleanText(received).replace(runIn, '$1\n').replace(runTogether, ')\n');
  const firstTag = text.search(/<(?:\?xml|[A-Za-z_])/);
  if (firstTag >= 0 && /^[\sA-Z0-9]*$/.test(text.slice(0, firstTag))) {
    const heading = headingIn(text.slice(0, firstTag), receivedAt);
    return cutXml(text.slice(firstTag)).map((one) => ({ ...one, heading, format: 'xml' as const }));
  }
  if (isPib(text)) return [{ kind: 'PIB', heading: null, raw: text.trim(), format: 'text' }];
  return sectionsOf(text, receivedAt).flatMap(({ heading, lines }) =>
    reportsIn(lines, kindByDesignator(heading?.designator)).map((one) => ({
      ...one,
      heading,
      format: 'text' as const,
    })),
  );
}

/** A heading with its first report on the same line. */
const runIn =
  /^([A-Z]{4}\d{2} [A-Z]{4} \d{6}(?: (?:RR|CC|AA)[A-Z])?) +(?=(?:METAR|SPECI|TAF|[A-Z]{4} (?:SIGMET|AIRMET|GAMET)|VA ADVISORY|TC ADVISORY)\b)/gm;
/** NOTAMs one behind the other on the same line. */
const runTogether = /\)[ \t]*(?=\([A-Z]\d{4}\/\d{2}(?:[A-Z]\d{2})?\s+NOTAM[NRC]\b)/g;

type Cut = Pick<BulletinReport, 'kind' | 'raw'>;

const headingShape =
  /^([A-Z]{4}\d{2})\s+([A-Z]{4})\s+(\d{2})(\d{2})(\d{2})(?:\s+((?:RR|CC|AA|P[A-Z])[A-Z]))?$/;

/** `SACI31 ZBBB 220300 RRA`; null: it is none. */
export function readHeading(line: string, receivedAt: number): BulletinHeading | null {
  const found = headingShape.exec(line.trim());
  if (!found) return null;
  const [, designator = '', centre = '', day, hour, minute, indicator] = found;
  const at = dayTimeNear(Number(day), Number(hour), Number(minute), receivedAt);
  return at === null ? null : { designator, centre, at, indicator: indicator ?? null };
}

/** As it stands in a bulletin, its day, hour and minute in UTC. */
export function headingText({ designator, centre, at, indicator }: BulletinHeading): string {
  const iso = new Date(at).toISOString();
  const time = `${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}`;
  return [designator, centre, time, indicator].filter(Boolean).join(' ');
}

function headingIn(text: string, receivedAt: number): BulletinHeading | null {
  for (const line of text.split('\n')) {
    const heading = readHeading(line, receivedAt);
    if (heading) return heading;
  }
  return null;
}

/** Of the letters that data designators begin with (WMO-No. 386, attachment II-5, table B1). */
const designators: Readonly<Record<string, InformationKind>> = {
  SA: 'METAR',
  SP: 'SPECI',
  FT: 'TAF',
  FC: 'TAF',
  WS: 'SIGMET',
  WC: 'SIGMET',
  WV: 'SIGMET',
  WA: 'AIRMET',
  FA: 'GAMET',
  FB: 'windsAloft',
  FD: 'windsAloft',
  FV: 'volcanicAsh',
  FK: 'tropicalCyclone',
};

function kindByDesignator(designator = ''): InformationKind | null {
  return designators[designator.slice(0, 2)] ?? null;
}

function isPib(text: string): boolean {
  return /^\s*(?:\(?\s*)?(?:PRE-?FLIGHT INFORMATION BULLETIN|PIB\b)/im.test(text.slice(0, 400));
}

interface Section {
  heading: BulletinHeading | null;
  lines: string[];
}

/** Lines of an envelope, or of a file of observations: they say how and when a message travelled, not what it says. */
const envelopeLine =
  /^(?:ZCZC\b.*|\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}|NNNN|(?:SS|DD|FF|GG|KK)(?:\s+[A-Z]{8})+|\d{6}\s+[A-Z]{8}|\d{3})$/;

function sectionsOf(text: string, receivedAt: number): Section[] {
  const sections: Section[] = [{ heading: null, lines: [] }];
  let isAddressed = false;
  for (const line of text.split('\n')) {
    const bare = line.trim();
    const heading = readHeading(bare, receivedAt);
    if (heading) sections.push({ heading, lines: [] });
    // Further lines of addresses follow the first.
    else if (isAddressed && /^[A-Z]{8}(?:\s+[A-Z]{8})*$/.test(bare)) continue;
    else if (!envelopeLine.test(bare)) sections.at(-1)?.lines.push(line.trimEnd());
    isAddressed = /^(?:SS|DD|FF|GG|KK)(?:\s+[A-Z]{8})+$/.test(bare);
  }
  return sections.filter(({ lines }) => lines.some((line) => line.trim() !== ''));
}

const notamStart =
  /(?:^[ \t]*(?:(?:SW|VA)[A-Z]{2}\d{4}\s+[A-Z]{4}\s+\d{8}(?:\s+[A-Z]{3})?\s*\n\s*)?\(\s*(?:[A-Z]\d{4}\/\d{2}(?:[A-Z]\d{2})?\s+NOTAM[NRC]\b|SNOWTAM\b|ASHTAM\b))|(?:^[ \t]*[A-Z]\d{4}\/\d{2}(?:[A-Z]\d{2})?\s+NOTAM[NRC]\b)/gm;

/** The reports of a section; NOTAMs go by their parentheses, tables by their columns, everything else by its keywords and `=`. */
function reportsIn(lines: string[], byHeading: InformationKind | null): Cut[] {
  const table = cutTable(lines);
  if (table) {
    const around = (part: string[]) => (part.length > 0 ? reportsIn(part, byHeading) : []);
    return [...around(table.before), ...table.pieces, ...around(table.after)];
  }
  const text = lines.join('\n');
  const starts = [...text.matchAll(notamStart)].map(({ index }) => index);
  if (starts.length === 0) return weatherIn(text, byHeading);
  const cut = weatherIn(text.slice(0, starts[0]), byHeading);
  for (const [at, from] of starts.entries()) {
    const slice = text.slice(from, starts[at + 1] ?? text.length);
    const end = notamEnd(slice);
    const raw = slice.slice(0, end).trim();
    cut.push({ kind: notamKind(raw), raw });
    cut.push(...weatherIn(slice.slice(end), byHeading));
  }
  return cut;
}

function notamKind(raw: string): InformationKind {
  const word = /\b(SNOWTAM|ASHTAM|NOTAM)/.exec(raw.slice(0, 120))?.[1];
  return word === 'SNOWTAM' || word === 'ASHTAM' ? word : 'NOTAM';
}

/**
 * Where a NOTAM ends: at the parenthesis that closes its first, the letters of its items (`E)`) and of lists (`1)`)
 * apart; where parentheses do not fit each other, at the last one.
 */
function notamEnd(slice: string): number {
  const opened = /^\s*(?:[A-Z]{4}\d{4}[^\n(]*\n\s*)?\(/.exec(slice)?.[0];
  if (opened === undefined) return slice.length;
  const open = opened.length - 1;
  let depth = 0;
  for (let at = open; at < slice.length; at++) {
    const sign = slice[at];
    if (sign === '(') depth += 1;
    if (sign !== ')') continue;
    if (depth === 1 && /(?:^|[\s(])\w{1,2}$/.test(slice.slice(Math.max(0, at - 4), at))) continue;
    depth -= 1;
    if (depth === 0 && /^\s*?(?:\n|$|=)/.test(slice.slice(at + 1, at + 80))) return at + 1;
    depth = Math.max(1, depth);
  }
  const last = slice.lastIndexOf(')');
  return last < 0 ? slice.length : last + 1;
}

/** A line with which a report begins. */
const beginnings: readonly { kind: InformationKind; shape: RegExp }[] = [
  { kind: 'METAR', shape: /^METAR\b/ },
  { kind: 'SPECI', shape: /^SPECI\b/ },
  { kind: 'TAF', shape: /^TAF\b/ },
  { kind: 'SIGMET', shape: /^[A-Z]{4}\s+SIGMET\b/ },
  { kind: 'AIRMET', shape: /^[A-Z]{4}\s+AIRMET\b/ },
  { kind: 'GAMET', shape: /^[A-Z]{4}\s+GAMET\b/ },
  { kind: 'volcanicAsh', shape: /^VA ADVISORY\b/ },
  { kind: 'tropicalCyclone', shape: /^TC ADVISORY\b/ },
];
/** A report whose keyword stands above: `ZBAA 220300Z`, `COR ZBAA 220300Z`. */
const bare = /^(?:(?:COR|AMD|RTD)\s+)*[A-Z][A-Z0-9]{3}\s+\d{4,6}Z\b/;
/** One without any keyword, as files of the newest reports have them, is known by what follows its time. */
const unnamed =
  /^(?:(?:COR|AMD)\s+)*[A-Z][A-Z0-9]{3}\s+\d{6}Z\s+(?:(\d{4}\/\d{4})\b|(?:(?:AUTO|COR)\s+)*(?:\d{3}|VRB|\/{3})\S{0,8}(?:MPS|KT|KMH)\b)/;
const modified = /^(?:METAR|SPECI|TAF)(?:\s+(?:COR|AMD|RTD))+$/;
/** Keywords that stand once for all reports that follow. */
const keywords: ReadonlySet<string> = new Set(['METAR', 'SPECI', 'TAF']);

function weatherIn(text: string, byHeading: InformationKind | null): Cut[] {
  const cut: Cut[] = [];
  let kind = byHeading;
  let lines: string[] = [];
  const end = () => {
    const raw = lines.join('\n').trim();
    lines = [];
    if (raw === '') return;
    const begun = beginnings.find(({ shape }) => shape.test(raw));
    if (begun) kind = begun.kind;
    else if (byHeading === null) {
      const found = unnamed.exec(raw);
      if (found?.[1]) kind = 'TAF';
      else if (found && kind !== 'SPECI') kind = 'METAR';
    }
    // A keyword alone says what follows.
    if (keywords.has(raw)) return;
    const isReport = begun !== undefined || bare.test(raw);
    cut.push({ kind: isReport || byHeading !== null ? kind : null, raw });
  };
  for (const line of text.split('\n')) {
    const parts = line.split('=');
    for (const [at, part] of parts.entries()) {
      const begun = part.trimStart();
      if (begun !== '') {
        const isBegun =
          beginnings.some(({ shape }) => shape.test(begun)) ||
          // `TAF AMD` on a line of its own belongs to the report below it.
          ((keywords.has(kind ?? '') ? bare : unnamed).test(begun) && !modified.test(lines.join(' ')));
        if (isBegun) end();
        lines.push(part.trimEnd());
      } else if (at === 0 && lines.length > 0) lines.push('');
      if (at < parts.length - 1) end();
    }
    if (keywords.has(line.trim())) end();
  }
  end();
  return cut;
}
