import { joined, polygonsOf } from '#domain/geo/polygons.ts';
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
  const validTo = validUntil(at, momentOf(lines.get(isAsh ? 'NXT ADVISORY' : 'NXT MSG') ?? ''));
  const observed = lines.get(isAsh ? 'OBS VA CLD' : 'CB') ?? lines.get('EST VA CLD') ?? '';
  const place = lines.get(isAsh ? 'PSN' : 'OBS PSN') ?? lines.get('PSN') ?? '';
  const ash = isAsh ? layersIn(observed) : [];
  const later = ash.length > 0 ? layersIn(lines.get('FCST VA CLD +6 HR') ?? '') : [];
  const forecastArea = areaOfLayers(later);
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
    area: isAsh ? areaOfLayers(ash) : areaIn(`PSN ${place.replace(/^.*?(?=[NS]\d)/, '')} ${observed}`, ''),
    ...(isAsh ? levelsOfAll([...ash, ...later]) : levelsIn(observed)),
    // Each of several layers goes its own way.
    movement: ash.length > 1 ? null : movementIn(`${observed} MOV ${lines.get('MOV') ?? ''}`),
    intensity: intensityOf(lines.get('INTST CHANGE') ?? lines.get('INTSF CHANGE') ?? ''),
    ...(forecastArea ? { forecastArea } : {}),
    text,
  };
  return { ok: true, value };
}

/** Until the next, UTC ms. */
export const validUntil = (at: number, next: number | null): number =>
  next !== null && next > at && next - at <= longestMs ? next : at + usualMs;

/** How high a part of a cloud reaches. */
export type AdvisoryLayer = Pick<AreaWarning, 'lower' | 'upper'>;

interface Layer extends AdvisoryLayer {
  area: AreaWarning['area'];
}

/** `SFC/FL100 N3000 E… FL100/400 100NM WID LINE BTN …`: a cloud of ash layer by layer. */
function layersIn(text: string): Layer[] {
  return text
    .split(/(?=\b(?:SFC\/|FL\d{3}\/|TOP ))/)
    .flatMap((part): Layer[] => {
      const positions = positionsIn(part);
      if (positions.length === 0) return [];
      const ring = () => ringArea(positions.map(({ longitude, latitude }) => [longitude, latitude]));
      return [{ ...levelsIn(part), area: /\bLINE\b/.test(part) ? areaIn(part, '') : ring() }];
    })
    .slice(0, 20);
}

/** Null where one of them cannot be drawn. */
function areaOfLayers(layers: readonly Layer[]): AreaWarning['area'] {
  const areas = layers.map(({ area }) => area);
  return areas.includes(null) ? null : joined(areas.flatMap((area) => (area ? polygonsOf(area) : [])));
}

/** From the lowest to the highest; null where one of them is not known, or is no flight level. */
export function levelsOfAll(layers: readonly AdvisoryLayer[]): AdvisoryLayer {
  const outermost = (levels: readonly Layer['lower'][], sign: 1 | -1): Layer['lower'] => {
    const known = levels.flatMap((one) => (one && (one.unit === 'FL' || one.value === 0) ? [one] : []));
    if (known.length < levels.length) return null;
    return known.sort((a, b) => (b.value - a.value) * sign)[0] ?? null;
  };
  return {
    lower: outermost(
      layers.map(({ lower }) => lower),
      -1,
    ),
    upper: outermost(
      layers.map(({ upper }) => upper),
      1,
    ),
  };
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
    const [, label, value = ''] = /^\s*([A-Z][A-Z\d /+]{0,30}?)\s*:\s*(.*)$/.exec(line) ?? [];
    if (label !== undefined) {
      // `+6HR`, `+6 HR`.
      name = label.replace(/(\d)\s*HR?$/, '$1 HR');
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
