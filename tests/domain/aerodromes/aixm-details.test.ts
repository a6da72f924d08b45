import { expect, test } from 'vitest';
import { readAixm } from '#domain/aerodromes/aixm.ts';
import { hoursOf, isOpenAt } from '#domain/aerodromes/hours.ts';
import { workCalendar } from '#domain/plans/working-days.ts';

/** Declared distances, frequencies and hours of AIXM 5.1, in the elements of its schema. */

const feature = (
  kind: string,
  id: string,
  slice: string,
) => `<message:hasMember><aixm:${kind} gml:id="id-${id}">
  <gml:identifier codeSpace="urn:uuid:">${id}</gml:identifier><aixm:timeSlice><aixm:${kind}TimeSlice gml:id="ts-${id}">
  <aixm:interpretation>BASELINE</aixm:interpretation>${slice}</aixm:${kind}TimeSlice></aixm:timeSlice></aixm:${kind}></message:hasMember>`;
const link = (name: string, id: string) => `<aixm:${name} xlink:href="urn:uuid:${id}"/>`;
const aerodrome = (more = '') =>
  feature(
    'AirportHeliport',
    'A1',
    `<aixm:name>DONLON</aixm:name><aixm:locationIndicatorICAO>EADD</aixm:locationIndicatorICAO>
    <aixm:ARP><aixm:ElevatedPoint srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>52.37 -31.95</gml:pos></aixm:ElevatedPoint></aixm:ARP>${more}`,
  );
const read = (...members: string[]) =>
  readAixm(
    `<?xml version="1.0"?>
<message:AIXMBasicMessage xmlns:message="http://www.aixm.aero/schema/5.1/message" xmlns:aixm="http://www.aixm.aero/schema/5.1" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${members.join('')}</message:AIXMBasicMessage>`,
    Date.UTC(2026, 10, 21),
  );
const one = (...members: string[]) => {
  const { airports, problems } = read(...members);
  return { airport: airports[0], problems: problems.map(({ code, detail }) => `${code} ${detail}`) };
};

const runway = [
  feature(
    'Runway',
    'R1',
    `<aixm:designator>09/27</aixm:designator>${link('associatedAirportHeliport', 'A1')}`,
  ),
  feature(
    'RunwayDirection',
    'D09',
    `<aixm:designator>09</aixm:designator><aixm:trueBearing>90</aixm:trueBearing>${link('usedRunway', 'R1')}`,
  ),
  feature(
    'RunwayDirection',
    'D27',
    `<aixm:designator>27</aixm:designator><aixm:trueBearing>270</aixm:trueBearing>${link('usedRunway', 'R1')}`,
  ),
];
const declared = (type: string, value: string, unit = 'M') => `<aixm:associatedDeclaredDistance>
  <aixm:RunwayDeclaredDistance gml:id="dd"><aixm:type>${type}</aixm:type><aixm:declaredValue>
  <aixm:RunwayDeclaredDistanceValue gml:id="dv"><aixm:distance uom="${unit}">${value}</aixm:distance></aixm:RunwayDeclaredDistanceValue>
  </aixm:declaredValue></aixm:RunwayDeclaredDistance></aixm:associatedDeclaredDistance>`;
const centreline = (id: string, direction: string, role: string, more: string, pos = '52.37 -31.96') =>
  feature(
    'RunwayCentrelinePoint',
    id,
    `<aixm:role>${role}</aixm:role><aixm:location><aixm:ElevatedPoint srsName="urn:ogc:def:crs:EPSG::4326">
    <gml:pos>${pos}</gml:pos></aixm:ElevatedPoint></aixm:location>${link('onRunway', direction)}${more}`,
  );

test('declared distances of each direction, in metres, from all of its points', () => {
  const { airport, problems } = one(
    aerodrome(),
    ...runway,
    centreline('P1', 'D09', 'START', declared('TORA', '3200') + declared('TODA', '11000', 'FT')),
    centreline('P2', 'D09', 'DISTHR', declared('LDA', '2.9', 'KM') + declared('DTHR', '300')),
    centreline('P3', 'D27', 'THR', declared('ASDA', '3260')),
  );
  expect(airport?.declaredDistances).toEqual([
    { direction: '09', toraM: 3200, todaM: 3353, ldaM: 2900 },
    { direction: '27', asdaM: 3260 },
  ]);
  expect(problems).toEqual([]);
});

test('of several values the greatest, with a note; what has no length is left out, with a note', () => {
  const { airport, problems } = one(
    aerodrome(),
    ...runway,
    centreline('P1', 'D09', 'THR', declared('TORA', '3200') + declared('LDA', 'long')),
    centreline('P2', 'D09', 'START_RUN', declared('TORA', '2400') + declared('ASDA', '2400', 'FURLONG')),
  );
  expect(airport?.declaredDistances).toEqual([{ direction: '09', toraM: 3200 }]);
  expect(problems).toEqual([
    'distances 09 TORA 3200, 2400 m',
    'distance 09 ASDA 2400 FURLONG',
    'distance 09 LDA long M',
  ]);
});

test('thresholds are points on the directions of a runway', () => {
  const { airport } = one(
    aerodrome(),
    ...runway,
    centreline('P1', 'D27', 'THR', '', '52.37 -31.94'),
    centreline('P2', 'D09', 'THR', '', '52.37 -31.96'),
  );
  expect(airport?.runways).toMatchObject([{ firstLongitude: -31.96, secondLongitude: -31.94 }]);
});

const service = (kind: string, id: string, type: string, callsign: string | null, channels: string[]) =>
  feature(
    kind,
    id,
    `<aixm:name>SERVICE ${id}</aixm:name>${
      callsign === null
        ? ''
        : `<aixm:call-sign><aixm:CallsignDetail gml:id="c-${id}"><aixm:callSign>${callsign}</aixm:callSign><aixm:language>eng</aixm:language></aixm:CallsignDetail></aixm:call-sign>`
    }${channels.map((channel) => link('radioCommunication', channel)).join('')}<aixm:type>${type}</aixm:type>${link('clientAirport', 'A1')}`,
  );
const channel = (id: string, value: string, unit = 'MHZ', element = 'frequencyTransmission') =>
  feature('RadioCommunicationChannel', id, `<aixm:${element} uom="${unit}">${value}</aixm:${element}>`);

test('frequencies with the type and the callsign of the service, in MHz', () => {
  const { airport, problems } = one(
    aerodrome(),
    service('AirTrafficControlService', 'S1', 'TWR', 'DONLON TOWER', ['C1', 'C2']),
    service('GroundTrafficControlService', 'S2', 'OTHER:GND', 'DONLON GROUND', ['C3']),
    service('InformationService', 'S3', 'ATIS', null, ['C4', 'C9']),
    service('InformationService', 'S4', 'AFIS', 'DONLON INFO', ['C5', 'C6']),
    channel('C1', '118.105'),
    channel('C2', '121500', 'KHZ'),
    channel('C3', '121.8', 'MHZ', 'frequencyReception'),
    channel('C4', '0.12655', 'GHZ'),
    channel('C5', 'on request'),
    channel('C6', '9000'),
  );
  expect(airport?.frequencies).toEqual([
    { kind: 'TWR', name: 'DONLON TOWER', frequencyMhz: 118.105 },
    { kind: 'TWR', name: 'DONLON TOWER', frequencyMhz: 121.5 },
    { kind: 'GND', name: 'DONLON GROUND', frequencyMhz: 121.8 },
    { kind: 'ATIS', name: 'SERVICE S3', frequencyMhz: 126.55 },
  ]);
  expect(problems).toEqual([
    'channel ATIS SERVICE S3',
    'frequency AFIS DONLON INFO on request MHZ',
    'frequency AFIS DONLON INFO 9000 MHZ',
  ]);
});

test('a service of another aerodrome is not of this one', () => {
  const other = service('AirTrafficControlService', 'S1', 'TWR', 'X', ['C1']).replaceAll(
    'urn:uuid:A1',
    'urn:uuid:A2',
  );
  expect(one(aerodrome(), other, channel('C1', '118.1')).airport).not.toHaveProperty('frequencies');
});

const sheet = (values: Record<string, string>) =>
  `<aixm:timeInterval><aixm:Timesheet gml:id="t">${Object.entries(values)
    .map(([key, value]) => `<aixm:${key}>${value}</aixm:${key}>`)
    .join('')}<aixm:dayTil xsi:nil="true"/></aixm:Timesheet></aixm:timeInterval>`;
const availability = (sheets: Record<string, string>[], status = 'NORMAL') =>
  `<aixm:availability><aixm:AirportHeliportAvailability gml:id="av">${sheets.map(sheet).join('')}
  <aixm:operationalStatus>${status}</aixm:operationalStatus></aixm:AirportHeliportAvailability></aixm:availability>`;
const at = (day: string, startTime: string, endTime: string, timeReference = 'UTC') => ({
  timeReference,
  day,
  startTime,
  endTime,
});

test.each<[string, Record<string, string>[], object]>([
  ['always', [at('ANY', '00:00', '24:00')], { hours: 'H24' }],
  ['no times', [{ timeReference: 'UTC', day: 'ANY' }], { hours: 'H24' }],
  [
    'a week, UTC',
    [at('MON', '07:00', '18:00'), at('SAT', '09:00', '12:00'), at('TUE', '07:00', '18:00')],
    {
      openTimes: [
        { days: [1, 2], startTime: '0700', endTime: '1800' },
        { days: [6], startTime: '0900', endTime: '1200' },
      ],
      timeZone: 'UTC',
    },
  ],
  [
    'every day in a zone of its own, all the year',
    [{ ...at('ANY', '08:00', '20:00', 'UTC+8'), startDate: '01-01', endDate: '31-12' }],
    {
      openTimes: [{ days: [1, 2, 3, 4, 5, 6, 7], startTime: '0800', endTime: '2000' }],
      timeZone: 'Etc/GMT-8',
    },
  ],
  [
    'by the sun',
    [{ timeReference: 'UTC', day: 'ANY', startEvent: 'SR', startTimeRelativeEvent: '-30', endEvent: 'SS' }],
    { hours: 'DAILY SR-30-SS' },
  ],
  [
    'working days, and none on holidays',
    [at('WORK_DAY', '08:00', '18:00', 'UTC+8'), { timeReference: 'UTC+8', day: 'HOL', excluded: 'YES' }],
    { hours: 'WORKDAYS EXC HOL 0800-1800', timeZone: 'Etc/GMT-8' },
  ],
  [
    'to sunset, on holidays too',
    [
      { timeReference: 'UTC', day: 'SAT', startTime: '07:00', endEvent: 'SS' },
      { timeReference: 'UTC', day: 'HOL', startTime: '07:00', endEvent: 'SS' },
    ],
    { hours: 'SAT 0700-SS, HOL 0700-SS', timeZone: 'UTC' },
  ],
])('hours: %s', (_, sheets, hours) => {
  const { airport, problems } = one(aerodrome(availability(sheets)));
  expect(airport).toMatchObject(hours);
  for (const key of ['hours', 'openTimes', 'timeZone'])
    if (!(key in hours)) expect(airport).not.toHaveProperty(key);
  expect(problems).toEqual([]);
});

test('what is imported is open at the times of the file', () => {
  const sheets = [
    at('MON', '07:00', '18:00'),
    { timeReference: 'UTC', day: 'ANY', startEvent: 'SR', startTimeRelativeEvent: '30', endEvent: 'SS' },
  ];
  const open = (which: number, time: string) => {
    const { airport } = one(aerodrome(availability(sheets.slice(which, which + 1))));
    return isOpenAt(hoursOf(airport ?? {}, workCalendar([])), Date.parse(time), 'Asia/Shanghai');
  };
  expect(open(0, '2026-11-23T07:00:00Z')).toBe(true);
  expect(open(0, '2026-11-23T18:00:00Z')).toBe(false);
  // The sun rises there at about 09:55 UTC and sets at about 18:15.
  expect(open(1, '2026-11-23T10:10:00Z')).toBe(false);
  expect(open(1, '2026-11-23T11:00:00Z')).toBe(true);
  expect(open(1, '2026-11-23T18:40:00Z')).toBe(false);
});

test.each<[string, Record<string, string>, string]>([
  [
    'a season',
    { ...at('ANY', '07:00', '18:00'), startDate: 'SDLST', endDate: 'EDLST' },
    'SDLST–EDLST ANY 07:00–18:00 UTC',
  ],
  ['the earlier of two times', { ...at('ANY', '07:00', '18:00'), endEvent: 'SS' }, 'ANY 07:00–18:00 SS UTC'],
  ['a day before a holiday', at('BEF_HOL', '07:00', '18:00'), 'BEF_HOL 07:00–18:00 UTC'],
  ['no clock', { day: 'MON', startTime: '07:00', endTime: '18:00' }, 'MON 07:00–18:00'],
  ['summer time', { ...at('ANY', '07:00', '18:00'), daylightSavingAdjust: 'YES' }, 'ANY 07:00–18:00 UTC DST'],
  ['no end', { timeReference: 'UTC', day: 'ANY', startTime: '07:00' }, 'ANY 07:00 UTC'],
  ['no time of a day', at('ANY', '07:00', '25:00'), 'ANY 07:00–25:00 UTC'],
])('hours that cannot be read are left out as a whole: %s', (_, values, detail) => {
  const good = at('SUN', '07:00', '18:00');
  const { airport, problems } = one(aerodrome(availability([values, good])));
  expect(problems).toEqual([`hours ${detail}, SUN 07:00–18:00 UTC`]);
  for (const key of ['hours', 'openTimes', 'timeZone']) expect(airport).not.toHaveProperty(key);
});

test('from one day to another may mean two things', () => {
  const days = availability([at('MON', '07:00', '18:00')]).replace(
    '<aixm:dayTil xsi:nil="true"/>',
    '<aixm:dayTil>FRI</aixm:dayTil>',
  );
  expect(one(aerodrome(days)).problems).toEqual(['hours MON–FRI 07:00–18:00 UTC']);
});

test('limited hours are noted and not imported; closed at all times is closed', () => {
  const limited = availability([at('ANY', '18:00', '24:00')], 'LIMITED');
  const { airport, problems } = one(aerodrome(availability([at('ANY', '07:00', '18:00')]) + limited));
  expect(airport?.openTimes).toEqual([{ days: [1, 2, 3, 4, 5, 6, 7], startTime: '0700', endTime: '1800' }]);
  expect(problems).toEqual(['limited LIMITED ANY 18:00–24:00 UTC']);
  expect(one(aerodrome(availability([], 'CLOSED'))).airport).toMatchObject({ status: 'closed' });
  expect(one(aerodrome(availability([]))).airport).not.toHaveProperty('hours');
});

test('the latest description of a channel and of a service counts, and no delta', () => {
  const slices = (kind: string, id: string, all: [string, number, string][]) =>
    `<message:hasMember><aixm:${kind} gml:id="x${id}"><gml:identifier codeSpace="urn:uuid:">${id}</gml:identifier>${all
      .map(
        ([
          interpretation,
          sequence,
          slice,
        ]) => `<aixm:timeSlice><aixm:${kind}TimeSlice gml:id="s${id}${sequence}">
        <aixm:interpretation>${interpretation}</aixm:interpretation><aixm:sequenceNumber>${sequence}</aixm:sequenceNumber>${slice}</aixm:${kind}TimeSlice></aixm:timeSlice>`,
      )
      .join('')}</aixm:${kind}></message:hasMember>`;
  const frequency = (value: string) =>
    `<aixm:frequencyTransmission uom="MHZ">${value}</aixm:frequencyTransmission>`;
  const { airport } = one(
    aerodrome(),
    service('AirTrafficControlService', 'S1', 'TWR', 'TOWER', ['C1']),
    slices('RadioCommunicationChannel', 'C1', [
      ['BASELINE', 1, frequency('118.1')],
      ['BASELINE', 2, frequency('118.2')],
      ['TEMPDELTA', 3, frequency('118.3')],
    ]),
  );
  expect(airport?.frequencies?.map(({ frequencyMhz }) => frequencyMhz)).toEqual([118.2]);
});
