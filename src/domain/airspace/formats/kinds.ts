/** The kinds of our records. */
export const airspaceKinds = [
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

export const airspaceClasses = ['A', 'B', 'C', 'D', 'E', 'G', 'W'] as const;

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

/** The kind that a name or a code means; null where it is none that we know. */
export function kindOf(text: string): string | null {
  const tidy = text.trim();
  const own = airspaceKinds.find((kind) => kind.toLowerCase() === tidy.toLowerCase());
  return own ?? (Object.hasOwn(codes, tidy.toUpperCase()) ? (codes[tidy.toUpperCase()] ?? null) : null);
}

export function classOf(text: string): string | null {
  return airspaceClasses.find((one) => one === text.trim().toUpperCase()) ?? null;
}
