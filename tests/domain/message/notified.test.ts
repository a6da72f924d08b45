import { describe, expect, test } from 'vitest';
import { knownAfter, momentNear, notifiedFaults } from '../../../src/domain/message/against-notified.ts';
import {
  composeDelay,
  composeNewDeparture,
  delayMessage,
  type FlightFacts,
  type Notified,
} from '../../../src/domain/message/compose.ts';
import { formatMessage, parseMessage } from '../../../src/domain/message/message.ts';

/** operations.md 1.7: what associated messages say of a flight is what was notified before. */

const filed = '(FPL-B10QA-VG-C208/L-SDFG/SB1-ZUGH0230-K0280M0090 DCT-ZUGH0045-DOF/261121 REG/B10QA)';
const faultsOf = (text: string) => parseMessage(text).faults;
const at = (moment: string) => Date.parse(`2026-11-${moment}:00Z`);
const known: Notified = {
  callsign: 'B10QA',
  departure: 'ZUGH',
  destination: 'ZUGH',
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
    expect(notifiedFaults(text, known).map(({ field }) => field)).toEqual(fields),
  );

  test('a flight that was told without a date is named with 0', () => {
    const undated = { ...known, dated: false };
    expect(notifiedFaults('(DEP-B10QA-ZUGH2347-ZUGH-0)', undated)).toEqual([]);
    expect(formatMessage(composeDelay(facts, undated, at('20T23:45')))).toBe('(DLA-B10QA-ZUGH2345-ZUGH-0)');
  });
});

describe('what the addressees know afterwards', () => {
  const told = (text: string, before = known) => {
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
  ])('%s', (text, change) => expect(told(text)).toEqual({ ...known, ...change }));
  test('a plan tells all of it; one without a date tells the nearest time', () => {
    const before = { ...known, callsign: 'X' };
    expect(told(filed, before)).toEqual({ ...known, offBlockAt: at('21T02:30') });
    expect(told(filed.replace('DOF/261121 ', ''), before)).toEqual({
      ...known,
      offBlockAt: at('21T02:30'),
      dated: false,
    });
    expect(momentNear('2350', at('21T00:10'))).toBe(at('20T23:50'));
  });
  test('a date that a CHG brings is named from then on', () => {
    expect(told('(CHG-B10QA-ZUGH2300-ZUGH-0-18/DOF/261120)', { ...known, dated: false })).toEqual(known);
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
    expect([...faultsOf(written), ...notifiedFaults(written, known)]).toEqual([]);
    const { message } = parseMessage(written);
    expect(message && knownAfter(message, known)).toEqual({ ...known, offBlockAt: at(to) });
  });
});
