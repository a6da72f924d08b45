import { expect, test } from 'vitest';
import { readAixm } from '#domain/aerodromes/aixm.ts';

const now = Date.UTC(2026, 10, 21);
const read = (xml: string, at = now) => readAixm(xml, at);
const message = (members: string) => `<?xml version="1.0"?>
<message:AIXMBasicMessage xmlns:message="http://www.aixm.aero/schema/5.1/message" xmlns:aixm="http://www.aixm.aero/schema/5.1" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:xlink="http://www.w3.org/1999/xlink">${members}</message:AIXMBasicMessage>`;
const airport = (slice: string, id = 'A1') => `<message:hasMember><aixm:AirportHeliport gml:id="g">
  <gml:identifier codeSpace="urn:uuid:">${id}</gml:identifier>
  <aixm:timeSlice><aixm:AirportHeliportTimeSlice gml:id="s">${slice}</aixm:AirportHeliportTimeSlice></aixm:timeSlice>
</aixm:AirportHeliport></message:hasMember>`;
const runway = `<message:hasMember><aixm:Runway gml:id="r"><gml:identifier codeSpace="urn:uuid:">R1</gml:identifier>
  <aixm:timeSlice><aixm:RunwayTimeSlice gml:id="rs"><aixm:designator>09/27</aixm:designator>
  <aixm:nominalLength uom="FT">4000</aixm:nominalLength><aixm:nominalWidth uom="M">30</aixm:nominalWidth>
  <aixm:associatedAirportHeliport xlink:href="urn:uuid:A1"/></aixm:RunwayTimeSlice></aixm:timeSlice></aixm:Runway></message:hasMember>
<message:hasMember><aixm:RunwayDirection gml:id="d"><gml:identifier codeSpace="urn:uuid:">D1</gml:identifier>
  <aixm:timeSlice><aixm:RunwayDirectionTimeSlice gml:id="ds"><aixm:designator>09</aixm:designator>
  <aixm:trueBearing>91.5</aixm:trueBearing><aixm:usedRunway xlink:href="urn:uuid:R1"/></aixm:RunwayDirectionTimeSlice></aixm:timeSlice></aixm:RunwayDirection></message:hasMember>`;
const point = (pos: string, srs = 'urn:ogc:def:crs:EPSG::4326') =>
  `<aixm:ARP><aixm:ElevatedPoint srsName="${srs}"><gml:pos>${pos}</gml:pos></aixm:ElevatedPoint></aixm:ARP>`;

test('an aerodrome with its runway: latitude first, units as they are said', () => {
  const slice = `<aixm:name>DONLON</aixm:name><aixm:locationIndicatorICAO>EADD</aixm:locationIndicatorICAO>
    <aixm:type>AD</aixm:type><aixm:fieldElevation uom="FT">98</aixm:fieldElevation>${point('52.37 -31.95')}`;
  expect(read(message(airport(slice) + runway)).airports).toEqual([
    {
      icao: 'EADD',
      name: 'DONLON',
      kind: 'ga',
      position: { type: 'Point', coordinates: [-31.95, 52.37] },
      elevation: { value: 98, unit: 'ft', reference: 'AMSL' },
      runways: [{ designator: '09/27', lengthM: 1219, widthM: 30, headingTrue: 91.5 }],
      source: 'AIXM 5.1',
    },
  ]);
});

test('the thresholds of a runway, in the order of its designator whatever their order in the file', () => {
  const threshold = (pos: string, role = 'THR') => `<message:hasMember><aixm:RunwayCentrelinePoint gml:id="t">
    <aixm:timeSlice><aixm:RunwayCentrelinePointTimeSlice gml:id="ts"><aixm:role>${role}</aixm:role>
    <aixm:location><aixm:ElevatedPoint srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>${pos}</gml:pos></aixm:ElevatedPoint></aixm:location>
    <aixm:onRunway xlink:href="urn:uuid:R1"/></aixm:RunwayCentrelinePointTimeSlice></aixm:timeSlice></aixm:RunwayCentrelinePoint></message:hasMember>`;
  const slice = `<aixm:name>DONLON</aixm:name>${point('52.37 -31.95')}`;
  const east = threshold('52.37 -31.94');
  const west = threshold('52.37 -31.96');
  const runwaysOf = (points: string) => read(message(airport(slice) + runway + points)).airports[0]?.runways;
  const ends = {
    firstLatitude: 52.37,
    firstLongitude: -31.96,
    secondLatitude: 52.37,
    secondLongitude: -31.94,
  };
  expect(runwaysOf(east + west)).toMatchObject([ends]);
  expect(runwaysOf(west + threshold('52.37 -31.95', 'DISTHR') + east)).toMatchObject([ends]);
  expect(runwaysOf(west)?.[0]).not.toHaveProperty('firstLatitude');
});

test.each([
  ['2026-05-14T00:00:00Z', '2026-05-14'],
  ['2026-05-14T08:00:00+08:00', '2026-05-14'],
  ['2026-05-14T06:00:00+08:00', '2026-05-13'],
  ['2026-05-14', '2026-05-14'],
  ['2026-05-14T00:00:00', '2026-05-14'],
  ['soon', undefined],
  ['2026-13-40T00:00:00Z', undefined],
])('data that are valid from %s are of %s', (begin, day) => {
  const slice = (time: string) =>
    `<gml:validTime>${time}</gml:validTime><aixm:name>DONLON</aixm:name>${point('52.37 -31.95')}`;
  const period = `<gml:TimePeriod gml:id="t"><gml:beginPosition>${begin}</gml:beginPosition><gml:endPosition indeterminatePosition="unknown"/></gml:TimePeriod>`;
  const instant = `<gml:TimeInstant gml:id="t"><gml:timePosition>${begin}</gml:timePosition></gml:TimeInstant>`;
  for (const time of [period, instant])
    expect(read(message(airport(slice(time)))).airports[0]?.effectiveDate).toBe(day);
});

test('longitude first where the system says so, a heliport, one without an indicator', () => {
  const slice = `<aixm:name>Pad</aixm:name><aixm:designator>CN-9</aixm:designator><aixm:type>HP</aixm:type>${point('104.1 30.6', 'urn:ogc:def:crs:OGC:1.3:CRS84')}`;
  expect(read(message(airport(slice))).airports).toMatchObject([
    { localCode: 'CN-9', kind: 'heliport', position: { coordinates: [104.1, 30.6] }, runways: [] },
  ]);
});

test('what has no place or is something else is left out', () => {
  expect(read(message(airport('<aixm:name>Nowhere</aixm:name>')))).toEqual({
    airports: [],
    problems: [{ aerodrome: 'Nowhere', code: 'left', detail: 'ARP' }],
  });
  expect(read(message(airport(`<aixm:name>X</aixm:name>${point('95 200')}`))).airports).toEqual([]);
  expect(read(message(airport(point('30 104')))).problems).toEqual([
    { aerodrome: 'a1', code: 'left', detail: 'name' },
  ]);
  expect(read('<html><body/></html>').airports).toEqual([]);
  // Entities that unfold into many are refused.
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(5000)}">]><x>${'&a;'.repeat(50)}</x>`;
  expect(() => read(bomb)).toThrow(/limit/);
});

test('names with signs that XML writes otherwise', () => {
  const slice = `<aixm:name>O&apos;HARE &amp; MIDWAY &#x4E2D;</aixm:name>${point('41.98 -87.9')}`;
  expect(read(message(airport(slice))).airports[0]?.name).toBe("O'HARE & MIDWAY 中");
});

test('features in other wrappings than a message of AIXM, linked by their gml:id', () => {
  const slice = `<aixm:name>DONLON</aixm:name>${point('52.37 -31.95')}`;
  const members = (airport(slice) + runway)
    .replace(/<gml:identifier.*?<\/gml:identifier>/g, '')
    .replaceAll('urn:uuid:A1', '#g')
    .replaceAll('urn:uuid:R1', '#r');
  const runways = [{ designator: '09/27', headingTrue: 91.5 }];
  const faa = members.replaceAll('message:hasMember', 'faa:Member');
  const wfs = members.replaceAll('message:hasMember', 'wfs:member');
  for (const file of [
    message(members),
    `<faa:SubscriberFile><faa:Members>${faa}</faa:Members></faa:SubscriberFile>`,
    `<wfs:FeatureCollection>${wfs}</wfs:FeatureCollection>`,
    message(
      members.replace(
        '<aixm:AirportHeliport gml:id="g">',
        '<aixm:AirportHeliport gml:id="g"><gml:identifier>A1</gml:identifier>',
      ),
    ),
  ])
    expect(read(file).airports).toMatchObject([{ name: 'DONLON', runways }]);
});

test('of several slices the latest that describes the whole aerodrome counts, and no delta', () => {
  const slice = (name: string, interpretation: string, sequence: number) => `<aixm:timeSlice>
    <aixm:AirportHeliportTimeSlice gml:id="s${sequence}"><aixm:interpretation>${interpretation}</aixm:interpretation>
    <aixm:sequenceNumber>${sequence}</aixm:sequenceNumber><aixm:name>${name}</aixm:name>${point('52.37 -31.95')}
    </aixm:AirportHeliportTimeSlice></aixm:timeSlice>`;
  const slices =
    slice('OLD', 'BASELINE', 1) + slice('DONLON', 'BASELINE', 2) + slice('FOR A DAY', 'TEMPDELTA', 3);
  const file = message(`<message:hasMember><aixm:AirportHeliport gml:id="g">
    <gml:identifier codeSpace="urn:uuid:">A1</gml:identifier>${slices}</aixm:AirportHeliport></message:hasMember>`);
  expect(read(file).airports.map(({ name }) => name)).toEqual(['DONLON']);
});

test('of what is published ahead, that which is in force counts, and the next where nothing is yet', () => {
  const slice = (name: string, begin: string, sequence: number) =>
    `<gml:validTime><gml:TimePeriod gml:id="t${sequence}"><gml:beginPosition>${begin}T00:00:00Z</gml:beginPosition><gml:endPosition/></gml:TimePeriod></gml:validTime>
    <aixm:interpretation>BASELINE</aixm:interpretation><aixm:sequenceNumber>${sequence}</aixm:sequenceNumber>
    <aixm:name>${name}</aixm:name>${point('52.37 -31.95')}`;
  const between =
    '</aixm:AirportHeliportTimeSlice></aixm:timeSlice><aixm:timeSlice><aixm:AirportHeliportTimeSlice gml:id="s2">';
  const file = message(
    airport(`${slice('NOW', '2026-10-29', 1)}${between}${slice('NEXT', '2026-12-24', 2)}`),
  );
  expect(read(file).airports).toMatchObject([{ name: 'NOW', effectiveDate: '2026-10-29' }]);
  expect(read(file, Date.UTC(2026, 11, 25)).airports).toMatchObject([{ name: 'NEXT' }]);
  const ahead = message(
    airport(`${slice('LAST', '2027-01-21', 2)}${between}${slice('FIRST', '2026-12-24', 1)}`),
  );
  expect(read(ahead).airports).toMatchObject([{ name: 'FIRST', effectiveDate: '2026-12-24' }]);
});
