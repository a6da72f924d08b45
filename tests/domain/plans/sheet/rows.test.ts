import { describe, expect, test } from 'vitest';
import { clashesIn } from '#domain/plans/sheet/clashes.ts';
import { type Found, foldedName, meaningIn } from '#domain/plans/sheet/names.ts';
import { readPlan } from '#domain/plans/sheet/read-plan.ts';
import {
  clearRange,
  duplicateRows,
  fillDown,
  nextCallsign,
  pasteTable,
  plansOf,
  type SheetRow,
} from '#domain/plans/sheet/rows.ts';
import { cellsOfTask, type FiledPlan, rowsOfForm, rowsOfPlans } from '#domain/plans/sheet/write-plan.ts';

let keys = 0;
const newKey = () => `k${++keys}`;
const row = (cells: SheetRow['cells']): SheetRow => ({ key: newKey(), cells });
const texts = (rows: readonly SheetRow[], id: keyof SheetRow['cells']) =>
  rows.map(({ cells }) => cells[id] ?? '');

const rules = { type: 'string' as const, enum: ['V', 'I', 'Y', 'Z'] };
const urgency = {
  type: 'string' as const,
  enum: ['normal', 'rescue'],
  'x-enum': { rescue: { 'zh-Hans': '紧急救护、抢险', en: 'rescue' } },
};
const found: Found[] = [
  { resource: 'aircraft', id: 1, label: 'B-10QA', names: ['B-10QA', 'B10QA'] },
  { resource: 'pilot', id: 7, label: '高翔', second: 'A1', names: ['高翔'] },
  { resource: 'pilot', id: 8, label: '高翔', second: 'A2', names: ['高翔'] },
  { resource: 'pilot', id: 9, label: '苏静', names: ['苏静'] },
  { resource: 'airport', id: 3, label: '广汉机场', names: ['广汉机场', 'ZUGH'] },
  { resource: 'takeoffLandingPoint', id: 4, label: '凤凰山', names: ['凤凰山'] },
  { resource: 'missionType', id: 5, label: '电力巡线', names: ['电力巡线'] },
];
const context = {
  meaningOf: (resources: readonly string[], text: string) =>
    meaningIn(
      found.filter(
        ({ resource, names }) =>
          resources.includes(resource) && names.some((name) => foldedName(name).includes(foldedName(text))),
      ),
      text,
    ),
  rules,
  urgency,
  timeZone: 'Asia/Shanghai',
  today: '2026-11-21',
};
const read = (rows: SheetRow[], timeZone = context.timeZone) =>
  plansOf(rows).map((plan) => readPlan(rows, plan, { ...context, timeZone }));

describe('rows of a sheet', () => {
  test('those of one number are one plan, those of none are each their own, blank ones are none', () => {
    const rows = [
      row({ plan: '1', callsign: 'A1' }),
      row({ callsign: 'A2' }),
      row({ plan: '1', callsign: 'A3' }),
      row({}),
    ];
    expect(plansOf(rows).map((plan) => plan.rows)).toEqual([[0, 2], [1]]);
  });

  test.each([
    ['CFU8821', 'CFU8822'],
    ['CWT009', 'CWT010'],
    ['CWT099', 'CWT100'],
    ['B10QA', null],
    ['ABCD999', null],
  ])('the callsign after %s is %s', (callsign, next) => expect(nextCallsign(callsign)).toBe(next));

  test('a column is filled down over what is selected; one row takes what is above it', () => {
    const rows = [row({ date: '+1' }), row({}), row({ date: '+9' })];
    expect(texts(fillDown(rows, { top: 0, bottom: 2, left: 6, right: 6 }), 'date')).toEqual([
      '+1',
      '+1',
      '+1',
    ]);
    expect(texts(fillDown(rows, { top: 1, bottom: 1, left: 6, right: 6 }), 'date')).toEqual([
      '+1',
      '+1',
      '+9',
    ]);
  });

  test('a copy is a plan of its own with the next callsign', () => {
    const rows = [row({ plan: '1', callsign: 'CWT001' }), row({ plan: '1', callsign: 'CWT002' })];
    const range = { top: 0, bottom: 1, left: 0, right: 0 };
    const copied = duplicateRows(rows, range, { newKey, count: true, asPlan: true });
    expect(texts(copied, 'plan')).toEqual(['1', '1', '2', '2']);
    expect(texts(copied, 'callsign')).toEqual(['CWT001', 'CWT002', 'CWT002', 'CWT003']);
    expect(new Set(copied.map(({ key }) => key)).size).toBe(4);
  });

  test('a paste by heads fills their columns, grows the sheet, and says what found no place', () => {
    const pasted = pasteTable(
      [row({ callsign: 'OLD' })],
      { row: 1, column: 1 },
      [
        ['呼号', '机号', '天气'],
        ['CWT001', 'B-10QA', '晴'],
        ['CWT002', 'B-10QA', ''],
      ],
      newKey,
    );
    expect(texts(pasted.rows, 'callsign')).toEqual(['OLD', 'CWT001', 'CWT002']);
    expect(pasted.left).toEqual(['天气']);
  });

  test('a paste without heads begins at the cursor', () => {
    const pasted = pasteTable([row({})], { row: 0, column: 1 }, [['CWT001', 'B-10QA']], newKey);
    expect(pasted.rows[0]?.cells).toEqual({ callsign: 'CWT001', aircraft: 'B-10QA' });
  });

  test('cells are emptied, not their rows', () => {
    const rows = [row({ callsign: 'A', aircraft: 'B' })];
    expect(clearRange(rows, { top: 0, bottom: 0, left: 1, right: 1 })[0]?.cells).toEqual({ aircraft: 'B' });
  });
});

describe('a plan that is read from its rows', () => {
  const full = {
    plan: '1',
    callsign: 'cwt001',
    aircraft: 'b10qa',
    pilots: '苏静',
    departure: 'ZUGH',
    destination: '凤凰山',
    date: '11-23',
    etd: '2330',
    eta: '0030',
    lower: 'GND',
    upper: '300m AGL',
    rules: 'VFR',
    mission: '电力',
    urgency: 'rescue',
  };

  test('has its names, its moments in UTC past midnight, and its heights with their datum', () => {
    const [one] = read([row(full)]);
    expect(one?.errors).toEqual([]);
    expect(one?.values).toMatchObject({ missionType: 5, urgency: 'rescue' });
    expect(one?.values.tasks[0]).toEqual({
      callsign: 'CWT001',
      aircraft: 1,
      pilots: [9],
      departure: 3,
      destinationPoint: 4,
      etd: '2026-11-23T15:30:00.000Z',
      eta: '2026-11-23T16:30:00.000Z',
      lower: { value: 0, unit: 'm', reference: 'AGL' },
      upper: { value: 300, unit: 'm', reference: 'AGL' },
      rules: 'V',
    });
  });

  test.each([
    [{ pilots: '高翔' }, 'pilots', 'plan.sheet.fault.several'],
    [{ pilots: '无名氏' }, 'pilots', 'plan.sheet.fault.unknown'],
    [{ upper: '300' }, 'upper', 'plan.sheet.fault.altitudeUnit'],
    [{ etd: '2560' }, 'etd', 'plan.sheet.fault.clock'],
    [{ etd: '0030+1' }, 'etd', 'plan.sheet.fault.clock'],
    [{ date: '22/11/2026' }, 'date', 'plan.sheet.fault.day'],
    [{ eta: '2330' }, 'eta', 'plan.sheet.fault.noTime'],
    [{ rules: 'X' }, 'rules', 'plan.sheet.fault.rules'],
    [{ area: '{}' }, 'area', 'plan.sheet.fault.area'],
  ])('says at the cell what cannot be read: %j', (cells, column, key) => {
    const [one] = read([row({ ...full, ...cells })]);
    expect(one?.errors).toEqual([expect.objectContaining({ row: 0, column, key })]);
  });

  test.each([
    [{ date: '2026-03-29', etd: '0230', eta: '0330' }, 'etd', 'Europe/Berlin'],
    [{ date: '2026-03-29', etd: '0130', eta: '0230' }, 'eta', 'Europe/Berlin'],
    [{ date: '2026-03-08', etd: '0230', eta: '0330' }, 'etd', 'America/New_York'],
  ])('a time that summer time leaves out is refused at its cell: %j', (cells, column, timeZone) => {
    const [one] = read([row({ ...full, ...cells })], timeZone);
    expect(one?.errors).toEqual([
      expect.objectContaining({
        column,
        key: 'plan.sheet.fault.leftOut',
        values: { time: '02:30', zone: timeZone },
      }),
    ]);
  });

  const berlin = (cells: SheetRow['cells']) =>
    read([row({ ...full, date: '2026-10-25', ...cells })], 'Europe/Berlin')[0];
  const newYork = { first: '01:30-04:00', second: '01:30-05:00' };

  test.each([
    [
      { date: '2026-10-25', etd: '0230', eta: '0430' },
      'etd',
      'Europe/Berlin',
      '02:30',
      { first: '02:30+02:00', second: '02:30+01:00' },
    ],
    [
      { date: '2026-10-25', etd: '0130', eta: '0230' },
      'eta',
      'Europe/Berlin',
      '02:30',
      { first: '02:30+02:00', second: '02:30+01:00' },
    ],
    [{ date: '2026-11-01', etd: '0130', eta: '0300' }, 'etd', 'America/New_York', '01:30', newYork],
    [{ date: '2026-10-31', etd: '2330', eta: '0130' }, 'eta', 'America/New_York', '01:30', newYork],
  ])(
    'a time that the night shows twice is refused until it says which: %j',
    (cells, column, timeZone, time, two) => {
      const [one] = read([row({ ...full, ...cells })], timeZone);
      expect(one?.errors).toEqual([
        expect.objectContaining({
          column,
          key: 'plan.sheet.fault.twice',
          values: { time, zone: timeZone, ...two },
        }),
      ]);
    },
  );

  test.each([
    [{ etd: '02:30+02:00', eta: '0430' }, '2026-10-25T00:30:00.000Z', '2026-10-25T03:30:00.000Z'],
    [{ etd: '02:30+01:00', eta: '04:30' }, '2026-10-25T01:30:00.000Z', '2026-10-25T03:30:00.000Z'],
    [{ etd: '02:30 +02:00', eta: '02:10+01:00' }, '2026-10-25T00:30:00.000Z', '2026-10-25T01:10:00.000Z'],
    [{ etd: '02:30+02:00', eta: '02:30+01:00' }, '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    [
      { date: '2026-10-24', etd: '22:00', eta: '02:30+01:00+1' },
      '2026-10-24T20:00:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ],
  ])('with its offset it is the moment that is meant: %j', (cells, etd, eta) => {
    const one = berlin(cells);
    expect(one?.errors).toEqual([]);
    expect(one?.values.tasks).toEqual([expect.objectContaining({ etd, eta })]);
  });

  test.each([
    [{ etd: '02:30+08:00', eta: '0430' }, 'etd', { time: '02:30', zone: 'Europe/Berlin', offset: '+08:00' }],
    [{ etd: '0100', eta: '05:00-03:00' }, 'eta', { time: '05:00', zone: 'Europe/Berlin', offset: '-03:00' }],
  ])('an offset that the clock does not have is refused: %j', (cells, column, values) => {
    expect(berlin(cells)?.errors).toEqual([
      expect.objectContaining({ column, key: 'plan.sheet.fault.offset', values }),
    ]);
  });

  test('namesakes are offered', () => {
    const [one] = read([row({ ...full, pilots: '高翔' })]);
    expect(one?.errors[0]?.candidates?.map(({ id }) => id)).toEqual([7, 8]);
  });

  test('what its rows say of the plan must agree', () => {
    const [one] = read([row(full), row({ ...full, urgency: 'normal' })]);
    expect(one?.errors).toEqual([expect.objectContaining({ row: 1, column: 'urgency' })]);
  });

  test('two sorties of one aircraft at one time are told before they are sent', () => {
    const plans = read([row(full), row({ ...full, plan: '2', callsign: 'CWT002', pilots: '' })]);
    expect(clashesIn(plans).map(({ row: at, column }) => [at, column])).toEqual([[1, 'aircraft']]);
  });

  test('goes into its form and comes back the same; a cell that could not be read keeps its text', () => {
    const rows = [row({ ...full, pilots: '无名氏' })];
    const [one] = read(rows);
    const made = rowsOfForm({ ...one?.values, contact: '何远' }, rows, {
      name: '1',
      unread: new Set([`${rows[0]?.key} pilots`]),
      newKey,
      timeZone: 'Asia/Shanghai',
    });
    expect(made[0]).toMatchObject({
      key: rows[0]?.key,
      plan: { contact: '何远' },
      cells: {
        plan: '1',
        callsign: 'CWT001',
        pilots: '无名氏',
        aircraft: 'aircraft#1',
        departure: 'airport#3',
        destination: 'takeoffLandingPoint#4',
        date: '2026-11-23',
        etd: '23:30',
        eta: '00:30',
        upper: '300 m AGL',
      },
    });
  });

  test('a moment that the night shows twice is written with its offset, and read as it was', () => {
    const times = { etd: '2026-10-25T00:30:00.000Z', eta: '2026-10-25T01:10:00.000Z' };
    const { cells } = cellsOfTask(times, 'Europe/Berlin');
    expect(cells).toEqual({ date: '2026-10-25', etd: '02:30+02:00', eta: '02:10+01:00' });
    const [one] = read([row({ ...full, ...cells })], 'Europe/Berlin');
    expect(one?.values.tasks).toEqual([expect.objectContaining(times)]);
  });

  test('a flight of a whole day is written with its day, and read as it was', () => {
    const times = { etd: '2026-10-24T06:00:00.000Z', eta: '2026-10-25T07:00:00.000Z' };
    const { cells } = cellsOfTask(times, 'Europe/Berlin');
    expect(cells).toEqual({ date: '2026-10-24', etd: '08:00', eta: '08:00+1' });
    const [one] = read([row({ ...full, ...cells })], 'Europe/Berlin');
    expect(one?.values.tasks).toEqual([expect.objectContaining(times)]);
  });

  test('a copy for the night on which summer time begins keeps the time of day, and its cell says that there is none', () => {
    const task = { callsign: 'B70YK', etd: '2026-03-28T01:30:00.000Z', eta: '2026-03-28T02:30:00.000Z' };
    const rows = rowsOfPlans([{ plan: { id: 41 }, tasks: [task] }] as unknown as FiledPlan[], {
      days: 1,
      newKey,
      timeZone: 'Europe/Berlin',
    });
    expect(rows[0]?.cells).toMatchObject({ date: '2026-03-29', etd: '02:30', eta: '03:30' });
    expect(read(rows, 'Europe/Berlin')[0]?.errors).toContainEqual(
      expect.objectContaining({ column: 'etd', key: 'plan.sheet.fault.leftOut' }),
    );
  });

  test('plans of one day are rows of another: what was said of them, neither their urgency nor their state', () => {
    const task = {
      callsign: 'B70YK',
      aircraft: 1,
      pilots: [7],
      departure: 3,
      // 23:30 to 00:30 on the wall of Beijing.
      etd: '2026-11-23T15:30:00.000Z',
      eta: '2026-11-23T16:30:00.000Z',
      upper: { value: 300, unit: 'm', reference: 'AGL' },
      atd: '2026-11-23T15:31:00.000Z',
    };
    const plan = { id: 41, missionType: 2, urgency: 'rescue', contact: '何远', state: 10, planNumber: 'FP1' };
    const rows = rowsOfPlans(
      [
        { plan: { ...plan }, tasks: [task] },
        { plan: { ...plan, id: 42 }, tasks: [task, { ...task, callsign: 'B70YL' }] },
      ] as unknown as FiledPlan[],
      { days: 1, newKey, timeZone: 'Asia/Shanghai' },
    );
    expect(texts(rows, 'plan')).toEqual(['', '42', '42']);
    expect(texts(rows, 'callsign')).toEqual(['B70YK', 'B70YK', 'B70YL']);
    expect(texts(rows, 'date')).toEqual(['2026-11-24', '2026-11-24', '2026-11-24']);
    expect(rows[0]).toMatchObject({
      plan: { contact: '何远' },
      cells: {
        etd: '23:30',
        eta: '00:30',
        aircraft: 'aircraft#1',
        mission: 'missionType#2',
        upper: '300 m AGL',
      },
    });
    expect(texts(rows, 'urgency')).toEqual(['', '', '']);
    expect(JSON.stringify(rows)).not.toMatch(/FP1|atd|state/);
  });
});
