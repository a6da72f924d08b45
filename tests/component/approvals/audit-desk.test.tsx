import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { AuditItem, AuditTimeline } from '#contract/approvals/audit.ts';
import type { FlowStepView } from '#contract/approvals/flow-view.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, number, seen, texts, tooWide } from '#tests/component/support/ui.ts';

/** The desk of records that wait for an audit. */

const title = (id: number) => `B-10A${id}`;

function auditItem(id: number): AuditItem {
  return {
    flowInstance: 100 + id,
    resource: 'aircraft',
    kindText: '航空器审核',
    id,
    title: title(id),
    subtitle: null,
    company: 1,
    companyName: '云翼通航',
    state: 1,
    stateText: '待审',
    flowState: 'running',
    stepIndex: 1,
    stepCount: 3,
    stepName: '复审',
    submittedAt: '2031-05-01T02:00:00.000Z',
    waitingSince: null,
    stepDueAt: null,
    endedAt: null,
    applicantName: '何远',
    mine: true,
    expiry: '2031-06-01',
  };
}

function flowStep(index: number, name: string, state: FlowStepView['state']): FlowStepView {
  return {
    index,
    name,
    roles: [],
    who: ['空管单位'],
    assignees: [],
    quorum: 'any',
    timeLimitMinutes: null,
    onTimeout: 'remind',
    state,
    dueAt: null,
    decisions: [],
  };
}

function timeline(id: number): AuditTimeline {
  return {
    resource: 'aircraft',
    id,
    title: title(id),
    version: 1,
    state: 1,
    stateText: '待审',
    opinion: null,
    papers: [
      { field: 'insuranceUntil', label: '保险', until: '2032-01-31', expired: false },
      { field: 'airworthinessUntil', label: '适航证', until: '2026-01-31', expired: true },
    ],
    expiry: '2026-01-31',
    stepIndex: 1,
    mine: true,
    mayReturn: true,
    mayReassign: true,
    may: { approve: null, return: null, reassign: null, reject: null },
    flows: [
      {
        id: 1,
        kind: 'aircraft',
        kindText: '航空器审核',
        state: 'running',
        stepIndex: 1,
        takenByName: null,
        takenAt: null,
        startedAt: '2031-05-01T02:00:00.000Z',
        endedAt: null,
        applicantName: '何远',
        comment: null,
        flowVersion: null,
        flowName: null,
        steps: [flowStep(0, '初审', 'done'), flowStep(1, '复审', 'waiting'), flowStep(2, '终审', 'ahead')],
      },
    ],
    events: [],
    baseline: null,
    changes: [],
  };
}

beforeEach(() => {
  const items = [1, 2].map(auditItem);
  server().add('aircraft', ...items.map(({ id }) => ({ id, registration: title(id), company: 1 })));
  server().call('Audit', 'GetInbox', () => ({
    totalCount: items.length,
    items,
    counts: { '-1': 0, '0': items.length, '1': 0, '2': 0, '3': 0, all: items.length },
    waiting: { aircraft: items.length },
  }));
  server().call('Audit', 'GetTimeline', ({ id }) => timeline(Number(id)));
});

async function openDesk(look: { phone?: boolean; locale?: 'en' } = {}) {
  await open('/baseManage/aircraftAudit', look);
  await number(css('.plan-queue button[data-record]'), 2);
}

const opened = () =>
  document.querySelector<HTMLElement>('.plan-queue button[aria-current=true]')?.dataset.record;

test('the keys of the desk work before anything was clicked', async () => {
  await openDesk();
  await userEvent.keyboard('j');
  await expect.poll(opened).toBe('1');
  await seen(css('.plan-decide [data-act=approve]'));
  await userEvent.keyboard('j');
  await expect.poll(opened).toBe('2');
});

test('an audit begins with the papers, the first to expire first; its steps are one line that opens', async () => {
  await openDesk();
  await css('.plan-queue button[data-record]').first().click();
  await seen(css('.audit-papers'));
  await expect.poll(() => texts(css('.audit-papers dt'))).toEqual(['适航证', '保险']);
  await expect.poll(() => texts(css('.audit-papers dd'))[0]).toMatch(/2026-01-31.*已过期/);
  const steps = css('.audit-steps');
  await seen(steps);
  const [papers, line] = [css('.audit-papers'), steps].map((one) => one.element().getBoundingClientRect());
  expect(papers?.top).toBeLessThan(line?.top ?? 0);
  expect(line?.height).toBeLessThan(60);
  await expect.element(css('.audit-steps summary [aria-current=step]')).toHaveTextContent('复审');
  await css('.audit-steps summary').click();
  await number(css('.audit-steps .flow-node'), 3);
});

test('in English the queue is no wider than a phone', async () => {
  await openDesk({ phone: true, locale: 'en' });
  expect(tooWide('main#content')).toBe(0);
});
