import type { Editions } from '#domain/surveillance/asterix/decode.ts';
import type { RadarSite } from '#domain/surveillance/asterix/reports/values.ts';
import { asterixCategory } from '#domain/surveillance/formats/source-format.ts';
import { numberOf, textOf } from '#domain/text/narrow.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { UdpAddress } from './feed.ts';

/** A `surveillanceSource` record as the feeds need it. */
export interface SourceSettings {
  id: number;
  version: number;
  name: string;
  /** What it sends: a category of ASTERIX, or another format. */
  type: string;
  editions: Editions;
  transport:
    | { kind: 'udp'; address: UdpAddress }
    | { kind: 'replay'; file: string; speed: number; loop: boolean };
  /** Only reports of this sensor pass; null: all. */
  sac: number | null;
  sic: number | null;
  site: RadarSite | null;
  /** Does it come in pieces of any length, as of a connection, and not in datagrams? */
  isStream: boolean;
  /** Text of the mapping of JSON; '' for others. */
  mapping: string;
  /** Farther from the site than this a position is not believed, km; null: the parameter's figure. */
  rangeKm: number | null;
  deadAfterS: number;
}

/** The settings of a record; null where it is switched off. */
export function sourceSettings(record: StoredRecord): SourceSettings | null {
  if (record.enabled === false) return null;
  const type = String(record.type);
  const category = asterixCategory(type);
  const edition = textOf(record.edition);
  return {
    id: record.id,
    version: record.version,
    name: String(record.name),
    type,
    editions: category !== null && edition !== null ? { [category]: tableEdition(category, edition) } : {},
    transport:
      record.transport === 'replay'
        ? {
            kind: 'replay',
            file: textOf(record.file) ?? '',
            speed: numberOf(record.speed) ?? 1,
            loop: record.loop === true,
          }
        : {
            kind: 'udp',
            address: {
              host:
                textOf(record.transport === 'udpMulticast' ? record.multicastGroup : record.host) ??
                '127.0.0.1',
              port: numberOf(record.port) ?? 8600,
              multicast: record.transport === 'udpMulticast',
              interfaceAddress: textOf(record.multicastInterface),
            },
          },
    // Formats but ASTERIX name no sensor: a figure that was left there may not refuse all that comes.
    sac: category === null ? null : numberOf(record.sac),
    sic: category === null ? null : numberOf(record.sic),
    site: siteOf(record),
    isStream: false,
    mapping: textOf(record.mapping) ?? '',
    rangeKm: numberOf(record.rangeKm),
    deadAfterS: numberOf(record.deadAfterS) ?? 60,
  };
}

/** Editions 2.2 to 2.7 of CAT021 are one table; 2.1 has its own. */
function tableEdition(category: number, edition: string): string {
  return category === 21 && edition.startsWith('2.') && edition !== '2.1' ? '2.x' : edition;
}

function siteOf(record: StoredRecord): RadarSite | null {
  const point = record.position;
  if (typeof point !== 'object' || point === null || !('coordinates' in point)) return null;
  const { coordinates } = point;
  if (!Array.isArray(coordinates)) return null;
  const [longitude, latitude] = coordinates;
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return null;
  return { longitude, latitude, heightM: metresOf(record.elevation) };
}

/** Antenna heights are small beside slant ranges: the difference between datums does not show. */
function metresOf(altitude: unknown): number {
  if (typeof altitude !== 'object' || altitude === null || !('value' in altitude)) return 0;
  const { value } = altitude;
  const unit = 'unit' in altitude ? altitude.unit : 'm';
  return typeof value === 'number' ? value * (unit === 'ft' ? 0.3048 : 1) : 0;
}
