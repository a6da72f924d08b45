import { expect, test } from 'vitest';
import { readWallText } from '#web/ui/wall-dates.ts';

test.each([
  ['2026-11-21 下午3:30', '2026-11-21T15:30'],
  ['2026年11月21日 下午3点半', '2026-11-21T15:30'],
  ['2026-11-21 3:30 PM', '2026-11-21T15:30'],
  ['2026-11-21 24:00', '2026-11-22T00:00'],
  ['２０２６-１１-２１ ０８：３０', '2026-11-21T08:30'],
  ['2026-11-21 0830', '2026-11-21T08:30'],
])('%s is typed as a time', (text, wall) => {
  expect(readWallText(text)?.format('YYYY-MM-DDTHH:mm')).toBe(wall);
});

test.each(['2026-11-2', '2026-11-21', '2026-11-21 083', '2026-11-21 08:3', '2026-11-21 25:00', '下午3:30'])(
  '%s is none yet',
  (text) => expect(readWallText(text)).toBeNull(),
);
