import type { Label } from '#domain/text/label.ts';
import { nameValues } from '#domain/text/name-in.ts';
import airspaceFile from '#schemas/airspace.json' with { type: 'json' };

/** The kinds of our records. */
const airspaceKinds = [
  'temporary',
  'training',
  'aerodrome',
  'corridor',
  'route',
  'line',
  'fuelDump',
  'prohibited',
  'restricted',
  'danger',
  'tempRestricted',
  'uasSuitable',
  'uasControlled',
  'atz',
  'ctr',
  'tma',
  'cta',
  'fir',
  'reporting',
  'monitoring',
] as const;

const airspaceClasses = ['A', 'B', 'C', 'D', 'E', 'G', 'W'] as const;

/** AIXM's codes of airspace (codelist AirspaceAreaTypeValue), and what OpenAir files call the same. */
const codes: Record<string, string> = {
  P: 'prohibited',
  PROHIBITED: 'prohibited',
  R: 'restricted',
  RESTRICTED: 'restricted',
  TRA: 'tempRestricted',
  TSA: 'tempRestricted',
  D: 'danger',
  D_OTHER: 'danger',
  Q: 'danger',
  DANGER: 'danger',
  CTR: 'ctr',
  ATZ: 'atz',
  TMA: 'tma',
  CTA: 'cta',
  UTA: 'cta',
  FIR: 'fir',
  UIR: 'fir',
  AWY: 'route',
  RAS: 'reporting',
};

/**
 * What OpenAir calls by names that none of our kinds has: the kind that comes nearest, which a person looks at. Zones
 * closed to gliders and protected areas restrict; those of a transponder or a radio are monitored or reported in.
 */
const nearest: Record<string, string> = {
  GP: 'restricted',
  OFR: 'restricted',
  OVERFLIGHT_RESTRICTION: 'restricted',
  N: 'restricted',
  NOTAM: 'restricted',
  PROTECTED: 'restricted',
  TFR: 'tempRestricted',
  TRAFR: 'tempRestricted',
  ALERT: 'danger',
  WARNING: 'danger',
  MTA: 'danger',
  MTR: 'danger',
  MCTR: 'ctr',
  MATZ: 'atz',
  HTZ: 'atz',
  LTA: 'cta',
  MTMA: 'tma',
  TMZ: 'monitoring',
  TRZ: 'monitoring',
  TRP: 'monitoring',
  RMZ: 'reporting',
  TIA: 'reporting',
  TIZ: 'reporting',
  ADIZ: 'reporting',
  FIS: 'reporting',
  FIS_SECTOR: 'reporting',
  ACCSEC: 'reporting',
  ACC_SECTOR: 'reporting',
  VFRSEC: 'reporting',
  VFR_SECTOR: 'reporting',
  VFRR: 'line',
  // A wave window, where gliders climb: not China's class W.
  W: 'reporting',
  WAVE: 'reporting',
  GS: 'reporting',
  GSEC: 'reporting',
  GLIDING_SECTOR: 'reporting',
  ASRA: 'reporting',
  AERIAL_SPORTING_RECREATIONAL: 'reporting',
};

/** The kind that OpenAir's AC or AY means; `near`: no kind of ours is quite that. */
export function openAirKind(text: string): { kind: string; near: boolean } | null {
  const code = text.trim().toUpperCase();
  const kind = kindOf(code);
  if (kind) return { kind, near: false };
  const near = Object.hasOwn(nearest, code) ? nearest[code] : undefined;
  return near ? { kind: near, near: true } : null;
}

/** A class of ICAO as OpenAir writes it; `kept` is null where the national classification has none (F). */
export function openAirClass(text: string): { airspaceClass: string | null } | null {
  const letter = text.trim().toUpperCase();
  return /^[A-G]$/.test(letter) ? { airspaceClass: classOf(letter) } : null;
}

/** The kind that a name or a code means; null where it is none that we know. */
export function kindOf(text: string): string | null {
  const tidy = text.trim();
  const own = airspaceKinds.find((kind) => kind.toLowerCase() === tidy.toLowerCase());
  return own ?? (Object.hasOwn(codes, tidy.toUpperCase()) ? (codes[tidy.toUpperCase()] ?? null) : null);
}

const kindNames: Record<string, Label> = airspaceFile.properties.kind['x-enum'];

/** The word for a kind of ours, as the value `kind` of a message. */
export function kindValues(kind: string): Record<string, string> {
  const word = kindNames[kind];
  return nameValues('kind', { name: word?.['zh-Hans'] ?? kind, nameEn: word?.en });
}

export function classOf(text: string): string | null {
  return airspaceClasses.find((one) => one === text.trim().toUpperCase()) ?? null;
}
