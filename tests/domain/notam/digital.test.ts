import { expect, test } from 'vitest';
import { cutBulletin } from '#domain/information/cut-bulletin.ts';
import { readDigitalNotams } from '#domain/notam/digital.ts';
import { type Notam, problemText } from '#domain/notam/notam.ts';
import { readNotams } from '#domain/notam/read.ts';
import { seeded } from '#domain/surveillance/scene/random.ts';
import { aixmMessage, notamElement } from './digital-examples.ts';
import * as examples from './examples.ts';

const now = Date.parse('2026-11-23T02:20:00Z');
const issuedAt = Date.parse('2026-11-23T02:15:00Z');
const { danger, runwayClosed, bilingual, cancellation, checklist, debris } = examples;
const fromText = (text: string): Notam => {
  const [notam] = readNotams(text, now);
  if (!notam) throw new Error('nothing was read');
  return notam;
};
/** As a source hands it in: cut first, then read. */
const fromXml = (xml: string): Notam[] =>
  cutBulletin(xml, now).flatMap(({ kind, raw, format }) => {
    expect([kind, format]).toEqual(['NOTAM', 'xml']);
    return readDigitalNotams(raw, now) ?? [];
  });
const values = ({ raw: _raw, originator: _originator, issuedAt: _issuedAt, ...rest }: Notam) => rest;

test.each([
  ['an area', danger],
  ['a replacement with an estimated end', runwayClosed],
  ['two languages', bilingual],
  ['a cancellation', cancellation],
  ['a checklist', checklist],
  ['no limit above', debris],
])('what is published as AIXM is what the text says: %s', (_, text) => {
  const expected = fromText(text);
  for (const as of ['textNOTAM', 'notification'] as const) {
    const [notam, ...more] = fromXml(aixmMessage([[notamElement(expected)]], as));
    expect(more).toEqual([]);
    if (!notam) throw new Error('nothing was read');
    expect(values(notam)).toEqual(values(expected));
    expect(notam.issuedAt).toBe(issuedAt);
    // The form in which people read it says the same again.
    expect(values(fromText(notam.raw))).toEqual(values(expected));
  }
});

test('a message is cut into its events, and each may have several NOTAMs', () => {
  const xml = aixmMessage([
    [notamElement(fromText(danger)), notamElement(fromText(runwayClosed))],
    [notamElement(fromText(bilingual))],
  ]);
  expect(cutBulletin(xml, now)).toHaveLength(2);
  expect(fromXml(xml).map(({ number }) => number)).toEqual(['C1234/26', 'A0815/26', 'D3021/26']);
});

test('times, levels and letters are read in each way in which they are written', () => {
  const element = notamElement(fromText(danger))
    .replace('>2611230100<', '>202611230100<')
    .replace('>2611300900<', '>2026-11-30T17:00:00+08:00<')
    .replace('>000</event:minimumFL>', '>0</event:minimumFL>')
    .replace('>SFC<', ' uom="FT">0<')
    .replace('>1000M AMSL<', ' uom="FL">95<')
    .replace('>DAILY 0100-0900<', '>Daily 0100-0900<')
    .replace(/<event:text .*<\/event:text>/s, '<event:text>&#65;rea 1 &amp; 2\n   activated.</event:text>');
  const [notam] = fromXml(aixmMessage([[element]]));
  expect(notam).toMatchObject({
    validFrom: Date.parse('2026-11-23T01:00:00Z'),
    validTo: Date.parse('2026-11-30T09:00:00Z'),
    schedule: 'DAILY 0100-0900',
    text: 'AREA 1 & 2\nACTIVATED.',
    upper: { value: 95, unit: 'FL', reference: 'STD' },
    q: { lowerFl: 0 },
  });
  expect(notam?.problems.map(problemText)).toEqual(['limitDatum: 0FT']);
});

test('Chinese stands in the text or in a translation', () => {
  const element = notamElement(fromText(bilingual), { words: 'UNMANNED AIRCRAFT ACTIVITY WILL TAKE PLACE.' });
  const translated = element.replace(
    '</event:NOTAM>',
    '<event:translation><event:NOTAMTranslation><event:type>OTHER:ZHO</event:type><event:simpleText>有无人驾驶航空器活动。</event:simpleText></event:NOTAMTranslation></event:translation></event:NOTAM>',
  );
  expect(fromXml(aixmMessage([[translated]]))).toMatchObject([
    { text: 'UNMANNED AIRCRAFT ACTIVITY WILL TAKE PLACE.', textZh: '有无人驾驶航空器活动。' },
  ]);
});

test('without times of its own a NOTAM holds as long as its event', () => {
  const element = notamElement(fromText(danger))
    .replace(/<event:effectiveStart>.*?<\/event:effectiveStart>/, '')
    .replace(/<event:effectiveEnd>.*?<\/event:effectiveEnd>/, '');
  expect(fromXml(aixmMessage([[element]]))).toMatchObject([
    { validFrom: Date.parse('2026-11-24T00:00:00Z'), validTo: Date.parse('2026-11-25T00:00:00Z') },
  ]);
});

test('a domestic NOTAM is known by the international text it was also published as', () => {
  const element = `<event:NOTAM><event:number>035</event:number><event:year>2026</event:year><event:type>N</event:type>
    <event:affectedFIR>ZZZ</event:affectedFIR><event:location>ZZA</event:location><event:text>RWY 17 WET</event:text>
    <event:translation><event:NOTAMTranslation><event:type>OTHER:ICAO</event:type><event:formattedText><html:div>${runwayClosed.slice(1, -1)}</html:div></event:formattedText>
    </event:NOTAMTranslation></event:translation></event:NOTAM>`;
  expect(fromXml(aixmMessage([[element]], 'textNOTAM')).map(values)).toEqual([
    values(fromText(runwayClosed)),
  ]);
  const [alone] = fromXml(
    aixmMessage([[element.replace(/<event:translation>.*<\/event:translation>/s, '')]]),
  );
  // A number that the words mention is not its own.
  expect(alone).toMatchObject({ number: null, q: null });
});

test('a document that declares entities is refused whole', () => {
  const xml = aixmMessage([[notamElement(fromText(danger), { words: '&a;&a;' }).replaceAll('&amp;', '&')]]);
  const bomb = xml.replace('?>', '?><!DOCTYPE m [<!ENTITY a "RWY CLSD"><!ENTITY b "&a;&a;&a;">]>');
  const cut = cutBulletin(bomb, now);
  expect(cut).toMatchObject([{ kind: 'NOTAM', raw: bomb.trim() }]);
  expect(readDigitalNotams(cut[0]?.raw ?? '', now)).toBeNull();
  // What was not declared stays as it is.
  expect(fromXml(xml)).toMatchObject([{ text: '&A;&A;' }]);
});

test('a message without an event has no NOTAM', () => {
  expect(readDigitalNotams('<AIXMBasicMessage><hasMember/></AIXMBasicMessage>', now)).toEqual([]);
  expect(readDigitalNotams('<AIXMBasicMessage', now)).toBeNull();
});

test('no mutation of a message throws or takes long', () => {
  const random = seeded(20_261_123);
  const upTo = (most: number) => Math.floor(random.uniform() * most);
  const seeds = [danger, runwayClosed, bilingual, cancellation].map((text) =>
    aixmMessage([[notamElement(fromText(text))]]),
  );
  const pieces = [
    '<',
    '</',
    '>',
    '&',
    '&#x110000;',
    ']]>',
    '<![CDATA[',
    '<!--',
    '0'.repeat(300),
    '中',
    '/',
    '\n',
  ];
  let read = 0;
  let worst = 0;
  for (let run = 0; run < 400; run++) {
    let xml = seeds[run % seeds.length] ?? '';
    for (let turn = 0; turn <= run % 6; turn++) {
      const from = upTo(xml.length);
      const piece = random.uniform() < 0.5 ? (pieces[upTo(pieces.length)] ?? '') : '';
      xml = xml.slice(0, from) + piece + xml.slice(from + upTo(20));
    }
    const began = performance.now();
    for (const { raw, format } of cutBulletin(xml, now)) {
      const notams = format === 'xml' ? readDigitalNotams(raw, now) : readNotams(raw, now);
      expect(() => JSON.stringify(notams)).not.toThrow();
      read += notams?.length ?? 0;
    }
    worst = Math.max(worst, performance.now() - began);
  }
  // Most are no XML any more.
  expect(read).toBeGreaterThan(10);
  expect(worst).toBeLessThan(1_000);
});
