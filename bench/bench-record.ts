import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type BenchRow, shown } from './bench-row.ts';

const recordedFigure = Type.Object({
  value: Type.Number(),
  unit: Type.String(),
  /** UTC ISO 8601. */
  at: Type.String(),
  /** The commit that was measured, short; `+` behind it: with changes. */
  revision: Type.String(),
});
const figures = Type.Record(Type.String(), recordedFigure);

export type RecordedFigure = Static<typeof recordedFigure>;
/** The last figure of each row, by the name of the row. */
export type RecordedFigures = Static<typeof figures>;

const file = Type.Object({ machine: Type.String(), figures });

/** What makes figures comparable: the processor, how much of it, and the Node that runs on it. */
export const thisMachine = (): string =>
  `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.versions.node.split('.')[0]}`;

/** Figures that were recorded on this machine; none: there is no file, or it is of another one. */
export async function readRecorded(path: string, machine: string): Promise<RecordedFigures> {
  const text = await readFile(path, 'utf8').catch(() => null);
  const content: unknown = text === null ? null : JSON.parse(text);
  return Value.Check(file, content) && content.machine === machine ? content.figures : {};
}

/** Rows take the place of what was recorded of them; others stay. */
export async function record(
  path: string,
  machine: string,
  rows: readonly BenchRow[],
  { at, revision }: Pick<RecordedFigure, 'at' | 'revision'>,
): Promise<void> {
  const known = await readRecorded(path, machine);
  const measured = rows.map(({ name, value, unit }): [string, RecordedFigure] => [
    name,
    { value, unit, at, revision },
  ]);
  const content: Static<typeof file> = { machine, figures: { ...known, ...Object.fromEntries(measured) } };
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
}

/** By so much figures of one machine differ from run to run. */
const noise = 0.1;

/** A row beside what was recorded of it; a row without a goal has no direction, and is never worse. */
export function beside(row: BenchRow, recorded: RecordedFigures): BenchRow {
  const before = recorded[row.name];
  if (!before || before.unit !== row.unit) return { ...row, note: joined('not recorded before', row.note) };
  const change = before.value === 0 ? 0 : row.value / before.value - 1;
  const isWorse = row.goal !== undefined && (row.goalIs === 'atMost' ? change > noise : change < -noise);
  const percent = `${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(0)} %`;
  const was = `${percent} on ${shown(before.value)} of ${before.revision}, ${before.at.slice(0, 10)}`;
  return { ...row, note: joined(isWorse ? `WORSE: ${was}` : was, row.note) };
}

const joined = (first: string, second: string | undefined) => (second ? `${first}; ${second}` : first);
