import { describe, expect, test } from 'vitest';
import { knownAfter, momentNear, notifiedErrors } from '#domain/messages/against-notified.ts';
import {
  composeArrival,
  composeCancellation,
  composeDelay,
  composeDeparture,
  composeNewDeparture,
  composeNewRoute,
  composeRequest,
  delayMessage,
  type FlightFacts,
  firstNotified,
  type Notified,
} from '#domain/messages/compose.ts';
import { formatMessage, parseMessage } from '#domain/messages/message.ts';

/** operations.md 1.7: what associated messages say of a flight is what was notified before. */

const filed = '(FPL-B10QA-VG-C208/L-SDFG/SB1-ZUGH0230-K0280M0090 DCT-ZUGH0045-DOF/261121 REG/B10QA)';
const errorsOf = (text: string) => parseMessage(text).errors;
const at = (moment: string) => Date.parse(`2026-11-${moment}:00Z`);
const known: Notified = {
  callsign: 'B10QA',
  departure: 'ZUGH',
  destination: 'ZUGH',
  departurePlace: null,
  destinationPlace: null,
  offBlockAt: at('20T23:00'),
  dated: true,
};

describe('further messages against what was notified', () => {
  test.each([
    ['(CNL-B10QA-ZUGH2300-ZUGH-DOF/261120)', []],
    ['(CNL-B10QA-ZUGH2310-ZUGH-DOF/261120)', ['13']],
    ['(CHG-B10QA-ZUGH2310-ZUGH-DOF/261120-16/ZUMY0100)', ['13']],
    ['(RQP-B10QA-ZUGH2310-ZUGH-DOF/261120)', ['13']],
    // Both bring a time of their own.
    ['(DLA-B10QA-ZUGH2345-ZUGH-DOF/261120)', []],
    ['(DEP-B10QA-ZUGH2347-ZUGH-DOF/261120)', []],
    ['(DLA-B10QA-ZUGH2300-ZUGH-DOF/261120)', ['13']],
    ['(DLA-B10QA-ZUGH0015-ZUGH-DOF/261120)', ['13']],
    ['(DEP-B10QA-ZUGH2347-ZUGH-0)', ['18']],
    ['(DEP-B10QA-ZUGH2347-ZUGH-DOF/261121)', ['18']],
    ['(ARR-B10QA-ZUUU-ZUGH0030)', ['13']],
  ])('%s: %j', (text, fields) =>
    expect(notifiedErrors(text, known).map(({ field }) => field)).toEqual(fields),
  );

  test('a flight that was told without a date is named with 0', () => {
    const undated = { ...known, dated: false };
    expect(notifiedErrors('(DEP-B10QA-ZUGH2347-ZUGH-0)', undated)).toEqual([]);
    expect(formatMessage(composeDelay(facts, undated, at('20T23:45')))).toBe('(DLA-B10QA-ZUGH2345-ZUGH-0)');
  });
});

describe('what the addressees know afterwards', () => {
  const withMessage = (text: string, before = known) => {
    const { message } = parseMessage(text);
    return message && knownAfter(message, before);
  };
  test.each([
    ['(DLA-B10QA-ZUGH2345-ZUGH-DOF/261120)', { offBlockAt: at('20T23:45') }],
    [
      '(CHG-B10QA-ZUGH2300-ZUGH-DOF/261120-13/ZUGH0010-18/DOF/261121 REG/B10QA)',
      { offBlockAt: at('21T00:10') },
    ],
    [
      '(CHG-B10QA-ZUGH2300-ZUGH-DOF/261120-7/B10QB/A2041-16/ZUMY0100)',
      { callsign: 'B10QB', destination: 'ZUMY' },
    ],
    ['(CHG-B10QA-ZUGH2300-ZUGH-DOF/261120-13/ZUUU2310)', { departure: 'ZUUU', offBlockAt: at('20T23:10') }],
    ['(DEP-B10QA-ZUGH2347-ZUGH-DOF/261120)', {}],
    ['(CNL-B10QA-ZUGH2300-ZUGH-DOF/261120)', {}],
  ])('%s', (text, change) => expect(withMessage(text)).toEqual({ ...known, ...change }));
  test('a plan tells all of it; one without a date tells the nearest time', () => {
    const before = { ...known, callsign: 'X' };
    expect(withMessage(filed, before)).toEqual({ ...known, offBlockAt: at('21T02:30') });
    expect(withMessage(filed.replace('DOF/261121 ', ''), before)).toEqual({
      ...known,
      offBlockAt: at('21T02:30'),
      dated: false,
    });
    expect(momentNear('2350', at('21T00:10'))).toBe(at('20T23:50'));
  });
  test('a date that a CHG brings is named from then on', () => {
    expect(withMessage('(CHG-B10QA-ZUGH2300-ZUGH-0-18/DOF/261120)', { ...known, dated: false })).toEqual(
      known,
    );
  });
});

const facts: FlightFacts = {
  callsign: 'B10QA',
  ssrCode: null,
  rules: 'V',
  etd: known.offBlockAt,
  eta: known.offBlockAt + 3_600_000,
  route: 'DCT',
  geometry: null,
  upper: { value: 900, unit: 'm', reference: 'AMSL' },
  aircraft: {
    registration: 'B-10QA',
    designator: 'C208',
    model: 'Cessna 208',
    wake: 'L',
    radio: 'SDFG',
    surveillance: 'SB1',
    cruiseKmh: 280,
    enduranceMinutes: 300,
    address: null,
    colour: null,
  },
  departure: { indicator: 'ZUGH', name: null, position: { latitude: 30.9, longitude: 104.3 } },
  destination: { indicator: 'ZUGH', name: null, position: { latitude: 30.9, longitude: 104.3 } },
  alternates: [],
  operator: null,
  pilot: null,
  persons: null,
  handling: [],
  remark: null,
};

describe('a flight between places without an indicator', () => {
  const pad = { indicator: null, name: 'JINTANG', position: { latitude: 30.85, longitude: 104.4 } };
  const hill = { indicator: null, name: 'HUAIZHOU', position: { latitude: 30.67, longitude: 104.53 } };
  const away = { ...facts, departure: pad, destination: hill };
  const withMessage = firstNotified(away);
  const places = 'DEP/3051N10424E JINTANG DEST/3040N10432E HUAIZHOU';
  test.each([
    [composeCancellation(away, withMessage), `(CNL-B10QA-ZZZZ2300-ZZZZ-${places} DOF/261120)`],
    [composeDelay(away, withMessage, at('20T23:45')), `(DLA-B10QA-ZZZZ2345-ZZZZ-${places} DOF/261120)`],
    [composeDeparture(away, withMessage, at('20T23:10')), `(DEP-B10QA-ZZZZ2310-ZZZZ-${places} DOF/261120)`],
    [composeRequest('RQS', away, withMessage), `(RQS-B10QA-ZZZZ2300-ZZZZ-${places} DOF/261120)`],
    [composeArrival(away, withMessage, at('20T23:55')), '(ARR-B10QA-ZZZZ2300-ZZZZ2355 3040N10432E HUAIZHOU)'],
    [
      composeNewDeparture(away, withMessage, at('21T00:10')),
      `(CHG-B10QA-ZZZZ2300-ZZZZ-${places} DOF/261120-13/ZZZZ0010-18/${places} DOF/261121 REG/B10QA)`,
    ],
  ])('is named by DEP/ and DEST/: %#', (message, text) => {
    expect(formatMessage(message)).toBe(text);
    expect([...errorsOf(text), ...notifiedErrors(text, withMessage)]).toEqual([]);
  });

  test('by the places that were told, wherever the records have it now, until a CHG names another', () => {
    const moved = { ...away, destination: pad };
    expect(formatMessage(composeCancellation(moved, withMessage))).toContain(places);
    const change = composeNewRoute(moved, withMessage);
    expect(formatMessage(change)).toContain(`-${places} DOF/261120-15/`);
    expect(knownAfter(change, withMessage)).toEqual({
      ...withMessage,
      destinationPlace: '3051N10424E JINTANG',
    });
    const toAerodrome = composeNewRoute({ ...away, destination: facts.destination }, withMessage);
    expect(knownAfter(toAerodrome, withMessage)).toMatchObject({
      destination: 'ZUGH',
      destinationPlace: null,
    });
  });

  test('another place than the one that was told is an error, at field 18', () => {
    const text = `(DEP-B10QA-ZZZZ2310-ZZZZ-${places.replace('JINTANG', 'LUODAI')} DOF/261120)`;
    expect(notifiedErrors(text, withMessage)).toMatchObject([
      { field: '18', values: { text: 'DEP/3051N10424E JINTANG' } },
    ]);
    // Of a flight told before its place was kept, whatever is said of it is believed.
    expect(notifiedErrors(text, { ...withMessage, departurePlace: null })).toEqual([]);
  });

  test('a plan written by hand tells the places by its own words', () => {
    const { message } = parseMessage(
      filed.replaceAll('ZUGH', 'ZZZZ').replace('DOF/', 'DEP/LUODAI DEST/HUAIZHOU DOF/'),
    );
    expect(message && knownAfter(message, known)).toMatchObject({
      departurePlace: 'LUODAI',
      destinationPlace: 'HUAIZHOU',
    });
  });
});

describe('a new departure time', () => {
  test.each([
    ['later, the same day', '20T23:45', 'DLA', '(DLA-B10QA-ZUGH2345-ZUGH-DOF/261120)'],
    [
      'past midnight UTC',
      '21T00:10',
      'CHG',
      '(CHG-B10QA-ZUGH2300-ZUGH-DOF/261120-13/ZUGH0010-18/DOF/261121 REG/B10QA)',
    ],
    [
      'earlier, the same day',
      '20T22:15',
      'CHG',
      '(CHG-B10QA-ZUGH2300-ZUGH-DOF/261120-13/ZUGH2215-18/DOF/261120 REG/B10QA)',
    ],
    [
      'a day later, the same hour',
      '21T23:00',
      'CHG',
      '(CHG-B10QA-ZUGH2300-ZUGH-DOF/261120-13/ZUGH2300-18/DOF/261121 REG/B10QA)',
    ],
  ] as const)('%s', (_, to, type, text) => {
    expect(delayMessage(known, at(to), 30)).toBe(type);
    const compose = type === 'DLA' ? composeDelay : composeNewDeparture;
    const written = formatMessage(compose(facts, known, at(to)));
    expect(written).toBe(text);
    expect([...errorsOf(written), ...notifiedErrors(written, known)]).toEqual([]);
    const { message } = parseMessage(written);
    expect(message && knownAfter(message, known)).toEqual({ ...known, offBlockAt: at(to) });
  });
});
