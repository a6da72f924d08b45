import { isGeometry } from '#domain/geo/geojson.ts';
import type { WeatherReport } from '#domain/record/records.gen.ts';
import type { AreaWarning, DecodedWeather } from '#domain/weather/weather.ts';

type Times = Pick<WeatherReport, 'issuedAt' | 'validFrom' | 'validTo'>;

const iso = (at: number) => new Date(at).toISOString();

/** What stands in columns of its own. */
export function columnsOf(
  decoded: DecodedWeather,
): Times & Partial<WeatherReport> & Pick<WeatherReport, 'amendment'> {
  if ('observedAt' in decoded) {
    const at = iso(decoded.observedAt);
    return { issuedAt: at, validFrom: at, validTo: null, amendment: decoded.isCorrected ? 'COR' : 'none' };
  }
  const period = { validFrom: iso(decoded.validFrom), validTo: iso(decoded.validTo) };
  if (decoded.kind === 'windsAloft') {
    return { ...period, issuedAt: iso(decoded.issuedAt), amendment: 'none' };
  }
  if (decoded.kind === 'TAF') {
    return { ...period, issuedAt: iso(decoded.issuedAt), amendment: decoded.amendment };
  }
  return { ...period, ...warningColumns(decoded), issuedAt: iso(decoded.issuedAt ?? decoded.validFrom) };
}

function warningColumns({ phenomenon, area, lower, upper, sequence, isCancellation }: AreaWarning) {
  return {
    phenomenon: phenomenon?.slice(0, 64) ?? null,
    area: isGeometry(area, ['Polygon', 'MultiPolygon']) ? area : null,
    lower,
    upper,
    sequence: sequence?.slice(0, 16) ?? null,
    amendment: isCancellation ? ('CNL' as const) : ('none' as const),
  };
}
