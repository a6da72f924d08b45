import type { Altitude } from '#domain/geo/altitude.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';

/**
 * A NOTAM as the product keeps it, whatever it was read from. Times are UTC ms. What is absent or could not be read is
 * null, and a remark says so. Source: ICAO Annex 15, PANS-AIM (Doc 10066) App. 3, Doc 8126.
 */
export interface Notam {
  kind: 'notam' | 'snowtam' | 'ashtam';
  /** `A1234/26`. */
  number: string | null;
  /** `ZBBBYNYX`, of the AFTN envelope. */
  originator: string | null;
  issuedAt: number | null;
  type: 'N' | 'R' | 'C';
  /** The one that it replaces or cancels. */
  refers: string | null;
  q: Qualifiers | null;
  /** A): aerodromes, or FIRs. */
  locations: string[];
  validFrom: number | null;
  /** Null: permanent, or not known. */
  validTo: number | null;
  isEstimated: boolean;
  isPermanent: boolean;
  /** D) as it stands. */
  schedule: string | null;
  /** E), the English lines where both languages stand there. */
  text: string;
  /** The lines of E) in Chinese. */
  textZh: string | null;
  /** F) and G) as given; null: absent, or above: unlimited. */
  lower: Altitude | null;
  upper: Altitude | null;
  isChecklist: boolean;
  /** Which part of how many this text is; null: it is whole. */
  part: { number: number; of: number } | null;
  /** As it came; of a digital NOTAM its fields in the form of a text. */
  raw: string;
  problems: NotamProblem[];
}

/** The Q-line, `ZBPE/QRTCA/IV/BO/W/000/100/3954N11623E010`. */
export interface Qualifiers {
  fir: string;
  /** `QRTCA`. */
  code: string;
  /** Some of `I`, `V`, `K`. */
  traffic: string;
  /** Some of `N`, `B`, `O`, `M`, `K`. */
  purpose: string;
  /** Some of `A`, `E`, `W`, `K`. */
  scope: string;
  /** Flight levels, 0 to 999; null: not given. */
  lowerFl: number | null;
  upperFl: number | null;
  /** To the minute; null: not given. */
  center: Position | null;
  /** 999: the whole FIR, which no circle stands for. */
  radiusNm: number | null;
}

/** What of a message was not understood: a text of the catalogues, `notam.problem.<code>`, and the words it is about. */
export interface NotamProblem {
  code: ProblemCode;
  detail: string;
}

export const problemCodes = [
  'header',
  'noQLine',
  'qLine',
  'qCenter',
  'locations',
  'validFrom',
  'validTo',
  'order',
  'schedule',
  'holidays',
  'limit',
  'limitDatum',
  'text',
  'area',
  'sector',
  'part',
  'refers',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** Which part a message is, `B03` behind the number: the second of three (OPADD 4.1, 6.2). */
export const partLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Where a NOTAM holds, and what says so. */
export interface NotamArea {
  /** Null: nowhere in particular, such as the whole FIR. */
  geometry: Geometry | null;
  from: 'text' | 'qLine' | 'hand' | 'none';
}

/** A remark as it is stored and compared: the code, and what it is about. */
export function problemText({ code, detail }: NotamProblem): string {
  return detail === '' ? code : `${code}: ${detail}`.slice(0, 300);
}

/** A stored remark, read again; null where it is none. */
export function problemOf(stored: string): NotamProblem | null {
  const cut = stored.indexOf(': ');
  const name = cut < 0 ? stored : stored.slice(0, cut);
  const code = problemCodes.find((one) => one === name);
  return code ? { code, detail: cut < 0 ? '' : stored.slice(cut + 2) } : null;
}

/** Are parts missing, by the stored remarks? Which; null: none are. */
export const missingParts = (problems: readonly string[] | null): string | null =>
  (problems ?? []).map(problemOf).find((problem) => problem?.code === 'part')?.detail ?? null;

/** The series of a number, `A` of `A1234/26`. */
export function isNumber(value: string): boolean {
  return /^[A-Z]\d{4}\/\d{2}$/.test(value);
}
