import type { DecodedWeather } from '#domain/weather/weather.ts';
import type { Records } from '#server/engine/records/records.ts';
import { systemCaller } from '#server/kernel/caller.ts';

const iso = (at: number) => new Date(at).toISOString();

/** What a report says as the fields of its record. */
export function reportFields(decoded: DecodedWeather) {
  const written = {
    raw: `${decoded.kind} TEST=`,
    decoded: JSON.stringify(decoded),
    state: 'current' as const,
  };
  switch (decoded.kind) {
    case 'METAR':
    case 'SPECI': {
      const at = iso(decoded.observedAt);
      return {
        ...written,
        kind: decoded.kind,
        station: decoded.station,
        issuedAt: at,
        validFrom: at,
        amendment: decoded.isCorrected ? ('COR' as const) : ('none' as const),
      };
    }
    case 'TAF':
      return {
        ...written,
        kind: decoded.kind,
        station: decoded.station,
        issuedAt: iso(decoded.issuedAt),
        validFrom: iso(decoded.validFrom),
        validTo: iso(decoded.validTo),
        amendment: decoded.amendment,
      };
    case 'windsAloft':
      return {
        ...written,
        kind: decoded.kind,
        station: decoded.station,
        issuedAt: iso(decoded.issuedAt),
        validFrom: iso(decoded.validFrom),
        validTo: iso(decoded.validTo),
        amendment: 'none' as const,
      };
    default:
      return {
        ...written,
        kind: decoded.kind,
        station: decoded.fir,
        issuedAt: iso(decoded.issuedAt ?? decoded.validFrom),
        validFrom: iso(decoded.validFrom),
        validTo: iso(decoded.validTo),
        amendment: 'none' as const,
        phenomenon: decoded.phenomenon,
        area: decoded.area,
        lower: decoded.lower,
        upper: decoded.upper,
        sequence: decoded.sequence,
      };
  }
}

/** Stores reports as their reader does, each in a transaction of its own; their ids. */
export async function storeWeather(
  records: Records,
  reports: readonly DecodedWeather[],
  more: object = {},
): Promise<number[]> {
  const ids: number[] = [];
  for (const decoded of reports) {
    const values = { ...reportFields(decoded), ...more };
    const stored = await records.transaction((transaction) =>
      records.untyped.create(systemCaller(), 'weatherReport', values, transaction),
    );
    ids.push(stored.id);
  }
  return ids;
}
