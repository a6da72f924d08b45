import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { isObject } from '#domain/text/narrow.ts';
import { json } from '#tests/component/support/fake-server.ts';
import { admin, open, server } from '#tests/component/support/mount.tsx';
import { css, gone, number, seen } from '#tests/component/support/ui.ts';
import { unsentReports } from '#web/features/plans/unsent-reports.ts';

const report = '/api/services/app/Navigation/UpdateStateAndRealEta';
const reverting = '/api/services/app/Navigation/BackUpdateStateAndRealEta';
const answer = (result: unknown) => json({ success: true, result, error: null });
const minute = 60_000;
const minutesAgo = (minutes: number) =>
  new Date(Math.floor(Date.now() / minute) * minute - minutes * minute).toISOString();

/** A plan that is released for five minutes ago; the take-off moves it on. */
let state = 8;
function plan() {
  return {
    id: 7,
    version: 3,
    planNumber: 'FP2611210001',
    callsign: 'B10QA',
    company: 1,
    state,
    startTime: minutesAgo(5),
    endTime: minutesAgo(-55),
    realEtd: minutesAgo(5),
    takeoffAt: state === 9 ? minutesAgo(1) : null,
    realEta: null,
    actualNum: 1,
    flightNum: null,
    restricted: false,
    restriction: null,
    landedAirport: null,
    landedPoint: null,
    labels: {},
    waiting: false,
    stateText: '',
  };
}

/** Whether the phone has a connection, and what came over it. */
let connected = true;
const arrived = () =>
  server()
    .asked.filter(({ path }) => path === report)
    .map(({ body }) => body)
    .filter(isObject);

beforeEach(() => {
  state = 8;
  connected = true;
  unsentReports.set([]);
  server().on('/api/services/app/Navigation/GetNAircraft', () => answer({ totalCount: 1, items: [plan()] }));
  server().on('/api/services/app/Navigation/GetProposals', () => answer({ items: [] }));
  server().on('/api/services/app/Navigation/GetSettingValue', () => answer({ takeoffToleranceMinutes: 15 }));
  server().on('/api/services/app/Navigation/GetNAircraftById', () =>
    answer({ plan: plan(), tasks: [], actions: [], flows: [] }),
  );
  server().on(report, () => {
    if (!connected) throw new TypeError('Failed to fetch');
    state = 9;
    return answer({ id: 7, version: 4, state });
  });
});

const takeOff = () => css('[data-action=takeOff]');
const unsent = () => css('[data-unsent]');

/** Presses "Send now" and runs `change` at that moment. Any earlier, the page's own retry could send the report first. */
async function sendNow(change: () => void): Promise<void> {
  document.addEventListener('click', change, { capture: true, once: true });
  await page.getByRole('button', { name: 'Send now' }).click();
}

const openReports = () => open('/intelligence/takeOffReport', { locale: 'en', phone: true, shell: true });

test('a take-off without connection is kept, survives a reload and is sent once with its time', async () => {
  connected = false;
  await openReports();
  await takeOff().click();
  await seen(page.getByText('Waiting for the connection'));
  const [first] = arrived();
  expect(first).toMatchObject({ id: 7, state: 9, actualNum: 1 });
  expect(localStorage.getItem(`clearway.unsent.reports.${admin.userId}`)).toContain(String(first?.reportKey));
  // Nothing more is asked of the crew for it.
  expect(takeOff().elements()).toHaveLength(0);

  unsentReports.set([]);
  await openReports();
  await number(unsent(), 1);
  await sendNow(() => {
    connected = true;
  });
  await gone(unsent());
  const last = arrived().at(-1);
  expect(last).toEqual(first);
  expect(Math.abs(Date.parse(String(last?.madeAt)) - Date.now())).toBeLessThan(minute);
  expect(localStorage.getItem(`clearway.unsent.reports.${admin.userId}`)).toBeNull();
});

test('the connection that is back sends it, and a landing goes behind its take-off', async () => {
  connected = false;
  const screen = await openReports();
  await takeOff().click();
  await number(unsent(), 1);
  await screen.go('/intelligence/landingReport');
  await css('[data-action=land]').click();
  await number(unsent(), 2);
  const before = arrived().length;
  connected = true;
  window.dispatchEvent(new Event('online'));
  await gone(unsent());
  expect(
    arrived()
      .slice(before)
      .map((body) => body.state),
  ).toEqual([9, 10]);
});

test('a refusal on arrival stays with its report until it is corrected or discarded', async () => {
  connected = false;
  await openReports();
  await takeOff().click();
  await number(unsent(), 1);
  await sendNow(() =>
    server().on(report, () =>
      json(
        {
          success: false,
          result: null,
          error: { code: 0, message: 'The plan is "Cancelled"', details: null },
        },
        409,
      ),
    ),
  );
  await seen(page.getByText('The plan is "Cancelled"'));
  await openReports();
  await seen(page.getByText('The plan is "Cancelled"'));
  await page.getByRole('button', { name: 'Discard' }).click();
  await css('.ant-popconfirm .ant-btn-primary').click();
  await gone(unsent());
});

test('one that is refused at once is said in its form and not kept', async () => {
  await openReports();
  server().on(report, () =>
    json({ success: false, result: null, error: { code: 0, message: 'Too early', details: null } }, 409),
  );
  await takeOff().click();
  await seen(page.getByText('Too early'));
  expect(unsentReports.get()).toEqual([]);
});

test('for some seconds a report is undone from its toast: withdrawn where it was sent, struck out where it waits', async () => {
  server().on(reverting, () => {
    state = 8;
    return answer({ id: 7, version: 5, state });
  });
  await openReports();
  await takeOff().click();
  await css('[data-action=undoReport]').click();
  await expect
    .poll(
      () =>
        server()
          .asked.filter(({ path }) => path === reverting)
          .at(-1)?.body,
    )
    .toEqual({ id: 7, state: 9, actualNum: 1 });
  await seen(takeOff());

  connected = false;
  await takeOff().click();
  await number(unsent(), 1);
  await css('[data-action=undoReport]').click();
  await gone(unsent());
});
