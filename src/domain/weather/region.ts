/**
 * The flight information region that a warning names after its office, `ZPKM KUNMING FIR`; where it names none that of the unit
 * with which it begins (ICAO Annex 3, table A6-1A).
 */
export function regionOf(text: string, unit: string): string {
  return /\b[A-Z]{4}-\s+([A-Z]{4})\s[A-Z /]*?\b(?:FIR|UIR|CTA)\b/.exec(text.slice(0, 300))?.[1] ?? unit;
}
