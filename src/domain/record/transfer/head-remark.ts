import type { FieldSchema } from '#domain/record/resource.ts';
import { folded } from './cell-choice.ts';

/** How heads of sheets write units, by how schemas write them (`x-unit`), or another name where no schema has them. */
const units: Record<string, readonly string[]> = {
  m: ['m', 'metre', 'metres', 'meter', 'meters', '米'],
  ft: ['ft', 'feet', 'foot', '英尺', '呎'],
  km: ['km', 'kilometres', 'kilometers', '公里', '千米'],
  NM: ['nm', 'nmi', '海里'],
  kg: ['kg', 'kgs', '千克', '公斤'],
  lb: ['lb', 'lbs', '磅'],
  t: ['t', 'tonnes', '吨'],
  'm/s': ['m/s', 'mps', '米/秒'],
  'km/h': ['km/h', 'kmh', 'kph', '公里/小时', '千米/小时'],
  kt: ['kt', 'kts', 'kn', 'knots', '节'],
  h: ['h', 'hr', 'hrs', 'hours', '小时'],
  min: ['min', 'mins', 'minutes', '分钟', '分'],
  s: ['s', 'sec', 'seconds', '秒'],
  ms: ['ms', '毫秒'],
  MHz: ['mhz', '兆赫'],
  kHz: ['khz', '千赫'],
  '°': ['°', 'deg', 'degrees', '度'],
};
const unitOf = new Map(Object.entries(units).flatMap(([unit, names]) => names.map((name) => [name, unit])));

/** The unit that a word names, as schemas write it: `m` of 米; undefined: none. */
export const unitNamed = (word: string): string | undefined => unitOf.get(folded(word));

/** Time zones as heads name them, by their IANA names. */
const zones: Record<string, readonly string[]> = {
  UTC: ['utc', 'gmt', 'z', 'zulu', 'utc+0', 'utc+00:00', '世界时', '协调世界时', '国际时'],
  'Asia/Shanghai': ['cst', 'bjt', 'utc+8', 'utc+08:00', 'gmt+8', '+08:00', '北京时', '北京时间'],
};
const zoneOf = new Map(Object.entries(zones).flatMap(([zone, names]) => names.map((name) => [name, zone])));

const brackets = /[(（[]([^()（）[\]]*)[)）\]]\s*\*?\s*$/;

/** A head without what stands in brackets at its end. */
export const withoutRemark = (head: string): string => head.replace(brackets, '');

/** What stands at the end of a head, the most likely first: in brackets, as a word, or behind a sign of division. */
function remarksOf(head: string): string[] {
  const plain = head.replace(/\*\s*$/, '').trim();
  const remarks = [brackets, /\s(\S+)$/, /[/／_,，、](\S+)$/].map((place) => place.exec(plain)?.[1]);
  return remarks.flatMap((remark) => (remark === undefined ? [] : [folded(remark)]));
}

/** The unit that the head of a column names, as schemas write it; undefined: none. */
export const unitOfHead = (head: string): string | undefined =>
  remarksOf(head).flatMap((remark) => unitOf.get(remark) ?? [])[0];

/** The unit that the head of a column names where it is not that of its field, as the head has it; undefined: none. */
export function otherUnit(head: string, schema: FieldSchema): string | undefined {
  const own = schema['x-unit'];
  if (own === undefined) return undefined;
  const remark = remarksOf(head).find((one) => unitOf.has(one));
  return remark === undefined || unitOf.get(remark) === own ? undefined : remark;
}

/** The time zone (IANA name) that the head of a column names; undefined: none. */
export function zoneOfHead(head: string): string | undefined {
  return remarksOf(head).flatMap((remark) => zoneOf.get(remark) ?? [])[0];
}
