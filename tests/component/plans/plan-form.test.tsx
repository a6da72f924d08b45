import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CheckView, Suggestion } from '#contract/plans/plan-output.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { Actor } from '#domain/identity/access.ts';
import { refused } from '#tests/component/support/fake-server.ts';
import { admin, found, open, server } from '#tests/component/support/mount.tsx';
import {
  css,
  field,
  gone,
  number,
  seen,
  typedIn,
  unchanged,
  validated,
} from '#tests/component/support/ui.ts';
import { mapColours } from '#web/map/map-colours.ts';
import {
  allowed,
  checked,
  finding,
  planDetail,
  planNumber,
  refusedAt,
  savedPlan,
  taskView,
} from './plan-sample.ts';

/** The form of one plan: its draft, what a check finds, and a save that is refused or stale. */

const operator: Actor = { ...admin, companyId: 1, companyIds: [1] };
const saving = '/api/services/app/Navigation/SaveNAircrafts';
const updating = '/api/services/app/Navigation/UpdateNAircraftById';
const other = planNumber(9);
const amsl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AMSL' });
const route: Extract<Geometry, { type: 'LineString' }> = {
  type: 'LineString',
  coordinates: [
    [106, 31.42],
    [106.05, 31.42],
  ],
};
const times = { etd: '2031-05-06T02:00:00.000Z', eta: '2031-05-06T03:00:00.000Z' };

let pilot = 0;
let aircraft = 0;
let mission = 0;

beforeEach(() => {
  server().add('company', { id: 1, name: '云翼通航' });
  [{ id: pilot } = { id: 0 }] = server().add('pilot', { name: '陈思远', company: 1 });
  [{ id: aircraft } = { id: 0 }] = server().add('aircraft', { registration: 'B-10QA', company: 1 });
  [{ id: mission } = { id: 0 }] = server().add('missionType', { name: '电力' });
  server().call('Navigation', 'CheckErrors', () => checked());
  server().call('Navigation', 'GetNAircraftById', () => stored());
});

/** A draft that is flown on one route, as the server has it. */
function stored(values: Parameters<typeof planDetail>[1] = {}) {
  const task = taskView(71, {
    aircraft,
    pilots: [pilot],
    ...times,
    geometry: route,
    corridorWidthM: 1_000,
    lower: amsl(900),
    upper: amsl(1_200),
  });
  return planDetail(7, {
    tasks: [task],
    actions: [allowed('edit')],
    ...values,
    plan: values.plan ?? planOf(),
  });
}
const planOf = () => ({ company: 1, missionType: mission, mission: '管线巡查', contact: '何远' });

async function openForm() {
  const screen = await open('/navigation/edit_n?id=7', { user: operator });
  await seen(field('tasks_0_etd'));
  return screen;
}

/** The plan of another company flies on the same route, from 900 to 1200 m. */
const meeting = (values: Partial<CheckView['findings'][number]> = {}) =>
  finding({
    field: 'tasks.0.geometry',
    message: `与计划 ${other} 冲突`,
    with: { resource: 'plan', id: 9, label: other },
    shape: {
      geometry: route,
      marginM: 500,
      lower: amsl(900),
      upper: amsl(1_200),
      from: times.etd,
      to: times.eta,
    },
    altitudeCompared: true,
    ...values,
  });

/** Checks a plan as long as it flies at the time and the level of the other one. */
function meets(suggestions: Suggestion[], found = meeting()): void {
  server().call('Navigation', 'CheckErrors', ({ tasks: [task] }) =>
    task?.etd === times.etd && task.lower?.value === 900
      ? checked({ ok: false, findings: [found], suggestions })
      : checked(),
  );
}

const met = css('.plan-findings li[data-code="conflict.plan"]');
const inSection = (tone: string) => css(`.plan-beside .cw-section li[data-tone=${tone}]`);
const offer = (kind: string) => css(`.plan-suggestions [data-suggestion=${kind}]`);
const errorAt = (name: string) => css(`.cw-field:has(#field_${name})`).last();
const value = (name: string) => typedIn(field(`tasks_0_${name}`));
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bodies = (path: string) =>
  server()
    .asked.filter((one) => one.path === path)
    .map(({ body }) => body);

/** How many pixels of the map beside the form have the colour of what a plan meets. */
function drawnOnMap(): number {
  const wanted = [1, 3, 5].map((from) => Number.parseInt(mapColours.light.closed.slice(from, from + 2), 16));
  let count = 0;
  for (const canvas of document.querySelectorAll('canvas')) {
    if (!canvas.closest('.plan-beside .leaflet-overlay-pane')) continue;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    for (let i = 0; i < pixels.length; i += 4) {
      if (pixels[i + 3] === 255 && wanted.every((part, at) => pixels[i + at] === part)) count += 1;
    }
  }
  return count;
}

test('a new plan that was not saved is offered to the next page, and is forgotten when it is discarded', async () => {
  const kept = () =>
    Object.entries(localStorage).find(
      ([key]) => key.startsWith('draft:') && key.endsWith('planForm:new'),
    )?.[1];
  const openNew = () => open('/navigation/addNavPlan?view=form', { user: operator });
  await openNew();
  await field('tasks_0_callsign').fill('B10KEPT');
  await expect.poll(kept).toContain('B10KEPT');
  await openNew();
  await seen(page.getByText(/未保存的草稿/));
  expect(value('callsign')).toBe('');
  await page.getByRole('button', { name: /恢\s?复/ }).click();
  await expect.poll(() => value('callsign')).toBe('B10KEPT');
  await expect.poll(kept).toContain('B10KEPT');
  await openNew();
  await page.getByRole('button', { name: /丢\s?弃/ }).click();
  await gone(page.getByText(/未保存的草稿/));
  expect([kept(), value('callsign')]).toEqual([undefined, '']);
});

test('what a check finds is in the list, on the map and in the section; a finding leads to its field', async () => {
  const expired = finding({
    code: 'papers.expired',
    field: 'tasks.0.pilots',
    message: '飞行员 陈思远 的体检合格证于 2031-05-01 到期',
  });
  server().call('Navigation', 'CheckErrors', () => checked({ ok: false, findings: [meeting(), expired] }));
  await openForm();
  await expect.element(met).toHaveAttribute('data-level', 'error');
  await seen(met.getByRole('link', { name: other }));
  await seen(inSection('conflict').getByText(other));
  await seen(inSection('conflict').getByText('900 m AMSL – 1,200 m AMSL'));
  await expect.poll(() => inSection('own').elements()).toHaveLength(1);
  await expect.poll(drawnOnMap).toBeGreaterThan(20);
  const medical = css('.plan-findings li[data-code="papers.expired"]');
  await medical.getByRole('button').click();
  await expect.poll(() => document.activeElement?.id).toBe('field_tasks_0_pilots');
  expect(await validated('plan with a conflict')).toEqual([]);
});

test('the nearest free time is taken by one click; the conflict is gone from list, map and section', async () => {
  const free = { etd: '2031-05-06T01:00:00.000Z', eta: '2031-05-06T02:00:00.000Z' };
  meets([{ kind: 'time', task: 0, ...free, message: '09:00–10:00' }]);
  server().call('Navigation', 'SaveNAircrafts', () => ({
    items: [savedPlan(7, 1)],
  }));
  const screen = await openForm();
  await expect.poll(drawnOnMap).toBeGreaterThan(20);
  expect([value('etd'), value('eta')]).toEqual(['2031-05-06 10:00', '2031-05-06 11:00']);
  await offer('time').click();
  await expect.poll(() => [value('etd'), value('eta')]).toEqual(['2031-05-06 09:00', '2031-05-06 10:00']);
  await gone(met);
  await number(inSection('conflict'), 0);
  await number(inSection('own'), 1);
  await expect.poll(drawnOnMap).toBe(0);
  await button('保存并提交').click();
  await expect.poll(() => screen.at().pathname).toBe('/navigation/details');
  expect(bodies(saving)).toMatchObject([
    { plans: [{ id: 7, version: 1, tasks: [{ ...free, lower: amsl(900) }] }], submit: true },
  ]);
});

test('the nearest free level is taken by one click, and the times stay', async () => {
  const free = { lower: amsl(1_200), upper: amsl(1_500) };
  meets([{ kind: 'level', task: 0, ...free, message: '1,200 m AMSL – 1,500 m AMSL' }]);
  server().call('Navigation', 'UpdateNAircraftById', () => savedPlan(7, 0));
  const screen = await openForm();
  await seen(met);
  expect([value('lower'), value('upper')]).toEqual(['900', '1200']);
  await offer('level').click();
  await expect.poll(() => [value('lower'), value('upper')]).toEqual(['1200', '1500']);
  await gone(met);
  await button('保存草稿').click();
  await expect.poll(() => screen.at().pathname).toBe('/navigation/details');
  expect(bodies(updating)).toMatchObject([{ id: 7, version: 1, tasks: [{ ...times, ...free }] }]);
});

test('limits of another datum stand in the section as a whole column that cannot be compared', async () => {
  const agl = (height: number): Altitude => ({ value: height, unit: 'm', reference: 'AGL' });
  const message = `与计划 ${other} 冲突；高度基准不同，按全高度计算`;
  const shape = { geometry: route, marginM: 500, lower: agl(0), upper: agl(300), from: null, to: null };
  meets([], meeting({ message, shape, altitudeCompared: false }));
  await openForm();
  await seen(met.getByText(/按全高度计算/));
  await expect.element(inSection('own')).toHaveAttribute('data-kind', 'exact');
  await expect.element(inSection('conflict')).toHaveAttribute('data-kind', 'reaches');
  await seen(inSection('conflict').getByText('地形未知，按整柱计'));
  await seen(page.getByText('斜线柱以其他基准给出，无法与本刻度比较'));
});

test('a refused submission says each reason at its field and keeps what was typed', async () => {
  server().on(saving, () =>
    refusedAt('计划不能提交', {
      'plans.0.tasks.0.pilots': '陈思远 的体检合格证已到期',
      'plans.0.tasks.0.geometry': `与计划 ${other} 冲突`,
    }),
  );
  const screen = await openForm();
  await field('mission').fill('我写的任务');
  await button('保存并提交').click();
  await seen(errorAt('tasks_0_pilots').getByText('陈思远 的体检合格证已到期'));
  await seen(errorAt('tasks_0_geometry').getByText(`与计划 ${other} 冲突`));
  await seen(css('.cw-save-answer').getByText('提交失败，内容已保留，可先保存草稿'));
  await unchanged(() => typedIn(field('mission')), '我写的任务');
  expect(screen.at().pathname).toBe('/navigation/edit_n');
  // An answer about a field ends when the field is changed.
  await errorAt('tasks_0_pilots').css('.ant-select-selection-item-remove').click();
  await gone(errorAt('tasks_0_pilots').getByText('陈思远 的体检合格证已到期'));
});

test('a plan that a colleague has changed is compared side by side, and neither change is lost', async () => {
  await openForm();
  await field('mission').fill('我写的任务');
  await field('remarks').fill('我写的备注');
  const theirs = { ...planOf(), version: 2, mission: '同事写的任务', contact: '同事' };
  server().add('plan', { ...stored({ plan: theirs }).plan });
  server().change('plan', 7, {});
  server().call('Navigation', 'GetNAircraftById', () => stored({ plan: theirs }));
  server().on(updating, () => refused('计划已被修改', 409));
  await button('保存草稿').click();
  const sides = css('.cw-changes tr').filter({ hasText: '我写的任务' });
  await seen(sides.getByText('同事写的任务'));
  await sides.getByText('保留我的').click();
  server().call('Navigation', 'UpdateNAircraftById', () => savedPlan(7, 0, 3));
  await button('按选择保存').click();
  await expect
    .poll(() => bodies(updating).at(-1))
    .toMatchObject({
      id: 7,
      version: 2,
      mission: '我写的任务',
      remarks: '我写的备注',
      contact: '同事',
    });
});

test('the list of a picker scrolls with the keys', async () => {
  server().add(
    'missionType',
    ...Array.from({ length: 30 }, (_, index) => ({ name: `任务 ${String(index + 1).padStart(2, '0')}` })),
  );
  await open('/navigation/addNavPlan?view=form', { user: operator });
  await field('missionType').click();
  await number(css('.ant-select-item-option'), 30);
  const list = await found('.ant-select-dropdown [role=listbox]');
  for (let key = 0; key < 12; key += 1) await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => list.scrollTop).toBeGreaterThan(0);
  const active = css('.ant-select-item-option-active').element().getBoundingClientRect();
  expect(active.bottom).toBeLessThanOrEqual(list.getBoundingClientRect().bottom + 1);
});
