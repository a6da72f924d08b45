import type { Text } from '#domain/text/errors.ts';
import type { RadarSite } from './reports/values.ts';

/** Which sensors a source takes, and where each of them stands. */
export interface SensorSites {
  /** Only sensors of this area and identification code; null: of any. */
  sac: number | null;
  sic: number | null;
  /** The site of a source that carries one radar only; asked where `sites` is empty. */
  site: RadarSite | null;
  /** By `sac/sic`. */
  sites: ReadonlyMap<string, RadarSite>;
}

/** Of a source that takes all sensors and knows where none of them stands. */
export const noSites: SensorSites = { sac: null, sic: null, site: null, sites: new Map() };

/** Finds where a sensor stands, and remembers those of which it is not known. */
export interface SiteFinder {
  /** Does the source take what this sensor says? */
  takes(sourceKey: string | null): boolean;
  /** null: not known, or not certain: nothing may be placed from another sensor's site. */
  siteOf(sourceKey: string | null): RadarSite | null;
  /** Which sensors have no site; null: each has one. */
  doubt(): Text | null;
}

/** Sensors without a site that are named; a feed of noise has any number of them. */
const mostNamed = 20;

/**
 * A table of sites counts alone. Without one the source's own site is that of its only radar: as soon as a second one is
 * heard, nobody can say whose it is, and neither is placed.
 */
export function createSiteFinder({ sac, sic, site, sites }: SensorSites): SiteFinder {
  const unplaced = new Set<string>();
  const heard = new Set<string>();

  function note(sourceKey: string | null): null {
    if (unplaced.size < mostNamed) unplaced.add(sourceKey ?? '?');
    return null;
  }

  return {
    takes: (sourceKey) =>
      (sac === null || (sourceKey?.startsWith(`${sac}/`) ?? false)) &&
      (sic === null || (sourceKey?.endsWith(`/${sic}`) ?? false)),
    siteOf(sourceKey) {
      if (sites.size > 0) return sites.get(sourceKey ?? '') ?? note(sourceKey);
      if (site === null) return note(sourceKey);
      if (sourceKey !== null && heard.size < mostNamed) heard.add(sourceKey);
      return heard.size > 1 ? null : site;
    },
    doubt() {
      if (heard.size > 1) return { key: 'track.site.several', values: { sensors: [...heard].join(', ') } };
      if (unplaced.size === 0) return null;
      return { key: 'track.site.unknown', values: { sensors: [...unplaced].join(', ') } };
    },
  };
}
