/**
 * What a bulletin of aeronautical information is cut into. Source: WMO-No. 386, Manual on the GTS, part II (headings);
 * ICAO Annex 10 Vol. II (AFTN), Doc 8126 (NOTAM).
 */

/** `SACI31 ZBBB 220300 RRA`. */
export interface BulletinHeading {
  /** `SACI31`. */
  designator: string;
  /** The centre that compiled it, `ZBBB`. */
  centre: string;
  /** When it was compiled, UTC ms: day, hour and minute next to the moment at which it was received. */
  at: number;
  /** `RRA` delayed, `CCA` corrected, `AAA` amended; null: none. */
  indicator: string | null;
}

/** The kinds that are read; what is none of them is stored raw as unreadable. */
export const informationKinds = [
  'METAR',
  'SPECI',
  'TAF',
  'SIGMET',
  'AIRMET',
  'GAMET',
  'volcanicAsh',
  'tropicalCyclone',
  'windsAloft',
  'NOTAM',
  'SNOWTAM',
  'ASHTAM',
  'PIB',
] as const;
export type InformationKind = (typeof informationKinds)[number];

/** One report of a bulletin, as it came: text, or an XML document of one. */
export interface BulletinReport {
  kind: InformationKind | null;
  heading: BulletinHeading | null;
  /** The report alone, without heading and `=`, its white space as it was. */
  raw: string;
  format: 'text' | 'xml';
}
