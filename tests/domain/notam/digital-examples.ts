import type { Notam } from '#domain/notam/notam.ts';
import { writeQLine } from '#domain/notam/q-line.ts';
import { timeText } from '#domain/notam/times.ts';
import { limitText } from '#domain/notam/write.ts';

/** NOTAMs as AIXM messages, of names and values that are made up; the schema is the Event one, in both of its forms. */

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const tag = (name: string, value: string | null | undefined, attributes = '') =>
  value ? `<event:${name}${attributes}>${escaped(value)}</event:${name}>` : '';

/** The elements of one NOTAM as they are published. */
export function notamElement(notam: Notam, of: { words?: string } = {}): string {
  const [fir, code, traffic, purpose, scope, lower, upper, place = ''] = notam.q
    ? writeQLine(notam.q).split('/')
    : [];
  const [refersSeries, refersNumber, refersYear] = numberParts(notam.refers);
  const [series, number, year] = numberParts(notam.number);
  const words = of.words ?? [notam.text, notam.textZh === notam.text ? null : notam.textZh];
  return `<event:NOTAM gml:id="N1">${[
    tag('series', series),
    tag('number', number),
    tag('year', year),
    tag('type', notam.type),
    tag('issued', '2026-11-23T02:15:00Z'),
    tag('referredSeries', refersSeries),
    tag('referredNumber', refersNumber),
    tag('referredYear', refersYear),
    tag('affectedFIR', fir),
    tag('selectionCode', code),
    tag('traffic', traffic),
    tag('purpose', purpose),
    tag('scope', scope),
    tag('minimumFL', lower),
    tag('maximumFL', upper),
    tag('coordinates', place.slice(0, 11)),
    tag('radius', String(Number(place.slice(11)))),
    tag('location', notam.locations.join(' ')),
    tag('effectiveStart', notam.validFrom === null ? '' : timeText(notam.validFrom)),
    tag('effectiveEnd', notam.validTo === null ? '' : timeText(notam.validTo)),
    tag('estimatedEnd', notam.isEstimated ? 'YES' : 'NO'),
    tag('permanent', notam.isPermanent ? 'YES' : 'NO'),
    tag('schedule', notam.schedule),
    tag('text', Array.isArray(words) ? words.filter(Boolean).join('\n') : words, ' lang="ENG"'),
    tag('lowerLimit', notam.lower && limitText(notam.lower, 'lower')),
    tag('upperLimit', notam.upper ? limitText(notam.upper, 'upper') : notam.lower && 'UNL'),
  ].join('\n  ')}</event:NOTAM>`;
}

function numberParts(number: string | null): (string | undefined)[] {
  const found = /^([A-Z])(\d{4})\/(\d{2})$/.exec(number ?? '');
  // Without the noughts before it, and with the whole year.
  return found ? [found[1], String(Number(found[2])), `20${found[3]}`] : [];
}

/** A message of events, each with its NOTAMs; `as`: the element that version 1 or 2 of the Event schema puts them in. */
export function aixmMessage(
  events: readonly (readonly string[])[],
  as: 'textNOTAM' | 'notification' = 'notification',
): string {
  const members = events.map(
    (notams, index) => `<message:hasMember>
  <event:Event gml:id="E${index}"><event:timeSlice><event:EventTimeSlice gml:id="T${index}">
    <gml:validTime><gml:TimePeriod><gml:beginPosition>2026-11-24T00:00:00Z</gml:beginPosition>
      <gml:endPosition>2026-11-25T00:00:00Z</gml:endPosition></gml:TimePeriod></gml:validTime>
    <aixm:interpretation>BASELINE</aixm:interpretation>
    <event:scenario>SAA.ACT</event:scenario>
    ${notams.map((one) => `<event:${as}>${one}</event:${as}>`).join('\n')}
  </event:EventTimeSlice></event:timeSlice></event:Event>
</message:hasMember>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<message:AIXMBasicMessage xmlns:message="http://www.aixm.aero/schema/5.1.1/message" gml:id="M1">
<message:hasMember><aixm:Airspace gml:id="A1"><aixm:type>R</aixm:type></aixm:Airspace></message:hasMember>
${members.join('\n')}
</message:AIXMBasicMessage>`;
}
