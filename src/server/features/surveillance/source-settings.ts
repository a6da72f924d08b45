import { storedGeometry } from '#domain/geo/geojson.ts';
import type { Editions } from '#domain/surveillance/asterix/decode.ts';
import type { RadarSite } from '#domain/surveillance/asterix/reports/values.ts';
import type { SensorSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import type { Coverage } from '#domain/surveillance/formats/coverage.ts';
import { asterixCategory } from '#domain/surveillance/formats/source-format.ts';
import { isObject, numberOf, textOf } from '#domain/text/narrow.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';

/** A `surveillanceSource` record as the feeds need it. */
export interface SourceSettings extends SensorSites {
  id: number;
  version: number;
  name: string;
  /** null: it has none. */
  nameEn: string | null;
  /** What it sends: a category of ASTERIX, or another format. */
  type: string;
  editions: Editions;
  /** Key of `transports`, or `replay`. */
  transport: string;
  replay: { file: string; speed: number; loop: boolean };
  coverage: Coverage;
  /** Of a report that states none: metres, 95 times in 100. */
  accuracyM: number | null;
  /** Text of the mapping of JSON; '' for others. */
  mapping: string;
  deadAfterS: number;
  /** Its messages are kept as they arrive. */
  recordRaw: boolean;
  /** The record with its secrets, for the transport, which reads its own fields. */
  record: StoredRecord;
}

/** The settings of a record; null where it is switched off. */
export function sourceSettings(record: StoredRecord): SourceSettings | null {
  if (record.enabled === false) return null;
  const type = String(record.type);
  const category = asterixCategory(type);
  const edition = textOf(record.edition);
  const site = siteOf(record);
  const rangeKm = numberOf(record.rangeKm);
  return {
    id: record.id,
    version: record.version,
    name: String(record.name),
    nameEn: textOf(record.nameEn),
    type,
    editions: category !== null && edition !== null ? { [category]: tableEdition(category, edition) } : {},
    transport: String(record.transport),
    replay: {
      file: textOf(record.file) ?? '',
      speed: numberOf(record.speed) ?? 1,
      loop: record.loop === true,
    },
    // Formats but ASTERIX name no sensor: a figure that was left there may not refuse all that comes.
    sac: category === null ? null : numberOf(record.sac),
    sic: category === null ? null : numberOf(record.sic),
    site,
    sites: category === null ? new Map() : sitesOf(record),
    coverage: {
      site,
      rangeM: rangeKm === null ? null : rangeKm * 1_000,
      area: storedGeometry(record.coverage),
    },
    accuracyM: numberOf(record.accuracyM),
    mapping: textOf(record.mapping) ?? '',
    deadAfterS: numberOf(record.deadAfterS) ?? 60,
    recordRaw: record.recordRaw === true,
    record,
  };
}

/** Editions 2.2 to 2.7 of CAT021 are one table; 2.1 has its own. */
function tableEdition(category: number, edition: string): string {
  return category === 21 && edition.startsWith('2.') && edition !== '2.1' ? '2.x' : edition;
}

export function siteOf(record: StoredRecord): RadarSite | null {
  const point = record.position;
  if (typeof point !== 'object' || point === null || !('coordinates' in point)) return null;
  const { coordinates } = point;
  if (!Array.isArray(coordinates)) return null;
  const [longitude, latitude] = coordinates;
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return null;
  return {
    longitude,
    latitude,
    heightM: metresOf(record.elevation),
    rangeDeviationM: numberOf(record.rangeDeviationM),
    azimuthDeviationDeg: numberOf(record.azimuthDeviationDeg),
  };
}

/** The table of sites, by `sac/sic`; the schema has judged what stands in it. */
export function sitesOf({ sites }: Record<string, unknown>): Map<string, RadarSite> {
  const found = new Map<string, RadarSite>();
  for (const one of Array.isArray(sites) ? sites : []) {
    if (!isObject(one)) continue;
    const latitude = numberOf(one.latitude);
    const longitude = numberOf(one.longitude);
    if (latitude === null || longitude === null) continue;
    found.set(`${one.sac}/${one.sic}`, {
      latitude,
      longitude,
      heightM: metresOf(one.elevation),
      rangeDeviationM: numberOf(one.rangeDeviationM),
      azimuthDeviationDeg: numberOf(one.azimuthDeviationDeg),
      accuracyM: numberOf(one.accuracyM),
    });
  }
  return found;
}

/** Antenna heights are small beside slant ranges: the difference between datums does not show. */
function metresOf(altitude: unknown): number {
  if (typeof altitude !== 'object' || altitude === null || !('value' in altitude)) return 0;
  const { value } = altitude;
  const unit = 'unit' in altitude ? altitude.unit : 'm';
  return typeof value === 'number' ? value * (unit === 'ft' ? 0.3048 : 1) : 0;
}
