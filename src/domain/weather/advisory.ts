import { type ReadingContext, unreadable } from './reading.ts';
import { levelsIn, movementIn } from './warning.ts';
import { areaIn, positionsIn, ringArea } from './warning-area.ts';
import type { AreaWarning, ReadWeather } from './weather.ts';

/** An advisory holds until the next, six hours later where none is named. */
const usualMs = 6 * 3_600_000;
const longestMs = 2 * 86_400_000;

/**
 * The heading of a volcanic ash or tropical cyclone advisory, and where ash or cloud was observed. Source: ICAO Annex 3,
 * appendix 2, tables A2-1 and A2-2.
 */
export function readAdvisory(
  raw: string,
  kind: 'volcanicAsh' | 'tropicalCyclone',
  context: ReadingContext,
): ReadWeather<AreaWarning> {
  const lines = linesOf(raw);
  const text = raw.toUpperCase().replace(/\s+/g, ' ').trim();
  if (/\bSTATUS: ?(?:TEST|EXER)/.test(text)) return unreadable('test');
  const at = momentOf(lines.get('DTG') ?? '');
  if (at === null) return unreadable('time');
  if (at - context.receivedAt > context.mostAheadMs) return unreadable('ahead');
  const isAsh = kind === 'volcanicAsh';
  const centre = lines.get(isAsh ? 'VAAC' : 'TCAC') ?? '';
  const name = lines.get(isAsh ? 'VOLCANO' : 'TC') ?? '';
  if (name === '') return unreadable('nothing');
  const next = momentOf(lines.get(isAsh ? 'NXT ADVISORY' : 'NXT MSG') ?? '');
  const validTo = next !== null && next > at && next - at <= longestMs ? next : at + usualMs;
  const observed = lines.get(isAsh ? 'OBS VA CLD' : 'CB') ?? lines.get('EST VA CLD') ?? '';
  const place = lines.get(isAsh ? 'PSN' : 'OBS PSN') ?? lines.get('PSN') ?? '';
  const polygon = positionsIn(observed);
  const value: AreaWarning = {
    kind,
    fir: context.centre ?? (centre.replace(/[^A-Z]/g, '').slice(0, 8) || 'ZZZZ'),
    office: context.centre,
    sequence: lines.get('ADVISORY NR')?.slice(0, 16) ?? null,
    issuedAt: at,
    validFrom: at,
    validTo,
    isCancellation: false,
    cancels: null,
    phenomenon: `${isAsh ? 'VA' : 'TC'} ${name}`.slice(0, 64),
    isObserved: lines.has('EST VA CLD') ? false : observed === '' ? null : true,
    area:
      polygon.length >= 3
        ? ringArea(polygon.map(({ longitude, latitude }) => [longitude, latitude]))
        : areaIn(`PSN ${place.replace(/^.*?(?=[NS]\d)/, '')} ${observed}`, ''),
    ...levelsIn(observed),
    movement: movementIn(`${observed} MOV ${lines.get('MOV') ?? ''}`),
    intensity: intensityOf(lines.get('INTST CHANGE') ?? lines.get('INTSF CHANGE') ?? ''),
    text,
  };
  return { ok: true, value };
}

const intensityOf = (text: string): AreaWarning['intensity'] =>
  text.startsWith('INTSF')
    ? 'intensifying'
    : text.startsWith('WKN')
      ? 'weakening'
      : text.startsWith('NC')
        ? 'unchanged'
        : null;

/** `NAME: value`, its value over the lines that follow it. */
function linesOf(raw: string): Map<string, string> {
  const found = new Map<string, string>();
  let name = '';
  for (const line of raw.toUpperCase().split('\n')) {
    const [, label, value = ''] = /^\s*([A-Z][A-Z /]{0,30}?)\s*:\s*(.*)$/.exec(line) ?? [];
    if (label !== undefined) {
      name = label;
      if (!found.has(name)) found.set(name, value.trim());
    } else if (name !== '' && line.trim() !== '') {
      found.set(name, `${found.get(name) ?? ''} ${line.trim()}`.slice(0, 5_000));
    }
  }
  return found;
}

/** `20261122/0000Z`. */
function momentOf(text: string): number | null {
  const found = /\b(\d{4})(\d{2})(\d{2})\/(\d{2})(\d{2})Z?/.exec(text);
  if (!found) return null;
  const [year, month, day, hour, minute] = found.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const at = Date.UTC(year, month - 1, day, hour, minute);
  const isDate = new Date(at).getUTCDate() === day && new Date(at).getUTCMonth() === month - 1;
  return isDate && hour < 24 && minute < 60 ? at : null;
}
