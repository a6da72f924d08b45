import { nearestDay } from './times.ts';

/** Conditions of a third of a runway as a SNOWTAM names them, and the texts that say them, `notam.snow.on.<key>`. */
export const surfaceConditions = {
  'COMPACTED SNOW': 'compactedSnow',
  'CHEMICALLY TREATED': 'chemicallyTreated',
  DRY: 'dry',
  'DRY SNOW': 'drySnow',
  'DRY SNOW ON TOP OF COMPACTED SNOW': 'drySnowOnCompacted',
  'DRY SNOW ON TOP OF ICE': 'drySnowOnIce',
  FROST: 'frost',
  ICE: 'ice',
  'LOOSE SAND': 'looseSand',
  'SLIPPERY WET': 'slipperyWet',
  SLUSH: 'slush',
  'SPECIALLY PREPARED WINTER RUNWAY': 'winterRunway',
  'STANDING WATER': 'standingWater',
  'WATER ON TOP OF COMPACTED SNOW': 'waterOnCompacted',
  WET: 'wet',
  'WET ICE': 'wetIce',
  'WET SNOW': 'wetSnow',
  'WET SNOW ON TOP OF COMPACTED SNOW': 'wetSnowOnCompacted',
  'WET SNOW ON TOP OF ICE': 'wetSnowOnIce',
} as const;
export type SurfaceCondition = (typeof surfaceConditions)[keyof typeof surfaceConditions];

/** A third of a runway; null: not reported. */
export interface RunwayThird {
  /** Runway condition code, 6 (dry) to 0 (less than poor). */
  code: number | null;
  /** Percent of it that is covered. */
  coveragePercent: number | null;
  /** Of loose contaminants, millimetres. */
  depthMm: number | null;
  condition: SurfaceCondition | null;
}

export interface RunwayCondition {
  /** The lower designator, from which the thirds are counted: `09L`. */
  runway: string;
  /** When it was assessed, UTC ms; null: the time could not be read. */
  assessedAt: number | null;
  /** First, middle and last third; null: a group was not understood, and nothing is said of any. */
  thirds: [RunwayThird, RunwayThird, RunwayThird] | null;
  /** Width to which the codes apply, metres; null: all of it. */
  widthM: number | null;
}

/** What a SNOWTAM says by runway, and the rest of it as it stands: what is beside the runways, and remarks. */
export interface Snowtam {
  runways: RunwayCondition[];
  remarks: string[];
}

const triplet = (value: string) => String.raw`(${value})\s?/\s?(${value})\s?/\s?(${value})`;
const names = Object.keys(surfaceConditions)
  .toSorted((a, b) => b.length - a.length)
  .map((name) => name.replaceAll(' ', String.raw`\s`))
  .join('|');
const start = /(?<!\d)(\d{8})\s(?:RWY\s?)?(\d{2}[LCR]?)(?:\/\d{2}[LCR]?)?\s(?=(?:\d|NR)\s?\/)/g;
const values = new RegExp(
  String.raw`${triplet('[0-6]|NR')}\s(?:${triplet(String.raw`\d{1,3}|NR`)}\s${triplet(String.raw`\d{1,3}|NR`)}\s)?${triplet(`${names}|NR`)}(?![A-Z/])(?:\s(\d{2,3}|NR)(?![\d/]))?`,
  'y',
);

/**
 * The values by runway of a SNOWTAM of the format of November 2021 (ICAO Annex 15 and PANS-AIM, Doc 10066, Appendix 4), from
 * its text. `about`, UTC ms, places the days and hours, which have no year. Null: it has none, as in the formats before.
 */
export function readSnowtam(text: string, about: number): Snowtam | null {
  // Some write the letters of the items, which the format leaves out.
  const plain = text
    .toUpperCase()
    .replace(/(^|\s)[A-T]\)\s*/g, '$1')
    .replace(/\s+/g, ' ');
  const starts = [...plain.matchAll(start)];
  const remarks: string[] = [];
  const runways = starts.map((match, index): RunwayCondition => {
    const from = match.index + match[0].length;
    const until = starts[index + 1]?.index ?? plain.length;
    values.lastIndex = from;
    const read = values.exec(plain);
    const [, time = '', runway = ''] = match;
    const head = { runway, assessedAt: momentOf(time, about) };
    if (!read || values.lastIndex > until) return { ...head, thirds: null, widthM: null };
    remarks.push(...sentences(plain.slice(values.lastIndex, until)));
    const width = read[13];
    return {
      ...head,
      thirds: [third(read, 0), third(read, 1), third(read, 2)],
      widthM: width && width !== 'NR' ? Number(width) : null,
    };
  });
  return runways.some(({ thirds }) => thirds !== null) ? { runways, remarks } : null;
}

const isCondition = (name: string): name is keyof typeof surfaceConditions => name in surfaceConditions;

function third(read: RegExpExecArray, index: 0 | 1 | 2): RunwayThird {
  const [code, coverage, depth, name = ''] = [0, 3, 6, 9].map((at) => read[1 + at + index]);
  const number = (text: string | undefined, highest: number) =>
    text === undefined || text === 'NR' || Number(text) > highest ? null : Number(text);
  return {
    code: number(code, 6),
    coveragePercent: number(coverage, 100),
    depthMm: number(depth, 999),
    condition: isCondition(name) ? surfaceConditions[name] : null,
  };
}

/** `02170055`, month first. */
function momentOf(time: string, about: number): number | null {
  const [month = 0, day = 0, hour = 0, minute = 0] = (time.match(/\d\d/g) ?? []).map(Number);
  const at = nearestDay(day, hour, minute, about);
  return at !== null && new Date(at).getUTCMonth() + 1 === month ? at : null;
}

const sentences = (text: string): string[] =>
  text
    .replace(/[\s).]+$/, '')
    .split(/\.(?:\s|$)/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
