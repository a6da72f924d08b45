import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { NotamDetail } from '#contract/notam.ts';
import { mount, server } from '#tests/component/support/mount.tsx';
import { queryClient } from '#web/client/query-client.ts';
import { NotamPanel } from '#web/features/notam/notam-panel.tsx';

/** What is known of a NOTAM, with a SNOWTAM in words. */

const text = 'SNOWTAM 0124\nZBAA\n02170055 09L 5/5/2 100/50/75 NR/06/06 WET/SLUSH/SLUSH';
const snowtam: NotamDetail = {
  id: 1,
  number: null,
  type: 'N',
  refers: null,
  kind: 'snowtam',
  fir: 'ZBPE',
  locations: ['ZBAA'],
  qCode: null,
  words: { 'zh-Hans': '', en: '' },
  group: 'other',
  validFrom: '2026-02-17T00:55:00.000Z',
  validTo: '2026-02-17T08:55:00.000Z',
  isEstimated: false,
  isPermanent: false,
  schedule: null,
  phase: 'active',
  isActiveNow: true,
  text,
  textZh: null,
  lower: null,
  upper: null,
  area: null,
  areaFrom: 'none',
  effect: 'none',
  isChecklist: false,
  isIncomplete: false,
  state: 'current',
  issuedAt: null,
  receivedAt: null,
  isDemo: false,
  acknowledgedAt: null,
  originator: null,
  raw: text,
  problems: [],
  before: [],
  after: null,
  times: [],
  acknowledged: [],
  mayChange: false,
};

test.each([
  ['en', 'By runway', /Runway 09L.*slush/i],
  ['zh-Hans', '各跑道状况', /09L.*雪浆/],
] as const)('a SNOWTAM is put in words by runway beside its text, %s', async (locale, label, words) => {
  queryClient.clear();
  server().call('Notam', 'Get', () => snowtam);
  const nothing = () => {};
  await mount(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <NotamPanel id={1} onClose={nothing} onChoose={nothing} onReplace={nothing} />
      </MemoryRouter>
    </QueryClientProvider>,
    { locale },
  );
  await expect.element(page.getByText(label, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('listitem').filter({ hasText: words })).toBeVisible();
  await expect.element(page.getByText('SNOWTAM 0124').first()).toBeVisible();
});
