import {
  all,
  child,
  find,
  innerText,
  readXml,
  unescaped,
  type XmlElement,
} from '#domain/information/xml-tree.ts';
import type { Fields } from './fields.ts';
import type { Notam } from './notam.ts';
import { type NotamItems, notamOf, readNotams } from './read.ts';
import { timeText } from './times.ts';
import { plain } from './words.ts';

/**
 * The NOTAMs that the events of an AIXM 5.1 or 5.1.1 message were published with, understood as those of a text are; the
 * geometry of the features is not read. None: the message has none. Null: it is no XML, or declares entities. Source:
 * AIXM Event schema 1.0 (`textNOTAM`) and 2.0 (`notification`), Digital NOTAM Event Specification.
 */
export function readDigitalNotams(xml: string, receivedAt: number): Notam[] | null {
  const root = readXml(xml);
  if (!root) return null;
  const slices = all(root, 'EventTimeSlice');
  return (slices.length > 0 ? slices : [root]).flatMap((slice) =>
    all(slice, 'NOTAM').flatMap((element) => {
      const whole = enclosedText(element);
      return whole ? readNotams(whole, receivedAt) : [notamOf(itemsOf(element, slice), receivedAt)];
    }),
  );
}

/** What an element says, in the capitals of the text form; white space at its ends is none of it. */
function value(element: XmlElement | null, name: string): string {
  return plain(unescaped(innerText(child(element, name))))
    .trim()
    .toUpperCase();
}

function itemsOf(element: XmlElement, slice: XmlElement): NotamItems {
  const of = (name: string) => value(element, name);
  const type = of('type');
  const items: Pick<NotamItems, 'number' | 'type' | 'refers' | 'fields'> = {
    number: numberOf(element, 'series', 'number', 'year'),
    type: type === 'R' || type === 'C' ? type : 'N',
    refers:
      type === 'R' || type === 'C'
        ? numberOf(element, 'referredSeries', 'referredNumber', 'referredYear')
        : null,
    fields: fieldsOf(element, slice),
  };
  const issued = Date.parse(isoOf(of('issued')) ?? '');
  return {
    ...items,
    originator: null,
    issuedAt: Number.isNaN(issued) ? null : issued,
    raw: textForm(items),
  };
}

/** `A0035/26` of `A`, `35` and `2026`; null where one of them is missing or none. */
function numberOf(element: XmlElement, ...names: readonly [string, string, string]): string | null {
  const [series, number, year] = names.map((name) => value(element, name));
  const isOne =
    /^[A-Z]$/.test(series ?? '') && /^\d{1,4}$/.test(number ?? '') && /^(?:\d{2})?\d{2}$/.test(year ?? '');
  return isOne ? `${series}${number?.padStart(4, '0')}/${year?.slice(-2)}` : null;
}

function fieldsOf(element: XmlElement, slice: XmlElement): Fields {
  const of = (name: string) => value(element, name);
  const fields: Fields = { A: of('location'), E: wordsOf(element) };
  const digits = (text: string) => (/^\d{1,2}$/.test(text) ? text.padStart(3, '0') : text);
  const q = [
    of('affectedFIR'),
    of('selectionCode'),
    of('traffic'),
    of('purpose'),
    of('scope'),
    digits(of('minimumFL')),
    digits(of('maximumFL')),
    of('coordinates').replace(/\s/g, '') + digits(of('radius')),
  ];
  if (q.some((part) => part !== '')) fields.Q = q.join('/');
  // Without times of its own it holds as long as its event does.
  const period = of('effectiveStart') === '' ? child(slice, 'validTime') : null;
  fields.B = timeOf(of('effectiveStart') || value(find(period, 'TimePeriod'), 'beginPosition'));
  fields.C = endOf(element, value(find(period, 'TimePeriod'), 'endPosition'));
  const schedule = of('schedule');
  if (schedule !== '') fields.D = schedule;
  const [lower, upper] = [limitOf(element, 'lowerLimit'), limitOf(element, 'upperLimit')];
  if (lower !== '') fields.F = lower;
  if (upper !== '') fields.G = upper;
  return fields;
}

function endOf(element: XmlElement, endOfEvent: string): string {
  if (value(element, 'permanent') === 'YES') return 'PERM';
  const end = timeOf(value(element, 'effectiveEnd') || endOfEvent);
  return value(element, 'estimatedEnd') === 'YES' && !/EST/.test(end) ? `${end} EST` : end;
}

/** E): the text, and the Chinese of its translations where it has none itself. */
function wordsOf(element: XmlElement): string {
  const chinese = /\p{Script=Han}/u;
  const own = element.children
    .filter(({ name }) => name === 'text')
    .map((one) => plain(unescaped(innerText(one))).trim());
  const translated = all(element, 'NOTAMTranslation')
    .map((one) => plain(unescaped(innerText(child(one, 'simpleText') ?? child(one, 'formattedText')))).trim())
    .filter((text) => chinese.test(text));
  const words = own.some((text) => chinese.test(text)) ? own : [...own, ...translated.slice(0, 1)];
  return words.join('\n').toUpperCase();
}

/** A limit with the unit that may stand beside it: `FL250` of `250` in `FL`. */
function limitOf(element: XmlElement, name: string): string {
  const text = value(element, name);
  const uom = child(element, name)?.attributes.uom?.toUpperCase() ?? '';
  if (!/^\d+$/.test(text)) return text;
  return uom === 'FL' ? `FL${text}` : `${text}${uom}`;
}

/** `2202050700` of itself, of `202202050700` and of `2022-02-05T07:00:00Z`; anything else as it stands. */
function timeOf(text: string): string {
  if (/^20\d{10}(?!\d)/.test(text)) return text.slice(2);
  const at = Date.parse(isoOf(text) ?? '');
  return Number.isNaN(at) ? text : timeText(at);
}

/** A time of ISO 8601, in UTC where it names no zone; null: it is none. */
function isoOf(text: string): string | null {
  const shape = /^(20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?$/;
  const [, time, zone = 'Z'] = shape.exec(text) ?? [];
  return time === undefined ? null : `${time}${zone}`;
}

/** As people read it, and as a later part is joined to it. */
function textForm({
  number,
  type,
  refers,
  fields,
}: Pick<NotamItems, 'number' | 'type' | 'refers' | 'fields'>) {
  const field = (letter: keyof Fields) => (fields[letter] ? `${letter}) ${fields[letter]}` : '');
  const lines = [
    [number, `NOTAM${type}`, refers].filter(Boolean).join(' '),
    field('Q'),
    [field('A'), field('B'), field('C')].filter(Boolean).join(' '),
    field('D'),
    field('E'),
    [field('F'), field('G')].filter(Boolean).join(' '),
  ];
  return `(${lines.filter((line) => line !== '').join('\n')})`;
}

/**
 * The international text that a domestic NOTAM was also published as, whole with its number; null: there is none, or the
 * NOTAM has an international number itself.
 */
function enclosedText(element: XmlElement): string | null {
  if (numberOf(element, 'series', 'number', 'year')) return null;
  for (const translation of all(element, 'NOTAMTranslation')) {
    const formatted = unescaped(innerText(find(translation, 'formattedText')))
      .replace(/<br\s*\/?>/gi, '\n')
      .replace(/<[^<>]{0,200}>/g, '');
    if (/\b[A-Z]\d{4}\/\d{2}(?:[A-Z]\d{2})? {1,3}NOTAM ?[NRC]\b/.test(formatted)) return formatted.trim();
  }
  return null;
}
