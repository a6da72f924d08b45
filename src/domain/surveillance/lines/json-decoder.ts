import { atOnce } from '#domain/steps.ts';
import {
  figureOf,
  flagOf,
  pointedAt,
  readsbType,
  saysGround,
  timeOf,
  unusable,
  wordOf,
  writtenOf,
} from '#domain/surveillance/track/json-values.ts';
import {
  decoderOf,
  noteOther,
  noteUnusable,
  type Reading,
  type SourceDecoder,
} from '#domain/surveillance/track/reading.ts';
import {
  type Accuracy,
  type AddressType,
  calculatedAccuracy,
  callsignOf,
  type Report,
  unsaid,
  writtenAddress,
} from '#domain/surveillance/track/report.ts';
import { type FigureName, isUsable, takeReport } from '#domain/surveillance/track/take-report.ts';
import { utf8Of } from '#domain/surveillance/track/utf8.ts';
import { cleanLine } from '#domain/text/clean.ts';
import { parseInSteps } from '#domain/text/json-steps.ts';
import { isObject } from '#domain/text/narrow.ts';
import { isNoAge, knownFixTime } from './fix-time.ts';
import { type FieldName, factorOf, type JsonMapping, readMapping } from './json-mapping.ts';
import { misnamedIn, sourceOf } from './known-row.ts';

interface Found {
  value: unknown;
  factor: number;
}

/** What a row of a document says, each value looked up by the name of its field. */
interface Row {
  find(name: FieldName): Found | undefined;
  number(name: FigureField): number | null;
  text(name: FieldName, field: keyof Report, isRight: (text: string) => boolean): string | null;
}

type FigureField =
  | 'pressureAltitude'
  | 'geometricAltitude'
  | 'amslAltitude'
  | 'groundSpeed'
  | 'track'
  | 'verticalRate';
const figureNames: Readonly<Record<FigureField, FigureName>> = {
  pressureAltitude: 'pressureAltitudeM',
  geometricAltitude: 'geometricAltitudeM',
  amslAltitude: 'amslAltitudeM',
  groundSpeed: 'groundSpeedMps',
  track: 'trackDeg',
  verticalRate: 'verticalRateMps',
};
const altitudes: readonly FigureField[] = ['pressureAltitude', 'geometricAltitude', 'amslAltitude'];

function rowOf(row: unknown, document: unknown, mapping: JsonMapping, into: Reading): Row {
  const found = new Map<FieldName, Found>();
  const misnamed = misnamedIn(row, mapping);
  for (const { name, pointer, unit } of mapping.fields) {
    if (misnamed.has(name)) continue;
    const value = pointer.startsWith('#') ? pointedAt(document, pointer.slice(1)) : pointedAt(row, pointer);
    if (value !== undefined && value !== null) {
      found.set(name, { value, factor: factorOf(name, unit) });
    }
  }
  return {
    find: (name) => found.get(name),
    number(name) {
      const one = found.get(name);
      if (one === undefined || (altitudes.includes(name) && saysGround(one.value))) return null;
      const figure = figureOf(one.value);
      if (figure === null) return null;
      if (figure !== unusable && isUsable(figureNames[name], figure * one.factor)) return figure * one.factor;
      noteUnusable(into, figureNames[name], writtenOf(one.value));
      return null;
    },
    text(name, field, isRight) {
      const value = found.get(name)?.value;
      const text = wordOf(value);
      if (text === null || (text !== unusable && isRight(text))) return text;
      noteUnusable(into, field, writtenOf(value));
      return null;
    },
  };
}

/** A report of a row, and what the trial of a mapping says of its time. */
export interface Mapped {
  report: Report;
  /** How long before the time of its row or document the position was true, seconds; null: no time is mapped. */
  ageS: number | null;
  /** Under what name the row said that without being asked by the mapping; null: it did not. */
  agedBy: string | null;
}

/** One row of a document by the mapping, counted; null: it gives no report, and `into` says why. */
export function readMapped(
  row: unknown,
  document: unknown,
  mapping: JsonMapping,
  receivedAtMs: number,
  into: Reading,
): Mapped | null {
  if (!isObject(row) && !Array.isArray(row)) {
    into.errors.push('track.read.syntax');
    return null;
  }
  into.records++;
  const read = rowOf(row, document, mapping, into);
  const name = wordOf(read.find('icao24')?.value ?? read.find('id')?.value);
  const latitude = degreesOf(read.find('latitude'));
  const longitude = degreesOf(read.find('longitude'));
  if (latitude === null && longitude === null) {
    noteOther(into, 'track.other.noPosition', name === unusable ? '' : (name ?? ''));
    return null;
  }
  if (typeof latitude !== 'number' || typeof longitude !== 'number') {
    into.errors.push('track.range.position');
    return null;
  }
  const fix = fixTimeOf(read, row, mapping, receivedAtMs);
  if (typeof fix === 'string') {
    into.errors.push(fix);
    return null;
  }
  const isGround = altitudes.some((altitude) => saysGround(read.find(altitude)?.value));
  const identity = identityOf(read, row, mapping);
  const report: Report = {
    ...unsaid,
    ...identity.names,
    callsign: callsignOf(read.text('callsign', 'callsign', (text) => isCallsign(text))),
    mode3A: isNoCode(read)
      ? null
      : (read.text('mode3A', 'mode3A', (text) => /^[0-7]{1,4}$/.test(text))?.padStart(4, '0') ?? null),
    latitude,
    longitude,
    pressureAltitudeM: read.number('pressureAltitude'),
    geometricAltitudeM: read.number('geometricAltitude'),
    amslAltitudeM: read.number('amslAltitude'),
    groundSpeedMps: read.number('groundSpeed'),
    trackDeg: read.number('track'),
    verticalRateMps: read.number('verticalRate'),
    onGround: groundOf(read, into) ?? (isGround ? true : null),
    accuracy: accuracyOf(read, into) ?? (identity.isCalculated ? calculatedAccuracy : null),
    at: fix.atMs,
    timeResolutionS: fix.resolutionS,
  };
  return { report, ageS: fix.ageS, agedBy: fix.agedBy };
}

/** A callsign, or none: some programs pad it with `@`, also where there is nothing to pad. */
const isCallsign = (text: string): boolean => /^@*$/.test(text) || callsignOf(text) !== null;

/** The figure 0 is how programs without the code write it; the code 0000 is a text. */
const isNoCode = (read: Row): boolean => read.find('mode3A')?.value === 0;

function degreesOf(found: Found | undefined): number | null | typeof unusable {
  const figure = figureOf(found?.value);
  return typeof figure === 'number' ? figure * (found?.factor ?? 1) : figure;
}

interface FixTime {
  atMs: number;
  resolutionS: number | null;
  ageS: number | null;
  agedBy: string | null;
}

/** So much younger than its own message a position may be: clocks and rounding. */
const mostYoungerMs = 2_000;

/** When the position was true: by the mapping, else by what a row of a well-known shape says beside it. */
function fixTimeOf(
  read: Row,
  row: unknown,
  mapping: JsonMapping,
  receivedAtMs: number,
): FixTime | 'track.range.time' | 'track.range.future' {
  const time = read.find('at');
  const stated = timeOf(time?.value, time?.factor ?? 0);
  if (stated === unusable) return 'track.range.time';
  const messageAtMs = stated ?? receivedAtMs;
  const age = read.find('positionAge');
  const figure = figureOf(age?.value);
  if (figure === unusable || isNoAge(figure)) return 'track.range.time';
  const known = figure === null ? knownFixTime(row, mapping) : null;
  if (known === unusable) return 'track.range.time';
  const ageMs =
    figure !== null
      ? figure * (age?.factor ?? 1)
      : (known?.ageMs ?? (known?.atMs === undefined ? 0 : messageAtMs - known.atMs));
  if (ageMs < -mostYoungerMs) return 'track.range.future';
  const isAged = figure !== null || known !== null;
  return {
    atMs: messageAtMs - Math.max(0, ageMs),
    resolutionS: stated === null && known?.atMs === undefined ? null : (known?.resolutionS ?? 0.001),
    ageS: stated === null && !isAged ? null : Math.max(0, ageMs) / 1_000,
    agedBy: known?.said ?? null,
  };
}

/** What an aircraft goes by, and whether receivers calculated where it is. */
function identityOf(
  read: Row,
  row: unknown,
  mapping: JsonMapping,
): { names: Pick<Report, 'icao24' | 'addressType' | 'trackNumber'>; isCalculated: boolean } {
  const written = read.text('icao24', 'icao24', (text) => writtenAddress(text) !== null);
  const address = written === null ? null : writtenAddress(written);
  const mapped = readsbType(read.find('addressType')?.value);
  const known = sourceOf(row, mapping);
  const from = mapped ?? known;
  const kind: AddressType | null =
    from && from.addressType !== 'icao' ? from.addressType : (address?.addressType ?? null);
  const isVouched = kind === 'icao';
  const id = nameOf(read.text('id', 'trackNumber', () => true));
  const given = address?.address ?? null;
  return {
    names: {
      icao24: isVouched ? given : null,
      addressType: given === null ? null : kind,
      trackNumber: id ?? (isVouched || given === null ? null : `~${given}`),
    },
    isCalculated: mapped?.isCalculated === true || known?.isCalculated === true,
  };
}

function groundOf(read: Row, into: Reading): boolean | null {
  const value = read.find('onGround')?.value;
  const flag = flagOf(value);
  if (flag !== unusable) return flag;
  noteUnusable(into, 'onGround', writtenOf(value));
  return null;
}

function accuracyOf(read: Row, into: Reading): Accuracy | null {
  const found = read.find('horizontalAccuracy');
  const figure = figureOf(found?.value);
  if (figure === null) return null;
  if (figure !== unusable && figure >= 0) {
    return { horizontalM: figure * (found?.factor ?? 1), verticalM: null, nacp: null };
  }
  noteUnusable(into, 'accuracy', writtenOf(found?.value));
  return null;
}

/** A track goes by its name to every map: what is longer is none. */
const mostLetters = 64;
const nameOf = (id: string | null): string | null =>
  id !== null && id.length <= mostLetters ? cleanLine(id, mostLetters) || null : null;

/** The rows of a document; a list that is null is empty. */
export function rowsIn(document: unknown, { reports }: JsonMapping): readonly unknown[] {
  const rows = pointedAt(document, reports);
  if (rows === null) return [];
  return Array.isArray(rows) ? rows : [rows];
}

/** Words that some programs write for a figure that is none; in JSON there is no such word. */
const noFigures = /-?\b(?:nan|inf(?:inity)?|none)\b/gi;

/**
 * The document that octets are; undefined: they are no JSON. A mark of byte order and words for "no figure" cost no
 * document: such a value reads as a text, which no field takes for a figure.
 */
export function* documentSteps(bytes: Uint8Array): Generator<void, unknown> {
  const text = utf8Of(bytes).replace(/^\uFEFF/, '');
  return (yield* parsedInSteps(text)) ?? (yield* parsedInSteps(quoted(text)));
}

/** The same at one go. */
export const documentOf = (bytes: Uint8Array): unknown => atOnce(documentSteps(bytes));

function* parsedInSteps(text: string): Generator<void, unknown> {
  try {
    return yield* parseInSteps(text);
  } catch {
    return undefined;
  }
}

/** One document, or one in each line (JSON lines); undefined instead of one that is none. */
function* documentsOf(bytes: Uint8Array): Generator<number, unknown[]> {
  const whole = yield* itemless(documentSteps(bytes));
  if (whole !== undefined) return [whole];
  const filled = utf8Of(bytes)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (filled.length < 2) return [undefined];
  const read: unknown[] = [];
  for (const line of filled)
    read.push((yield* itemless(parsedInSteps(line))) ?? (yield* itemless(parsedInSteps(quoted(line)))));
  // A document over several lines that is broken is one fault, not as many as it has lines.
  return read.every((one) => one === undefined) ? [undefined] : read;
}

/** The same with each word for "no figure" in quotes; what is in quotes already stays. One walk: it may be long. */
function quoted(text: string): string {
  let out = '';
  let from = 0;
  while (from < text.length) {
    const open = text.indexOf('"', from);
    const plain = text.slice(from, open < 0 ? text.length : open);
    out += plain.replaceAll(noFigures, '"$&"');
    if (open < 0) break;
    let close = open + 1;
    while (close < text.length && text[close] !== '"') close += text[close] === '\\' ? 2 : 1;
    out += text.slice(open, close + 1);
    from = close + 1;
  }
  return out;
}

/** Steps that read no item yet. */
function* itemless<T>(steps: Generator<void, T>): Generator<number, T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield 0;
  }
}

/** Each datagram is one document, or one in each line. A mapping that cannot be read leaves every one unread. */
export function createJsonDecoder(mappingText: string): SourceDecoder {
  const read = readMapping(mappingText);
  return decoderOf(
    function* (bytes, receivedAtMs, into) {
      for (const document of read.ok ? yield* documentsOf(bytes) : [undefined]) {
        if (!read.ok || document === undefined) {
          into.errors.push('track.read.syntax');
          continue;
        }
        for (const row of rowsIn(document, read.mapping)) {
          yield 1;
          const mapped = readMapped(row, document, read.mapping, receivedAtMs, into);
          if (mapped) takeReport(mapped.report, into, receivedAtMs);
        }
      }
    },
    { isStream: false, doubt: () => (read.ok ? null : read.error) },
  );
}
