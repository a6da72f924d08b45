import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '#tests/component/support/mount.tsx';
import { localText } from '#web/client/clock.ts';
import { Countdown, Countdowns } from '#web/ui/flight-time.tsx';

/** Half a minute beside the figure, so that it holds while the test looks. */
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000 + 30_000).toISOString();
const timers = () => [...document.querySelectorAll('[role=timer]')].map(({ textContent }) => textContent);

test('a time limit is its name, its moment and what is left, in both languages', async () => {
  const to = inMinutes(19 * 60 + 16);
  const at = localText(to).slice(5, 16);
  await mount(<Countdown to={to} label="File by" />, { locale: 'en' });
  await expect.element(page.getByRole('timer')).toHaveTextContent(`File by ${at} (in 19 h 16 min)`);
  await mount(<Countdown to={to} label="申报截止" />);
  await expect.element(page.getByRole('timer')).toHaveTextContent(`申报截止 ${at}（还有 19 小时 16 分钟）`);
});

test('one that is past is said to be overdue', async () => {
  const to = inMinutes(-181);
  const at = localText(to).slice(5, 16);
  await mount(<Countdown to={to} label="File by" />, { locale: 'en' });
  await expect.element(page.getByRole('timer')).toHaveTextContent(`File by ${at} (3 h overdue)`);
});

test('of two limits both are named, the earlier first; of the same moment the law is named', async () => {
  const [step, law] = [inMinutes(60), inMinutes(30)];
  await mount(
    <Countdowns
      limits={[
        { to: step, label: 'Step target' },
        { to: law, label: 'Legal limit' },
      ]}
    />,
    { locale: 'en' },
  );
  await expect.poll(() => timers().map((text) => text?.slice(0, 11))).toEqual(['Legal limit', 'Step target']);
  await mount(
    <Countdowns
      limits={[
        { to: law, label: 'Step target' },
        { to: law, label: 'Legal limit' },
        { to: null, label: 'Departs' },
      ]}
    />,
    { locale: 'en' },
  );
  await expect.poll(() => timers().map((text) => text?.slice(0, 11))).toEqual(['Legal limit']);
});
