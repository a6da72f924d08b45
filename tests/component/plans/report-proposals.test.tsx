import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ProposalView } from '#contract/plans/report-proposals.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, gone, seen, validated } from '#tests/component/support/ui.ts';
import { planNumber, savedPlan } from './plan-sample.ts';

/** Take-offs and landings that surveillance saw: a person accepts or dismisses each. */

const proposal: ProposalView = {
  id: 3,
  plan: 7,
  planNumber: planNumber(7),
  planState: 9,
  jobTask: null,
  callsign: 'B10QA',
  companyName: '云翼通航',
  kind: 'landing',
  at: '2026-06-10T01:30:00.000Z',
  airport: null,
  airportName: '广汉',
  point: null,
  pointName: null,
  icao24: '780c02',
  mayDecide: true,
};
let items: ProposalView[] = [];

beforeEach(() => {
  items = [proposal];
  server().call('Navigation', 'GetNAircraft', () => ({ totalCount: 0, items: [] }));
  server().call('Navigation', 'GetProposals', () => ({ items }));
  server().call('Navigation', 'DismissProposal', () => {
    items = [];
    return true;
  });
  server().call('Navigation', 'AcceptProposal', () => {
    items = [];
    return savedPlan(7, 10);
  });
});

const row = css('li[data-proposal]');
const bodies = (method: string) =>
  server()
    .asked.filter(({ path }) => path.endsWith(`/Navigation/${method}`))
    .map(({ body }) => body);

async function openReports() {
  await open('/intelligence/landingReport');
  await seen(row.getByText('B10QA'));
}

test('a landing that was seen wrongly is dismissed', async () => {
  await openReports();
  expect(await validated('landing reports')).toEqual([]);
  await row.css('[data-action=dismiss]').click();
  await gone(row);
  expect(bodies('DismissProposal')).toEqual([{ id: 3 }]);
  expect(bodies('AcceptProposal')).toEqual([]);
});

test('a landing is accepted at the time that was seen', async () => {
  await openReports();
  await row.css('[data-action=accept]').click();
  await gone(row);
  expect(bodies('AcceptProposal')).toEqual([{ id: 3 }]);
});

test('a landing is accepted at another time that is typed', async () => {
  await openReports();
  await row.css('input').first().fill('2026-06-10 09:28');
  await userEvent.keyboard('{Enter}');
  await row.css('[data-action=accept]').click();
  await gone(row);
  expect(bodies('AcceptProposal')).toEqual([{ id: 3, at: '2026-06-10T01:28:00.000Z' }]);
});

test('who may not report for the operator sees it without buttons', async () => {
  items = [{ ...proposal, mayDecide: false }];
  await openReports();
  expect(row.css('button').elements()).toHaveLength(0);
  expect(row.css('input').elements()).toHaveLength(0);
});
