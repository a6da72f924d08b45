import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AlertView } from '#contract/alerts.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { heldSound, otherTab, touched } from '#tests/component/support/other-tab.ts';
import { seen } from '#tests/component/support/ui.ts';
import { speakAgain } from '#web/ui/level-sound.ts';
import { alert } from './alert-sample.ts';

/** Of several tabs of one browser, one sounds the alerts. */

const warningTones = 4;
const tones = vi.spyOn(AudioContext.prototype, 'createOscillator');
const sign = () => page.getByRole('button', { name: '1 alert not acknowledged: Warning' });

let alerts: AlertView[];

beforeEach(() => {
  tones.mockClear();
  touched(true);
  alerts = [alert(1, {})];
  server().call('Alert', 'GetList', () => ({ at: Date.now(), alerts, lacks: [] }));
});
afterEach(() => {
  speakAgain();
});

test('while another tab sounds alerts this one is silent, and sounds them when that one closes', async () => {
  const other = await otherTab('alerts');
  await open('/permission/aboutUs', { locale: 'en', shell: true });
  await seen(sign());
  await expect.poll(() => heldSound('alerts')).toEqual({ held: 1, pending: 1 });
  await expect.poll(() => tones.mock.calls.length).toBe(0);
  other.close();
  await expect.poll(() => tones.mock.calls.length).toBeGreaterThanOrEqual(warningTones);
});

test('a tab that is silenced leaves the sound to the next one, and takes it again after that', async () => {
  await open('/permission/aboutUs', { locale: 'en', shell: true });
  await expect.poll(() => tones.mock.calls.length).toBeGreaterThanOrEqual(warningTones);
  await expect.poll(() => heldSound('alerts')).toEqual({ held: 1, pending: 0 });
  await sign().click();
  await page.getByRole('button', { name: 'Silence for 10 min' }).click();
  // Comes once this tab has given it up.
  const other = await otherTab('alerts');
  await page.getByRole('button', { name: 'Turn sound on' }).click();
  await expect.poll(() => heldSound('alerts')).toEqual({ held: 1, pending: 1 });
  other.close();
  await expect.poll(() => heldSound('alerts')).toEqual({ held: 1, pending: 0 });
});

test('a tab that nobody has touched leaves the sound to the others until it is', async () => {
  touched(false);
  await open('/permission/aboutUs', { locale: 'en', shell: true });
  // Its browser decides whether that is heard.
  await expect.poll(() => tones.mock.calls.length).toBeGreaterThanOrEqual(warningTones);
  await expect.poll(() => heldSound('alerts')).toEqual({ held: 0, pending: 0 });
  await sign().click();
  await expect.poll(() => heldSound('alerts')).toEqual({ held: 1, pending: 0 });
});

test('without locks, as on a page without a secure connection, every tab sounds', async () => {
  const other = await otherTab('alerts');
  const locks = vi.spyOn(Navigator.prototype, 'locks', 'get').mockReturnValue(undefined as never);
  await open('/permission/aboutUs', { locale: 'en', shell: true });
  await expect.poll(() => tones.mock.calls.length).toBeGreaterThanOrEqual(warningTones);
  locks.mockRestore();
  other.close();
});
