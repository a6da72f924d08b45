import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';

/** Endings of the names of numbers that are units; the longest come first. */
const units: readonly [ending: string, unit: string][] = [
  ['Percent', '%'],
  ['FtMin', 'ft/min'],
  ['DegS', '°/s'],
  ['Mps2', 'm/s²'],
  ['Mach', 'Mach'],
  ['Mps', 'm/s'],
  ['Dbm', 'dBm'],
  ['Kmh', 'km/h'],
  ['Deg', '°'],
  ['Min', 'min'],
  ['Mhz', 'MHz'],
  ['Ft', 'ft'],
  ['Kt', 'kt'],
  ['Fl', 'FL'],
  ['Nm', 'NM'],
  ['Ms', 'ms'],
  ['Db', 'dB'],
  ['Hz', 'Hz'],
  ['G', 'g'],
  ['M', 'm'],
  ['S', 's'],
  ['C', '°C'],
];

/**
 * `flightLevelFl` → flightLevel, FL; what is called only by its unit (`S` of a time) or ends in no unit keeps its name.
 * For names of numbers alone: the last letter of `modeS` is no unit.
 */
export function worded(name: string): { word: string; unit: string } {
  const found = units.find(([ending]) => name.endsWith(ending) && name.length > ending.length);
  return found ? { word: name.slice(0, -found[0].length), unit: found[1] } : { word: name, unit: '' };
}

/** The title of an item of ASTERIX by its name in the decoded record. */
export const itemTitle = (word: string, locale: Locale): string =>
  textIn({ key: `asterix.item.${word}` }, locale);

/** The name of a field or subfield within an item. */
export const fieldTitle = (word: string, locale: Locale): string =>
  textIn({ key: `asterix.field.${word}` }, locale);
