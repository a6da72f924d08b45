import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NotamDetail, NotamInput, NotamView } from '#contract/notam.ts';
import { open, server } from '#tests/component/support/mount.tsx';

/** The list of NOTAMs in its groups, and the form that replaces one. */

const hour = 3_600_000;
const iso = (ms: number) => new Date(Date.now() + ms).toISOString();
const raw = [
  '(L0007/26 NOTAMN',
  'Q) ZPKM/QOBCE/V/M/AE/000/025/3035N10404E001',
  'A) ZUUU B) 2611280000 C) 2701290000 EST',
  'E) CRANE ERECTED AT N303500E1040400, HEIGHT 120M AGL.)',
].join('\n');
const crane: NotamView = {
  id: 7,
  number: 'L0007/26',
  type: 'N',
  refers: null,
  kind: 'notam',
  fir: 'ZPKM',
  locations: ['ZUUU'],
  qCode: 'QOBCE',
  words: { 'zh-Hans': '障碍物：架设', en: 'Obstacle: Erected' },
  group: 'obstacle',
  validFrom: iso(-48 * hour),
  validTo: iso(500 * 24 * hour),
  isEstimated: true,
  isPermanent: false,
  schedule: null,
  phase: 'active',
  isActiveNow: true,
  text: 'CRANE ERECTED AT N303500E1040400, HEIGHT 120M AGL.',
  textZh: null,
  lower: { value: 0, unit: 'm', reference: 'AGL' },
  // Of the Q-line.
  upper: { value: 25, unit: 'FL', reference: 'STD' },
  area: null,
  areaFrom: 'qLine',
  effect: 'warn',
  isChecklist: false,
  isIncomplete: false,
  state: 'current',
  issuedAt: null,
  receivedAt: null,
  isDemo: false,
  acknowledgedAt: null,
};
const lights: NotamView = {
  ...crane,
  id: 8,
  number: 'L0008/26',
  isIncomplete: true,
  locations: ['ZUGH'],
  group: 'lighting',
  validTo: iso(hour),
};
const detail: NotamDetail = {
  ...crane,
  originator: null,
  raw,
  problems: [],
  before: [],
  after: null,
  times: [],
  acknowledged: [],
  mayChange: true,
};

function notams() {
  const made: { input: NotamInput | null } = { input: null };
  server().call('Notam', 'GetList', () => ({ totalCount: 2, items: [crane, lights] }));
  server().call('Notam', 'Get', () => detail);
  server().call('Notam', 'GetQCodes', () => ({
    subjects: [{ code: 'OB', words: { 'zh-Hans': '障碍物', en: 'Obstacle' } }],
    conditions: [
      { code: 'CE', words: { 'zh-Hans': '架设', en: 'Erected' } },
      { code: 'CN', words: { 'zh-Hans': '取消', en: 'Cancelled' } },
    ],
    firs: ['ZPKM'],
  }));
  server().call('Notam', 'Preview', (input) => {
    made.input = input;
    return {
      messages: [
        { text: '(L----/26A02 NOTAMN)', length: 1_790 },
        { text: '(L----/26B02 NOTAMN)', length: 900 },
      ],
      hasOwnArea: true,
      words: crane.words,
      area: null,
      areaFrom: 'qLine',
      lower: null,
      upper: null,
      times: [],
      problems: [],
      errors: [],
    };
  });
  return made;
}

test('NOTAMs are in groups by place, kind or day, and another year is written out', async () => {
  notams();
  await open('/information/notice', { locale: 'en' });
  await expect.element(page.getByRole('region', { name: 'ZUGH' })).toHaveTextContent('L0008/26');
  await expect.element(page.getByRole('region', { name: 'ZUGH' })).toHaveTextContent('Incomplete');
  await expect.element(page.getByRole('region', { name: 'ZUUU' })).not.toHaveTextContent('Incomplete');
  await expect.element(page.getByRole('region', { name: 'ZUUU' })).toHaveTextContent('L0007/26');
  const until = new Date(Date.now() + 500 * 24 * hour).getFullYear();
  await expect.element(page.getByRole('region', { name: 'ZUUU' })).toHaveTextContent(`– ${until}-`);
  await page.getByTitle('By place').click();
  await page.getByTitle('By kind').click();
  await expect.element(page.getByRole('region', { name: 'Lighting' })).toHaveTextContent('L0008/26');
  await expect.element(page.getByRole('region', { name: 'Obstacles' })).toHaveTextContent('L0007/26');
});

test('a replacement begins at once, with the qualifiers and limits that the one before was written with', async () => {
  const made = notams();
  await open('/information/notice?notam=7', { locale: 'en' });
  await page.getByRole('button', { name: 'Replace' }).click();
  await expect.poll(() => made.input?.replaces).toBe(7);
  expect(made.input).toMatchObject({
    series: 'L',
    traffic: 'V',
    purpose: 'M',
    scope: 'AE',
    locations: ['ZUUU'],
    lower: null,
    upper: null,
  });
  expect(Math.abs(Date.parse(made.input?.validFrom ?? '') - Date.now())).toBeLessThan(2 * 60_000);
  const form = page.getByRole('dialog');
  await expect.element(form.getByLabelText('Series')).toBeDisabled();
  await expect.element(form.getByLabelText('A) Places')).toBeDisabled();
  await form.getByTitle('CE Erected').click();
  await expect.element(page.getByTitle('CE Erected').last()).toBeVisible();
  await expect.element(page.getByTitle('CN Cancelled')).not.toBeInTheDocument();
});

test('a new one has a scope that its places allow, and the hours of its schedule beside its text', async () => {
  const made = notams();
  await open('/information/notice', { locale: 'en' });
  await page.getByRole('button', { name: 'New NOTAM' }).click();
  const form = page.getByRole('dialog');
  await expect.poll(() => made.input?.scope).toBe('W');
  await form.getByLabelText('A) Places').fill('ZUUU ');
  await form.getByLabelText('D) Schedule').fill('DEC 10 0100-0300');
  // Of an FIR beside an aerodrome no scope with A is offered.
  await expect.poll(() => [made.input?.locations, made.input?.scope]).toEqual([['ZPKM', 'ZUUU'], 'W']);
  await expect.element(form.getByText('No active hours in the first 7 days')).toBeVisible();
  await form.getByLabelText('A) Places').fill('');
  await userEvent.keyboard('{Backspace}{Backspace}');
  await form.getByLabelText('A) Places').fill('ZUUU ');
  await expect.poll(() => [made.input?.locations, made.input?.scope]).toEqual([['ZUUU'], 'AW']);
});

test('each part is shown with its length, and at the area that the text has one itself', async () => {
  notams();
  await open('/information/notice', { locale: 'en' });
  await page.getByRole('button', { name: 'New NOTAM' }).click();
  const preview = page.getByRole('region', { name: 'As it will be sent' });
  await expect.element(preview.getByText('Part 2 of 2 · 900 of 1,800 characters')).toBeVisible();
  await expect.element(preview.getByText('(L----/26B02 NOTAMN)')).toBeVisible();
  await expect
    .element(page.getByText('E) describes an area itself: the drawing is not written.'))
    .toBeInTheDocument();
});
