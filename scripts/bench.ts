import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BenchRow, printRows } from '#bench/bench-row.ts';
import { root } from './build.ts';

/** `npm run bench`: every file of bench/ that exports `run`, or those named; one table at the end. */
export async function main(names: string[]): Promise<void> {
  const folder = path.join(root, 'bench');
  const rows: BenchRow[] = [];
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort();
  for (const file of files) {
    const name = path.basename(file, '.ts');
    if (names.length > 0 && !names.includes(name)) continue;
    const module: { run?: () => Promise<BenchRow[]> } = await import(
      pathToFileURL(path.join(folder, file)).href
    );
    if (!module.run) continue;
    console.log(`${name} …`);
    try {
      rows.push(...(await module.run()));
    } catch (error) {
      console.error(`${name} failed:`, error);
      process.exitCode = 1;
    }
  }
  console.log();
  printRows(rows);
}
