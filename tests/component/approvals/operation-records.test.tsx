import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { open, server } from '#tests/component/support/mount.tsx';
import { gone, seen } from '#tests/component/support/ui.ts';

test('what was done is told in words: of a plan by its own, of an aircraft by those of its audit', async () => {
  const operatedAt = '2026-06-10T02:00:00.000Z';
  const operation = { operatedAt, recordId: 1 };
  server().add(
    'operateRecord',
    {
      ...operation,
      recordResource: 'plan',
      action: 'takeUpRelease',
      fromState: 5,
      toState: 6,
      operatedBy: 7,
      operatedByName: '顾平',
      channel: 'screen',
    },
    {
      ...operation,
      recordResource: 'aircraft',
      action: 'expire',
      fromState: 1,
      toState: 0,
      operatedByName: 'system',
      channel: 'system',
    },
  );
  await open('/navigation/operateRecord', { locale: 'en' });
  await seen(page.getByRole('cell', { name: 'Release application taken up' }));
  await seen(page.getByRole('cell', { name: 'Expired' }));
  await gone(page.getByText('takeUpRelease'));
  await seen(page.getByRole('cell', { name: 'System', exact: true }));
  await open('/navigation/operateRecord', { locale: 'en', phone: true });
  await seen(page.getByRole('link', { name: 'Release application taken up' }));
  await seen(page.getByRole('link', { name: 'Expired' }));
  await open('/navigation/operateRecord/1', { locale: 'en' });
  await seen(page.getByRole('heading', { name: 'Release application taken up' }));
  await seen(page.getByText('Flight plan', { exact: true }));
  await seen(page.getByText('Screen', { exact: true }));
});

test('a flow, its steps and what was decided on are told in words', async () => {
  const step = {
    name: '管制审批',
    nameEn: 'ATC decision',
    roles: ['ATMB'],
    organizationUnits: [],
    users: [],
  };
  const id = 1;
  server().add('flowConfig', {
    id,
    name: '计划审批',
    documentKind: 'aircraft',
    condition: { mtowKg: { $gt: 5700 } },
    steps: [{ ...step, quorum: 'all', timeLimitMinutes: 2880, onTimeout: 'remind', condition: null }],
  });
  await open('/permission/flowConfig/1', { locale: 'en' });
  await seen(page.getByText('Maximum take-off mass more than 5,700 kg'));
  await seen(page.getByText('ATC decision · ATMB · all · 2 d, remind'));

  server().add('flowInstance', {
    id,
    documentKind: 'aircraft',
    documentResource: 'aircraft',
    documentId: 7,
    steps: [step],
  });
  server().add('approval', {
    id,
    flowInstance: 1,
    stepIndex: 0,
    decision: 'approve',
    decidedAt: '2026-06-10T02:00:00.000Z',
    snapshot: { registration: 'B-70QZ', remark: null, mtowKg: 6000 },
  });
  await open('/permission/approval/1', { locale: 'en' });
  const snapshot = page.getByRole('region', { name: 'Aircraft', exact: true });
  await seen(snapshot.getByText('Registration mark'));
  await seen(snapshot.getByText('B-70QZ'));
  // It is laid out over the width of the record, in columns as any record.
  const [whole, record] = [snapshot.element(), snapshot.element().closest('.cw-groups, .ant-card-body')];
  const widthOf = (element: Element | null) => element?.getBoundingClientRect().width ?? 0;
  expect(widthOf(whole)).toBeGreaterThan(widthOf(record) * 0.9);
  const topOf = (element: Element | undefined) => element?.getBoundingClientRect().top;
  const [first, second] = whole.querySelectorAll('dt');
  expect(topOf(second)).toBe(topOf(first));
  await gone(page.getByText('"registration"'));
});
