import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { airacCycleAt } from '#domain/aerodromes/airac.ts';
import { example } from '#tests/component/support/example.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { seen } from '#tests/component/support/ui.ts';

/** The page of an aerodrome: of when its data are. */

const dayMs = 86_400_000;
/** The first day of the AIRAC cycle that is so many before the one in force. */
const dayBefore = (cycles: number): string => airacCycleAt(Date.now() - cycles * 28 * dayMs).from;

async function fact(effectiveDate: string | null): Promise<string> {
  server().call('Briefing', 'Query', () => ({
    geometry: null,
    from: '',
    to: '',
    withinM: 0,
    items: [],
    more: false,
  }));
  const { id } = await example('airport', { name: '试验机场', icao: null, effectiveDate });
  await open(`/information/airport/${id}?tab=aerodrome`);
  const shown = page.getByRole('term').filter({ hasText: '航行资料' });
  await seen(shown);
  return shown.element().nextElementSibling?.textContent ?? '';
}

test('data of the AIRAC cycle in force are said to be, with its end', async () => {
  const { name, from, until } = airacCycleAt(Date.now());
  expect(await fact(from)).toBe(`${from} · AIRAC ${name}（现行，有效至 ${until}）`);
});

test('of older data it says how many cycles have come since, of coming ones that they are not in force yet', async () => {
  const { name, until } = airacCycleAt(Date.now());
  expect(await fact(dayBefore(3))).toContain(`（比现行的 ${name} 早 3 期）`);
  expect(await fact(until)).toContain(`（尚未生效，现行为 ${name}）`);
});

test('of data without a date it says when they were last changed', async () => {
  expect(await fact(null)).toMatch(/^未注明生效日期；最近修改于 \d{4}-\d\d-\d\d$/);
});
