import { describe, expect, test } from 'vitest';
import { checkContent, type PlanContent } from '#domain/plans/content.ts';
import { hasErrors } from '#domain/plans/findings.ts';
import {
  type AircraftPapers,
  checkPapers,
  type Ends,
  type Engagement,
  type PilotPapers,
  type TaskToCheck,
} from '#domain/plans/papers.ts';

const zone = 'Asia/Shanghai';
const etd = Date.parse('2026-11-22T10:00:00+08:00');
const eta = Date.parse('2026-11-22T12:00:00+08:00');
const plan = { companyId: 1, companyCertified: true, companyName: '甲公司', unmanned: false };
const aircraft: AircraftPapers = {
  id: 5,
  registration: 'B-10AB',
  companyId: 1,
  typeDesignator: 'C172',
  enduranceMin: null,
  papers: [
    { name: 'airworthiness', validUntil: '2026-11-22' },
    { name: 'insurance', validUntil: '2027-01-01' },
  ],
  accepted: true,
  serviceable: true,
};
const pilot: PilotPapers = {
  id: 7,
  name: '张三',
  companyId: 1,
  papers: [{ name: 'medical', validUntil: '2026-12-01' }],
  ratings: ['C172'],
  accepted: true,
  active: true,
};
const base = { latitude: 30.5, longitude: 104 };
const town = { latitude: 31, longitude: 104 };
const task: TaskToCheck = { etd, eta, departsFrom: base, arrivesAt: base, aircraft, pilots: [pilot] };
const codes = (tasks: TaskToCheck[], engagements: Engagement[] = [], change = {}) =>
  checkPapers({ ...plan, ...change }, tasks, engagements, { timeZone: zone, turnRoundMs: 20 * 60_000 }).map(
    ({ level, code, field }) => `${level} ${code} ${field}`,
  );

describe('papers', () => {
  test('all in order: nothing found; the last day is still valid', () => {
    expect(codes([task])).toEqual([]);
  });

  test.each<[string, TaskToCheck, string[]]>([
    [
      'expired the day before',
      { ...task, aircraft: { ...aircraft, papers: [{ name: 'airworthiness', validUntil: '2026-11-21' }] } },
      ['error papers.expired tasks.0.aircraft'],
    ],
    [
      'not on record',
      { ...task, aircraft: { ...aircraft, papers: [{ name: 'radio', validUntil: null }] } },
      ['warning papers.missing tasks.0.aircraft'],
    ],
    [
      'another company',
      { ...task, aircraft: { ...aircraft, companyId: 2 } },
      ['error aircraft.otherCompany tasks.0.aircraft'],
    ],
    [
      'in maintenance',
      { ...task, aircraft: { ...aircraft, serviceable: false } },
      ['error aircraft.outOfService tasks.0.aircraft'],
    ],
    [
      'expired medical and no rating for the type',
      {
        ...task,
        pilots: [{ ...pilot, papers: [{ name: 'medical', validUntil: '2026-11-01' }], ratings: ['R44'] }],
      },
      ['error papers.expired tasks.0.pilots.0', 'error pilot.notRated tasks.0.pilots.0'],
    ],
    [
      'no ratings recorded',
      { ...task, pilots: [{ ...pilot, ratings: [] }] },
      ['warning pilot.notRated tasks.0.pilots.0'],
    ],
    ['nobody flies', { ...task, pilots: [] }, ['error pilot.none tasks.0.pilots']],
    [
      'pilot of another company',
      { ...task, pilots: [{ ...pilot, companyId: 3 }] },
      ['error pilot.otherCompany tasks.0.pilots.0'],
    ],
  ])('%s', (_, given, expected) => {
    expect(codes([given])).toEqual(expected);
  });

  test('a flight past midnight needs papers for its last day', () => {
    const late = {
      ...task,
      etd: Date.parse('2026-11-22T23:30:00+08:00'),
      eta: Date.parse('2026-11-23T00:30:00+08:00'),
    };
    expect(codes([late])).toEqual(['error papers.expired tasks.0.aircraft']);
  });

  test('an operator without certification', () => {
    expect(codes([task], [], { companyCertified: false })).toEqual(['error company.notCertified company']);
  });

  test('every finding at once', () => {
    const bad = {
      ...task,
      aircraft: {
        ...aircraft,
        serviceable: false,
        papers: [{ name: 'insurance', validUntil: '2020-01-01' }],
      },
      pilots: [],
    };
    expect(codes([bad], [], { companyCertified: false })).toHaveLength(4);
  });

  test("of another company's aircraft and pilots only that they are: no name, no mark, no paper", () => {
    const expired = [{ name: 'insurance', validUntil: '2020-01-01' }];
    const foreign = {
      ...task,
      aircraft: { ...aircraft, companyId: 2, serviceable: false, papers: expired },
      pilots: task.pilots.map((one) => ({ ...one, companyId: 2, active: false })),
    };
    expect(codes([foreign])).toEqual([
      'error aircraft.otherCompany tasks.0.aircraft',
      ...foreign.pilots.map((_, index) => `error pilot.otherCompany tasks.0.pilots.${index}`),
    ]);
  });
});

describe('double bookings', () => {
  const elsewhere = (from: string, to: string, id = 5, ends: Partial<Ends> = {}): Engagement => ({
    subject: { resource: 'aircraft', id },
    planId: 9,
    planNumber: 'P9',
    from: Date.parse(`2026-11-22T${from}:00+08:00`),
    to: Date.parse(`2026-11-22T${to}:00+08:00`),
    departsFrom: base,
    arrivesAt: base,
    ...ends,
  });
  test.each([
    ['11:59', '13:00', 1],
    ['12:00', '13:00', 0],
    ['08:00', '10:00', 0],
    ['08:00', '14:00', 1],
  ])('the aircraft flies elsewhere from %s to %s: %i finding', (from, to, count) => {
    expect(codes([task], [elsewhere(from, to)])).toHaveLength(count);
  });
  test('another aircraft elsewhere does not matter', () => {
    expect(codes([task], [elsewhere('10:00', '12:00', 6)])).toEqual([]);
  });
  test('two tasks of one plan', () => {
    expect(codes([task, { ...task, etd: etd + 60_000 }])).toEqual([
      'error aircraft.bookedTwice tasks.1.aircraft',
      'error pilot.bookedTwice tasks.1.pilots.0',
    ]);
    expect(codes([task, { ...task, etd: eta, eta: eta + 3_600_000 }])).toEqual([]);
  });

  test.each<[string, string, string, Partial<Ends>, number]>([
    ['lands elsewhere in the minute of its departure', '09:00', '10:00', { arrivesAt: town }, 1],
    ['lands elsewhere 19 minutes before', '09:00', '09:41', { arrivesAt: town }, 1],
    ['lands elsewhere 20 minutes before', '09:00', '09:40', { arrivesAt: town }, 0],
    ['departs elsewhere in the minute of its landing', '12:00', '13:00', { departsFrom: town }, 1],
    ['goes there afterwards', '12:00', '13:00', { arrivesAt: town }, 0],
    [
      'lands on a point of the same aerodrome',
      '09:00',
      '10:00',
      { arrivesAt: { latitude: 30.51, longitude: 104 } },
      0,
    ],
    ['lands nobody knows where', '09:00', '10:00', { arrivesAt: null }, 0],
  ])('the aircraft of another plan %s', (_, from, to, ends, count) => {
    const found = codes([task], [elsewhere(from, to, 5, ends)]);
    expect(found).toEqual(Array(count).fill('error aircraft.turnRound tasks.0.aircraft'));
  });

  test('one task of a plan ends elsewhere in the minute in which the next begins, in whatever order they stand', () => {
    const first = { ...task, arrivesAt: town };
    const next = { ...task, etd: eta, eta: eta + 3_600_000 };
    const both = [
      'error aircraft.turnRoundHere tasks.1.aircraft',
      'error pilot.turnRoundHere tasks.1.pilots.0',
    ];
    expect(codes([first, next])).toEqual(both);
    expect(codes([next, first])).toEqual(both);
    expect(codes([first, { ...next, departsFrom: town }])).toEqual([]);
  });
});

describe('contents', () => {
  const content: PlanContent = {
    mission: '航拍',
    contact: '李四',
    phone: '13800000000',
    weatherMinima: '能见度 5 km',
    communications: '123.45',
    missionApproval: null,
    approvalNeeded: false,
    areaNeeded: false,
    longestTaskMs: 12 * 3_600_000,
    tasks: [
      {
        callsign: 'B10AB',
        etd,
        eta,
        hasDeparture: true,
        hasDestination: true,
        hasFootprint: true,
        hasArea: true,
        aircraft: { registration: 'B-10AB', enduranceMs: 4 * 3_600_000 },
        hasUpperLimit: true,
        lowerM: 0,
        upperM: 300,
      },
    ],
  };
  const found = (change: Partial<PlanContent>) => checkContent({ ...content, ...change });
  const [first] = content.tasks;
  if (!first) throw new Error('the test has no task');

  test('complete', () => expect(found({})).toEqual([]));
  test.each<[string, Partial<PlanContent>, string[]]>([
    ['no task', { tasks: [] }, ['noTask']],
    ['no approval where one is needed', { approvalNeeded: true }, ['noApproval']],
    ['arrival before departure', { tasks: [{ ...first, eta: etd }] }, ['endsFirst']],
    ['23 hours', { tasks: [{ ...first, eta: etd + 23 * 3_600_000 }] }, ['tooLong']],
    ['a minute too long', { tasks: [{ ...first, eta: etd + 12 * 3_600_000 + 60_000 }] }, ['tooLong']],
    [
      'a route where an area is needed',
      { areaNeeded: true, tasks: [{ ...first, hasArea: false }] },
      ['areaNeeded'],
    ],
    [
      'nowhere',
      {
        tasks: [
          { ...first, hasDeparture: false, hasDestination: false, hasFootprint: false, hasArea: false },
        ],
      },
      ['noDeparture', 'noDestination', 'noArea'],
    ],
    ['crossed limits', { tasks: [{ ...first, lowerM: 300, upperM: 300 }] }, ['limitsCrossed']],
  ])('%s', (_, change, expected) => {
    const findings = found(change);
    expect(findings.map((finding) => finding.code)).toEqual(expected);
    expect(hasErrors(findings)).toBe(true);
  });
  test('what may be missing only warns', () => {
    const findings = found({ contact: null, phone: null });
    expect(findings).toHaveLength(2);
    expect(hasErrors(findings)).toBe(false);
  });
  test('a route will do where no area is needed', () => {
    expect(found({ tasks: [{ ...first, hasArea: false }] })).toEqual([]);
  });
  test('longer than the aircraft stays up only warns, with both figures', () => {
    const [finding, ...more] = found({ tasks: [{ ...first, eta: etd + 5.5 * 3_600_000 }] });
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      level: 'warning',
      code: 'overEndurance',
      field: 'tasks.0.eta',
      message: {
        values: { flownHours: 5, flownMinutes: 30, aircraft: 'B-10AB', mostHours: 4, mostMinutes: 0 },
      },
    });
  });
});
