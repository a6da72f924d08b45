import { warnedAir } from '#domain/conflicts/warned-air.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import { inOneLine } from '#domain/text/shortened.ts';
import { regionOf } from '#domain/weather/region.ts';
import type { AreaWarning } from '#domain/weather/weather.ts';
import type { Sql } from '#server/db/sql.ts';
import { firAreas } from './fir-areas.ts';
import { longestText, type UnplacedVolume, type VolumeSource, type WeatherVolume } from './known-volume.ts';

/** What is over for longer stays out of the index. */
const overMs = 86_400_000;

/** Issued for one flight information region, all of which is meant where they draw no area. */
export const ofRegions = new Set<string>(['SIGMET', 'AIRMET', 'GAMET']);

/** SIGMET, AIRMET and advisories that hold and say where. */
export const weatherSource = (clock: () => Date): VolumeSource => ({
  name: 'weather',
  async load(sql: Sql, ids: number[] | null) {
    const current = sql
      .selectFrom('weatherReport')
      .select(['id', 'kind', 'station', 'raw', 'sequence', 'phenomenon', 'validFrom', 'validTo'])
      .select(['area', 'lower', 'upper', 'decoded'])
      .where('deletedAt', 'is', null)
      .where('state', '=', 'current')
      .where('kind', 'not in', ['METAR', 'SPECI', 'TAF', 'windsAloft'])
      .where('validTo', '>', new Date(clock().getTime() - overMs).toISOString());
    const rows = await (ids === null ? current : current.where('id', 'in', ids)).execute();
    // One that draws no area holds in its whole region.
    const regions = await firAreas(
      sql,
      rows.flatMap(({ area, station, raw }) => (area === null ? [regionOf(raw, station)] : [])),
    );
    const volumes = new Map<number, WeatherVolume[]>();
    const unplaced = new Map<number, UnplacedVolume>();
    for (const row of rows) {
      if (row.validTo === null) continue;
      const volume = {
        source: 'weather',
        owner: {
          resource: 'weatherReport',
          id: row.id,
          label: [row.kind, row.station, row.sequence].filter(Boolean).join(' '),
        },
        part: 0,
        marginM: 0,
        lower: row.lower,
        upper: row.upper,
        from: Date.parse(row.validFrom),
        to: Date.parse(row.validTo),
        phenomenon: row.phenomenon ?? row.kind,
        text: inOneLine(row.raw, longestText),
      } as const;
      const region = regionOf(row.raw, row.station);
      const air = warnedAir(decodedOf(row), storedGeometry(row.area) ?? regions.get(region) ?? null);
      if (air) volumes.set(row.id, [{ ...volume, ...air }]);
      // An advisory is of no region: its unit warns the whole world.
      else if (ofRegions.has(row.kind)) unplaced.set(row.id, { ...volume, region });
    }
    return { volumes, unplaced };
  },
});

/** What is stored there was written by our own reader. */
const decodedOf = ({ decoded }: { decoded: string | null }): AreaWarning | null =>
  decoded === null ? null : (JSON.parse(decoded) as AreaWarning);
