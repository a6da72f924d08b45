import { fileURLToPath } from 'node:url';
import { validatorsPlugin } from '#scripts/validators-plugin.ts';
import { type BenchRow, machine, printRows } from './bench-row.ts';
import { percentile, withServedPage } from './served-page.ts';

const keys = 200;

/** From a key to the frame that shows it, in the real form of a record with many fields. */
export async function run(): Promise<BenchRow[]> {
  const plugins = [validatorsPlugin(fileURLToPath(new URL('..', import.meta.url)))];
  return withServedPage({ page: 'form-page', plugins }, async (browser, address) => {
    const rows: BenchRow[] = [];
    for (const fields of [20, 60, 120]) {
      const busy = machine();
      const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
      await page.goto(`${address}?fields=${fields}`);
      await page.click('#field_field2');
      // The first keys find nothing compiled yet.
      await page.keyboard.type('warm it up ', { delay: 40 });
      await page.evaluate(() => {
        window.taken.length = 0;
      });
      for (let typed = 0; typed < keys; typed += 50) {
        await page.keyboard.type('abcdefghij'.repeat(5), { delay: 60 });
        await page.fill('#field_field2', '');
      }
      const taken = await page.evaluate(() => window.taken);
      rows.push({
        name: `form: p95 from key to paint, ${fields} fields`,
        value: percentile(taken, 0.95),
        unit: 'ms',
        ...(fields === 60 ? { goal: 30, goalIs: 'atMost' as const } : {}),
        note: `median ${percentile(taken, 0.5).toFixed(1)} ms of ${taken.length} keys, ${busy}`,
      });
      await page.close();
    }
    return rows;
  });
}

if (process.argv[1] === import.meta.filename) printRows(await run());
