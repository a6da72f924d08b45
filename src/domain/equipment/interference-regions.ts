import { neighboursOf } from './interference-cells.ts';

/** A cell with interference; `region`: that of which it was at the last evaluation, null: of none. */
export interface DisturbedCell {
  cell: number;
  /** UTC ms. */
  since: number;
  region: string | null;
}

/** Neighbouring cells with interference. */
export interface DisturbedRegion<Cell extends DisturbedCell = DisturbedCell> {
  /** The same as long as it lasts, whatever it gains and loses. */
  id: string;
  /** Those that have it longest first. */
  cells: Cell[];
}

/**
 * Cells that touch each other, by a corner too, are one region. Of two that grow together the older one goes on; of one that
 * falls apart, the part that has it longest.
 */
export function regionsOf<Cell extends DisturbedCell>(cells: readonly Cell[]): DisturbedRegion<Cell>[] {
  const sorted = [...cells].sort((a, b) => a.since - b.since || a.cell - b.cell);
  const left = new Map(sorted.map((one) => [one.cell, one]));
  const taken = new Set<string>();
  return sorted.flatMap((first) => {
    if (!left.delete(first.cell)) return [];
    const part = [first];
    for (const { cell } of part)
      for (const neighbour of neighboursOf(cell)) {
        const one = left.get(neighbour);
        if (one && left.delete(neighbour)) part.push(one);
      }
    part.sort((a, b) => a.since - b.since || a.cell - b.cell);
    const ids = [...part.flatMap(({ region }) => region ?? []), ...part.map(newId)];
    const id = ids.find((one) => !taken.has(one)) ?? newId(first);
    taken.add(id);
    return [{ id, cells: part }];
  });
}

/** Interference that begins again in the same cell is another region. */
const newId = ({ cell, since }: DisturbedCell): string => `${cell}@${since}`;
