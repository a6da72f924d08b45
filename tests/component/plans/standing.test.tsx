import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PlanItem } from '#contract/plans/plan-output.ts';
import type { OutputOf } from '#contract/services.ts';
import type { Actor } from '#domain/identity/access.ts';
import { isObject } from '#domain/text/narrow.ts';
import { admin, open, server } from '#tests/component/support/mount.tsx';
import {
  choose,
  control,
  css,
  field,
  gone,
  number,
  seen,
  tooWide,
  validated,
} from '#tests/component/support/ui.ts';
import { checked, finding, planItem, planNumber, savedPlan } from './plan-sample.ts';

/** Plans for a term: typed with their days, listed, and made into the plans of a day. */

type Day = OutputOf<'TomorrowNavigation', 'Page'>;
const operator: Actor = { ...admin, companyId: 1, companyIds: [1] };
const date = '2031-05-06';
let items: PlanItem[] = [];
let candidates: Day['candidates'] = [];

beforeEach(() => {
  items = [];
  candidates = [];
  server().add('company', { id: 1, name: '云翼通航' });
  server().call('Navigation', 'CheckErrors', () => checked());
  server().call('Navigation', 'GetFindingsById', () => checked());
  server().call('TomorrowNavigation', 'Page', () => ({ date, totalCount: items.length, items, candidates }));
});

const bodies = (call: string) =>
  server()
    .asked.filter(({ path }) => path.endsWith(call))
    .map(({ body }) => body);
/** A day or a time; Enter closes its picker. */
async function type(name: string, text: string): Promise<void> {
  await field(name).fill(text);
  await userEvent.keyboard('{Enter}');
}

test('the calendar shows the days of a term with the holidays among them; times are of the day', async () => {
  const holiday = (day: number) => ({ date: `2026-10-0${day}`, name: '国庆节', kind: 'holiday' });
  server().add('holiday', ...[1, 2, 3, 4, 5, 6, 7].map(holiday), {
    date: '2026-10-10',
    name: '国庆节调休上班',
    kind: 'workday',
  });
  server().add('missionType', { name: '电力' });
  server().add('aircraft', { registration: 'B-10QA', callsign: 'B10QA', company: 1 });
  await open('/navigation/edit_sn', { user: operator });
  await type('validFrom', '2026-09-28');
  await type('validTo', '2026-10-12');
  await seen(page.getByText('共 15 个飞行日 · 其中 7 天为法定节假日'));
  await number(css('.standing-month td[data-flies]'), 15);
  await number(css('.standing-month td[data-holiday=holiday]'), 7);
  const exchanged = css('.standing-month td[data-day="2026-10-10"][data-holiday=workday]');
  await expect.element(exchanged).toHaveTextContent('国庆节调休上班');

  await choose(field('missionType'), '电力');
  await choose(field('tasks_0_aircraft'), 'B-10QA');
  // The callsign follows from the aircraft.
  await expect.element(field('tasks_0_callsign')).toHaveValue('B10QA');
  // A time has four digits, and an hour sixty minutes.
  await field('tasks_0_departs').fill('0860');
  await field('tasks_0_arrives').fill('0030');
  await seen(css('.plan-findings li').filter({ hasText: '起飞时刻' }));
  await field('tasks_0_departs').fill('0830');
  await gone(css('.plan-findings li').filter({ hasText: '起飞时刻' }));
  // It is checked by the first day of its term; an arrival before the departure is on the next day.
  await expect
    .poll(() => bodies('/Navigation/CheckErrors').at(-1))
    .toMatchObject({
      kind: 'standing',
      validFrom: '2026-09-28',
      validTo: '2026-10-12',
      tasks: [{ callsign: 'B10QA', etd: '2026-09-28T00:30:00.000Z', eta: '2026-09-28T16:30:00.000Z' }],
    });
});

test('plans of a day are made, gone through by keys and submitted together; a refused one says why in its row', async () => {
  const made = (id: number, standingPlan: number) =>
    planItem(id, { kind: 'nextDay', company: 1, standingPlan, callsign: `CWT${id}`, validFrom: date });
  items = [made(21, 6)];
  candidates = [
    {
      standingPlan: 5,
      planNumber: planNumber(5),
      companyName: '云翼通航',
      callsigns: ['B10QA'],
      made: null,
      blocked: null,
    },
  ];
  server().call('Navigation', 'GetFindingsById', ({ id }) =>
    checked({ findings: Number(id) === 21 ? [finding({ code: 'noPilot', message: '任务没有飞行员' })] : [] }),
  );
  server().call('TomorrowNavigation', 'MakeFromStanding', () => {
    items = [...items, made(22, 5)];
    candidates = candidates.map((one) => ({ ...one, made: 22 }));
    return { items: [savedPlan(22, 0, 1)], refused: [] };
  });
  server().call('TomorrowNavigation', 'DoSubmitApproveNAircraftTomorrow', () => {
    items = items.map((one) => (one.id === 22 ? { ...one, state: 1 } : one));
    return {
      items: [savedPlan(22, 1)],
      refused: [
        {
          id: 21,
          message: '计划不能提交',
          details: null,
          fields: [{ field: 'tasks.0.pilots', message: '须有飞行员' }],
        },
      ],
    };
  });
  await open(`/navigation/TommorowIndex?date=${date}`, { user: operator });
  const row = (id: number) => css(`.tomorrow-rows[data-origin=standing] > li[data-plan="${planNumber(id)}"]`);
  const box = (id: number) => row(id).getByRole('checkbox');
  await number(css('.tomorrow-rows > li'), 1);
  await page.getByRole('button', { name: '由 B10QA 生成计划' }).click();
  await seen(css('.tomorrow-candidates > li').getByText('已生成'));
  // What was just made is chosen already.
  await expect.element(box(22)).toBeChecked();
  await expect.element(box(21)).not.toBeChecked();
  await expect.element(row(21).css('.tomorrow-check')).toHaveAttribute('data-level', 'error');
  await userEvent.keyboard('j');
  await expect.element(row(21)).toHaveAttribute('data-current');
  await userEvent.keyboard('o');
  await seen(row(21).css('.tomorrow-findings').getByText('任务没有飞行员'));
  await userEvent.keyboard('x');
  await expect.element(box(21)).toBeChecked();
  await userEvent.keyboard('j');
  await expect.element(row(22)).toHaveAttribute('data-current');
  await userEvent.keyboard('x');
  await expect.element(box(22)).not.toBeChecked();
  await userEvent.keyboard('x');
  await expect.element(box(22)).toBeChecked();
  await control('{Enter}');
  await seen(row(21).getByText('须有飞行员'));
  expect(bodies('/DoSubmitApproveNAircraftTomorrow')).toEqual([{ ids: [21, 22] }]);
  await expect.element(row(22)).toHaveAttribute('data-state', '1');
  await expect.element(box(21)).toBeChecked();
  expect(await validated('plans of a day')).toEqual([]);
});

test('the list narrows by stage in the address, says how many days are left, and fits a phone in English', async () => {
  server().call('Navigation', 'GetHistoryNAircraft', () => ({
    totalCount: 1,
    items: [
      planItem(5, { kind: 'standing', state: 4, callsign: 'B10QA', validFrom: date, validTo: '2031-05-12' }),
    ],
    counts: [],
  }));
  const screen = await open('/navigation/standing', { user: operator });
  await expect.element(css('.standing-list > li')).toHaveTextContent('剩余 7 / 7 天');
  await css('.standing-choices').getByText('已批准').click();
  await expect.poll(() => screen.at().searchParams.get('group')).toBe('approved');
  await expect
    .poll(() => bodies('/GetHistoryNAircraft').at(-1))
    .toSatisfy((body: unknown) => isObject(body) && JSON.stringify(body.states) === '[4]');
  await open('/navigation/standing', { user: operator, phone: true, locale: 'en' });
  await number(css('.standing-list > li'), 1);
  expect(await validated('standing plans')).toEqual([]);
  expect(tooWide('main#content')).toBe(0);
});
