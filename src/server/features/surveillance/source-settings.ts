import type { Editions } from '#domain/surveillance/asterix/decode.ts';
import type { RadarSite } from '#domain/surveillance/asterix/reports.ts';
import { textOf } from '#domain/text/narrow.ts';
import { own } from '#domain/text/own.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { UdpAddress } from './feed.ts';

/** A `surveillanceSource` record as the feeds need it. */
export interface SourceSettings {
  id: number;
  version: number;
  name: string;
  /** null: a file of ADS-B rows, which has no category. */
  category: number | null;
  editions: Editions;
  transport:
    | { kind: 'udp'; address: UdpAddress }
    | { kind: 'replay'; file: string; speed: number; loop: boolean };
  /** Only reports of this sensor pass; null: all. */
  sac: number | null;
  sic: number | null;
  site: RadarSite | null;
  /** Farther from the site than this a position is not believed, km; null: the parameter's figure. */
  rangeKm: number | null;
  deadAfterS: number;
}

const categories: Record<string, number> = { Cat21: 21, Cat34: 34, Cat48: 48, Cat62: 62, Cat65: 65 };

/** The settings of a record; null where it is switched off. */
export function sourceSettings(record: StoredRecord): SourceSettings | null {
  if (record.enabled === false) return null;
  const category = own(categories, String(record.type)) ?? null;
  const edition = textOf(record.edition);
  return {
    id: record.id,
    version: record.version,
    name: String(record.name),
    category,
    editions: category !== null && edition !== null ? { [category]: tableEdition(category, edition) } : {},
    transport:
      record.transport === 'replay'
        ? {
            kind: 'replay',
            file: textOf(record.file) ?? '',
            speed: number(record.speed) ?? 1,
            loop: record.loop === true,
          }
        : {
            kind: 'udp',
            address: {
              host:
                textOf(record.transport === 'udpMulticast' ? record.multicastGroup : record.host) ??
                '127.0.0.1',
              port: number(record.port) ?? 8600,
              multicast: record.transport === 'udpMulticast',
              interfaceAddress: textOf(record.multicastInterface),
            },
          },
    sac: number(record.sac),
    sic: number(record.sic),
    site: siteOf(record),
    rangeKm: number(record.rangeKm),
    deadAfterS: number(record.deadAfterS) ?? 60,
  };
}

/** Editions 2.2 to 2.6 of CAT021 are one table; 2.1 has its own. */
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

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
