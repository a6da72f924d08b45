import { describe, expect, test } from 'vitest';
import { notifiedErrors } from '#domain/messages/against-notified.ts';
import { parseMessage } from '#domain/messages/message.ts';

/** A plan without an error; each case puts one part of it in place of another. */
const plan =
  '(FPL-B10QA-VG-C208/L-SDFG/SB1-ZUGH0230-K0280M0090 DCT GHN J901 BEICU DCT-ZUGH0045 ZUMY-DOF/261121 REG/B10QA OPR/YUNYI)';

const cases: [instead: string, put: string, field: string, at: string, key: string][] = [
  ['B10QA-VG', 'B-10QA-VG', '7a', 'B', ''],
  ['-B10QA-', '-B10QA12345-', '7a', 'B10QA12345', 'callsign'],
  ['-B10QA-', '-B10QA/A2891-', '7b', 'A2891', 'ssr'],
  ['-VG-', '-WG-', '8a', 'W', 'rules'],
  ['-VG-', '-VQ-', '8b', 'Q', 'flightType'],
  ['C208/L', 'C208/Q', '9c', 'Q', 'wake'],
  ['C208/L', '208/L', '9b', '208', 'aircraftType'],
  ['C208/L', 'ZZZZ/L', '9b', 'ZZZZ', 'noneNeeds'],
  ['SDFG/SB1', 'SQFG/SB1', '10a', 'Q', 'code'],
  ['SDFG/SB1', 'SDFG/SC', '10b', '', ''],
  ['SDFG/SB1', 'SDFG/SE', '10b', 'SE', 'twoModeS'],
  ['SDFG/SB1', 'SDFGZ/SB1', '10a', 'SDFGZ/SB1', 'otherEquipment'],
  ['SDFG/SB1', 'SDFGR/SB1', '10a', 'SDFGR/SB1', 'pbnMissing'],
  ['DOF/261121', 'PBN/B2 DOF/261121', '18', 'PBN/B2', 'pbnWithoutR'],
  ['ZUGH0230', 'ZUGH2460', '13b', '2460', 'time'],
  ['ZUGH0230', 'ZU1H0230', '13a', 'ZU1H', 'indicator'],
  ['ZUGH0230', 'ZZZZ0230', '13a', 'ZZZZ', 'noneNeeds'],
  ['K0280', 'X0280', '15a', 'X0280', 'speed'],
  ['M0090', 'M090', '15b', 'M090', 'level'],
  ['GHN', 'GHN/K028', '15c', 'K028', 'change'],
  ['GHN', 'G*N', '', '*', 'character'],
  ['GHN', 'ABCDEFG', '15c', 'ABCDEFG', 'routeToken'],
  ['BEICU DCT', 'J902 DCT', '15c', 'J902', 'airwayAfterAirway'],
  ['DCT GHN', 'DCT DCT GHN', '15c', 'DCT', 'directAfter'],
  ['BEICU DCT', 'BEICU IFR DCT', '8a', 'V', 'rulesOfRoute'],
  ['-VG-', '-YG-', '8a', 'Y', 'rulesNeedVfr'],
  ['-VG-', '-ZG-', '8a', 'Z', 'rulesNeedIfr'],
  ['ZUGH0045', 'ZUGH0075', '16b', '0075', 'elapsed'],
  ['ZUMY', 'ZUMY ZUUU ZUCK', '16c', 'ZUCK', 'alternates'],
  ['DOF/261121', 'DOF/261131', '18', 'DOF/261131', 'date'],
  ['DOF/261121 REG/B10QA', 'REG/B10QA DOF/261121', '18', 'DOF/261121', 'keywordOrder'],
  ['DOF/261121', 'DOF/261121 DOF/261121', '18', 'DOF/261121', 'keywordTwice'],
  ['OPR/YUNYI', 'OPX/YUNYI', '18', 'OPX', 'keyword'],
  ['OPR/YUNYI', 'OPR/', '18', 'OPR/', 'keywordEmpty'],
  ['OPR/YUNYI', 'STS/URGENT', '18', 'STS/URGENT', 'keywordOrder'],
  ['DOF/261121 REG', 'STS/SAR HEAD DOF/261121 REG', '', '', ''],
  ['OPR/YUNYI)', 'OPR/YUNYI-E/0460)', '19', 'E/0460', 'elapsed'],
  ['OPR/YUNYI)', 'OPR/YUNYI-E/0430 R/X)', '19', 'R/X', 'supplementaryForm'],
  ['OPR/YUNYI)', 'OPR/YUNYI', '', '', 'end'],
];

test('the plan itself has no error', () => expect(parseMessage(plan).errors).toEqual([]));

describe('an error is told at its field and column', () => {
  test.each(cases.filter(([, , , , key]) => key !== ''))('%s → %s', (instead, put, field, at, key) => {
    const text = plan.replace(instead, put);
    const { errors } = parseMessage(text);
    const error = errors.find((one) => one.key === `message.fault.${key}`);
    expect(error, JSON.stringify(errors)).toBeDefined();
    expect(error?.field).toBe(field);
    if (at !== '') expect(text.slice(error?.column, (error?.column ?? 0) + (error?.length ?? 0))).toBe(at);
  });

  test.each(cases.filter(([, , , , key]) => key === '').slice(1))('%s → %s is none', (instead, put) => {
    const text = plan.replace(instead, put).replace('/SC', '/S');
    expect(parseMessage(text).errors).toEqual([]);
  });

  test.each([
    ['DEP-B10QA', 'message.fault.start'],
    ['(DEQ-B10QA)', 'message.fault.type'],
    ['(DEP-B10QA-ZUGH0230)', 'message.fault.missing'],
    ['(DEP-B10QA-ZUGH-ZUGH-0)', 'message.fault.timeNeeded'],
    ['(DEP-B10QA-ZUGH0230-ZUGH0045-0)', 'message.fault.timeHere'],
    ['(DEP-B10QA-ZUGH0230-ZUGH-0-X)', 'message.fault.extra'],
    ['(DEP-B10QA-ZUGH0230-ZUGH-0) MORE', 'message.fault.afterEnd'],
    ['(DEP-B10QA-ZUGH0230-ZUGH-)', 'message.fault.otherEmpty'],
    ['(CHG-B10QA-ZUGH0230-ZUGH-0)', 'message.fault.missing'],
    ['(CHG-B10QA-ZUGH0230-ZUGH-0-99/X)', 'message.fault.amendment'],
    ['(CHG-B10QA-ZUGH2345-ZUGH-DOF/261121-13/ZUGH0010)', 'message.fault.earlierWithoutDate'],
    ['(ARR-B10QA-ZUGH-ZZZZ0230)', 'message.fault.arrivalName'],
    ['(EST-B10QA-ZUGH0230-NOWHERE-ZUGH)', 'message.fault.boundary'],
    ['(LAM12)', 'message.fault.number'],
    ['', 'message.fault.start'],
  ])('%s: %s', (text, key) => expect(parseMessage(text).errors.map((one) => one.key)).toContain(key));
});

test.each([
  ['(DLA-B10QA-ZUGH0215-ZUGH-DOF/261121)', []],
  ['(DLA-B10QA-ZUGH0145-ZUGH-DOF/261121)', ['message.fault.notLater']],
  ['(DLA-B10QA-ZUGH0215-ZUGH-0)', ['message.fault.notNotified']],
  ['(CNL-B10QB-ZUGH0200-ZUMY-DOF/261122)', Array(3).fill('message.fault.notNotified')],
])('%s against what was notified', (text, keys) => {
  const notified = {
    callsign: 'B10QA',
    departure: 'ZUGH',
    destination: 'ZUGH',
    departurePlace: null,
    destinationPlace: null,
    offBlockAt: Date.parse('2026-11-21T02:00:00Z'),
    dated: true,
  };
  expect(notifiedErrors(text, notified).map(({ key }) => key)).toEqual(keys);
});
