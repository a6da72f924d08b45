import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ServiceDecision, ServiceWork, WaitingDocument } from '#contract/statistics.ts';
import { noWork } from '#domain/statistics/measures.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { sampled } from '#tests/component/support/sampled.ts';
import { seen, validated } from '#tests/component/support/ui.ts';

/** The service's work: its figures lead to what they count, its tables are saved. */

const sum = { decisions: 7, approved: 5, refused: 2, waitMinutes: 84, clocked: 4, inTime: 3 };
const work: ServiceWork = {
  period: 'month',
  from: '2026-11-01',
  to: '2026-11-30',
  bucket: 'day',
  timeZone: 'Asia/Shanghai',
  generatedAt: '2026-11-25T04:00:00Z',
  totals: sum,
  series: [
    { key: '2026-11-02', ...sum },
    { key: '2026-11-03', ...noWork },
  ],
  kinds: [{ kind: 'plan', ...sum }],
  people: [
    { id: 12, name: '顾平', ...sum },
    { id: null, name: null, ...noWork },
  ],
  waiting: [{ kind: 'plan', count: 3, overdue: 1, oldestAt: '2026-11-20T04:00:00Z' }],
};
const decision: ServiceDecision = {
  id: 1,
  kind: 'plan',
  resource: 'plan',
  document: 9,
  name: 'FP2611250001',
  decision: 'approve',
  decidedAt: '2026-11-02T04:00:00Z',
  person: 12,
  personName: '顾平',
  waitMinutes: 12,
  decideBy: '2026-11-02T03:00:00Z',
  inTime: false,
};
const waiting: WaitingDocument = {
  kind: 'plan',
  resource: 'plan',
  document: 9,
  name: 'FP2611250001',
  since: '2026-11-20T04:00:00Z',
  dueAt: '2026-11-21T04:00:00Z',
  isOverdue: true,
};
const app = '/api/services/app';

beforeEach(() => {
  server().call('Statistics', 'GetWork', () => work);
  server().call('Statistics', 'GetDecisions', () => ({
    from: work.from,
    to: work.to,
    timeZone: work.timeZone,
    personName: '顾平',
    totalCount: 2,
    items: [decision, { ...decision, id: 2, document: 10, name: null, decideBy: null, inTime: null }],
  }));
  server().call('Statistics', 'GetWaiting', () => ({ totalCount: 1, items: [waiting] }));
  server().call('Mobile', 'FssMonthStatistics', () => ({
    year: 2026,
    timeZone: work.timeZone,
    items: [
      { key: '2026-01', from: '2026-01-01', to: '2026-01-31', work: sum, before: sum, yearBefore: noWork },
    ],
  }));
});

const asked = (path: string) => server().asked.filter((one) => one.path === `${app}/${path}`);

describe('a figure of the service', () => {
  test('of a person leads to their decisions of these days', async () => {
    const screen = await open('/statistics/navigationFSS?period=month&from=2026-11-01&companies=4', {
      locale: 'en',
    });
    const persons = page.getByRole('table', { name: 'By person' });
    await userEvent.click(page.getByTitle('Show the decisions: Refused or returned, 顾平'));
    await expect.poll(() => screen.at().pathname).toBe('/statistics/navigationFSS/decisions');
    expect(Object.fromEntries(screen.at().searchParams)).toEqual({
      period: 'month',
      from: '2026-11-01',
      companies: '4',
      person: '12',
      part: 'refused',
    });
    await seen(page.getByRole('link', { name: 'FP2611250001' }));
    await seen(page.getByText('Decided by 顾平'));
    await seen(page.getByText('#10 (deleted)'));
    expect(asked('Statistics/GetDecisions').at(-1)?.body).toMatchObject({
      period: 'month',
      from: '2026-11-01',
      companies: [4],
      person: 12,
      part: 'refused',
    });
    expect(persons.elements()).toEqual([]);
  });

  test('of what waits leads to the documents', async () => {
    const screen = await open('/statistics/navigationFSS?period=month&from=2026-11-01', { locale: 'en' });
    await userEvent.click(page.getByRole('link', { name: '3', exact: true }).first());
    await expect.poll(() => screen.at().pathname).toBe('/statistics/navigationFSS/waiting');
    expect(Object.fromEntries(screen.at().searchParams)).toEqual({ kind: 'plan' });
    await seen(page.getByRole('link', { name: 'FP2611250001' }));
  });

  test('of a period leads to its decisions, a comparison to those of the period before', async () => {
    const screen = await open('/statistics/navigationFSSNew?unit=month&year=2026', { locale: 'en' });
    await userEvent.click(page.getByRole('link', { name: '0%', exact: true }));
    await expect.poll(() => screen.at().pathname).toBe('/statistics/navigationFSS/decisions');
    expect(Object.fromEntries(screen.at().searchParams)).toEqual({ period: 'month', from: '2025-12-01' });
  });
});

test.each([
  [
    '/statistics/navigationFSS?period=month&from=2026-11-01',
    'Export: By person',
    'ExportWork?table=people&period=month&from=2026-11-01',
  ],
  [
    '/statistics/navigationFSSNew?unit=month&year=2026',
    'Export: Service by period',
    'ExportPeriods?unit=month&year=2026',
  ],
  [
    '/statistics/navigationFSS/decisions?period=month&from=2026-11-01&person=12&page=2',
    'Export: Decisions',
    'ExportDecisions?period=month&from=2026-11-01&person=12&part=decisions',
  ],
  [
    '/statistics/navigationFSS/waiting?kind=plan&overdue=1',
    'Export: Awaiting decision',
    'ExportWaiting?kind=plan&overdue=true',
  ],
])('%s saves its table', async (path, button, file) => {
  await open(path, { locale: 'en' });
  await userEvent.click(page.getByRole('button', { name: button }));
  await userEvent.click(page.getByText('Excel', { exact: true }));
  const search = new URLSearchParams(file.split('?')[1]);
  await expect
    .poll(() => asked(`Statistics/${file.split('?')[0]}`).map(({ query }) => Object.fromEntries(query)))
    .toEqual([Object.fromEntries(search)]);
});

test('a list is printed whole, and its paper says what was chosen', async () => {
  const [company] = server().add('company', { name: '云翼通航', version: 1 });
  const search = `period=month&from=2026-11-01&person=12&kind=plan&page=2&companies=${company?.id}`;
  await open(`/statistics/navigationFSS/decisions?${search}`, { locale: 'en' });
  await userEvent.click(page.getByRole('button', { name: 'Print' }));
  const paper = page.getByRole('dialog', { name: 'Print' });
  await seen(
    paper.getByText('2026-11-01 – 2026-11-30 (Asia/Shanghai) · Flight plans · Decided by 顾平 · 云翼通航'),
  );
  await seen(paper.getByText('#10 (deleted)'));
  await seen(paper.getByText('2 in all', { exact: true }));
  expect(asked('Statistics/GetDecisions').map(({ body }) => body)).toMatchObject([
    { person: 12, kind: 'plan', skipCount: 50, maxResultCount: 50 },
    { person: 12, kind: 'plan', skipCount: 0, maxResultCount: 1000 },
  ]);
});

test.each(
  sampled([
    ['/statistics/navigationFSS?period=month&from=2026-11-01', 'Service statistics'],
    ['/statistics/navigationFSS/decisions?period=month&from=2026-11-01&person=12', 'Decisions'],
    ['/statistics/navigationFSS/waiting', 'Awaiting decision'],
  ]),
)('axe finds nothing on %s', async (path, heading) => {
  await open(path, { locale: 'en' });
  await seen(page.getByRole('heading', { name: heading, level: 1 }));
  expect(await validated(path)).toEqual([]);
});
