import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beside, readRecorded, record, thisMachine } from '#bench/bench-record.ts';
import { type BenchRow, printRows } from '#bench/bench-row.ts';
import { root } from './build.ts';

/** The last figures of this machine; it says nothing to another, and is not committed. */
const recordedAt = path.join(root, 'bench', 'recorded.json');

/**
 * `npm run bench`: every file of bench/ that exports `run`, or those named; one table at the end. The figures are recorded;
 * with `--compare` they stand beside the recorded ones instead, which stay.
 */
export async function main(args: string[]): Promise<void> {
  const compares = args.includes('--compare');
  const names = args.filter((one) => one !== '--compare');
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
  const machine = thisMachine();
  if (compares) {
    const recorded = await readRecorded(recordedAt, machine);
    printRows(rows.map((row) => beside(row, recorded)));
    return;
  }
  printRows(rows);
  await record(recordedAt, machine, rows, { at: new Date().toISOString(), revision: revision() });
}

function revision(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+');
  } catch {
    return 'no revision';
  }
}
