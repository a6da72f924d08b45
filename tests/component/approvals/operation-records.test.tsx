import { test } from 'vitest';
import { page } from 'vitest/browser';
import { open, server } from '#tests/component/support/mount.tsx';
import { gone, seen } from '#tests/component/support/ui.ts';

test('what was done is told in words: of a plan by its own, of an aircraft by those of its audit', async () => {
  const operatedAt = '2026-06-10T02:00:00.000Z';
  const operation = { operatedAt, recordId: 1 };
  server().add(
    'operateRecord',
    { ...operation, recordResource: 'plan', action: 'takeUpRelease', fromState: 5, toState: 6 },
    { ...operation, recordResource: 'aircraft', action: 'expire', fromState: 1, toState: 0 },
  );
  await open('/navigation/operateRecord', { locale: 'en' });
  await seen(page.getByRole('cell', { name: 'Release application taken up' }));
  await seen(page.getByRole('cell', { name: 'Expired' }));
  await gone(page.getByText('takeUpRelease'));
  await open('/navigation/operateRecord/1', { locale: 'en' });
  await seen(page.getByText('Flight plan', { exact: true }));
});
