import pg from 'pg';

type Parse = (text: string) => unknown;

const oid = {
  int8: 20,
  int8Array: 1016,
  timestamp: 1114,
  timestampArray: 1115,
  date: 1082,
  dateArray: 1182,
  timestamptz: 1184,
  timestamptzArray: 1185,
  interval: 1186,
  numeric: 1700,
  numericArray: 1231,
} as const;

const textArray: number = 1009;

const text: Parse = (value) => value;

/**
 * How values come out of SQL, decided once: int8 and count(*) are numbers, numeric stays a string (money and
 * the like lose nothing), timestamptz is ISO 8601 in UTC with milliseconds, date is 'YYYY-MM-DD'. Never a Date,
 * whose day depends on the machine's time zone. jsonb is what it holds.
 */
const parsers = new Map<number, Parse>([
  [oid.int8, int8],
  [oid.int8Array, arrayOf(int8)],
  [oid.numeric, text],
  [oid.numericArray, arrayOf(text)],
  [oid.date, text],
  [oid.dateArray, arrayOf(text)],
  [oid.timestamp, text],
  [oid.timestampArray, arrayOf(text)],
  [oid.timestamptz, instant],
  [oid.timestamptzArray, arrayOf(instant)],
  [oid.interval, text],
]);

/** For `types` of a pg pool or client. */
export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    const parse = format === 'binary' ? undefined : parsers.get(id);
    return parse ?? pg.types.getTypeParser(id, format);
  },
};

function int8(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`int8 ${value} is too large for a number`);
  return number;
}

/** '2026-11-21 02:30:00.123456+00' → '2026-11-21T02:30:00.123Z'. Years before 1 and infinity stay as they are. */
export function instant(value: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-]\d\d(?::?\d\d)?(?::?\d\d)?)$/.exec(
    value,
  );
  if (!match) return value;
  const [, date, time, fraction = '', offset = '+00'] = match;
  const utc = `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  if (/^[+-]00(:?00)*$/.test(offset)) return `${utc}Z`;
  const [hours = '00', minutes = '00'] = offset.slice(1).match(/\d\d/g) ?? [];
  return new Date(`${utc}${offset[0]}${hours}:${minutes}`).toISOString();
}

function arrayOf(parse: Parse): Parse {
  const entries: (value: string) => (string | null)[] = pg.types.getTypeParser(textArray, 'text');
  return (value) => entries(value).map((entry) => (entry === null ? null : parse(entry)));
}
