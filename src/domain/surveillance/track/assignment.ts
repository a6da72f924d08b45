/** A possible pairing: row and column count from 0. */
export interface Pairing {
  row: number;
  column: number;
  cost: number;
}

/** Rows of one group that are paired so that the whole costs least: the work grows with the third power. */
const mostExactRows = 60;

/**
 * Pairs rows with columns so that the whole costs least (Kuhn and Munkres); a row may stay alone for `aloneCost`. Each
 * column is used once at most. Only the pairings given are possible. Of a crowd, more than `mostExactRows` rows that compete
 * with each other, the pairs that cost least go first. Answers the column of each row, -1 for alone.
 */
export function assign(rows: number, pairings: readonly Pairing[], aloneCost: number): Int32Array {
  const chosen = new Int32Array(rows).fill(-1);
  for (const group of groupsOf(rows, pairings)) {
    const [only] = group;
    if (group.length === 1 && only) {
      if (only.cost < aloneCost) chosen[only.row] = only.column;
    } else solve(group, aloneCost, chosen);
  }
  return chosen;
}

/** Pairings that compete with each other, however indirectly; the groups are solved one by one. */
function groupsOf(rows: number, pairings: readonly Pairing[]): Pairing[][] {
  const parent = Array.from({ length: rows }, (_, row) => row);
  const find = (row: number): number => {
    let root = row;
    while (parent[root] !== root) root = parent[root] ?? root;
    parent[row] = root;
    return root;
  };
  const holder = new Map<number, number>();
  for (const { row, column } of pairings) {
    const other = holder.get(column);
    if (other === undefined) holder.set(column, row);
    else parent[find(row)] = find(other);
  }
  const groups = new Map<number, Pairing[]>();
  for (const pairing of pairings) {
    const root = find(pairing.row);
    const group = groups.get(root);
    if (group) group.push(pairing);
    else groups.set(root, [pairing]);
  }
  return [...groups.values()];
}

const impossible = 1e9;

function solve(group: readonly Pairing[], aloneCost: number, chosen: Int32Array): void {
  const rows = [...new Set(group.map(({ row }) => row))];
  if (rows.length > mostExactRows) {
    pairCheapest(group, aloneCost, chosen);
    return;
  }
  const columns = [...new Set(group.map(({ column }) => column))];
  const placeOfRow = new Map(rows.map((row, place) => [row, place]));
  const placeOfColumn = new Map(columns.map((column, place) => [column, place]));
  const width = columns.length + rows.length;
  const costs = rows.map((_, i) => {
    const line = new Float64Array(width).fill(impossible);
    // Each row has a column of its own in which it stays alone.
    line[columns.length + i] = aloneCost;
    return line;
  });
  for (const { row, column, cost } of group) {
    const line = costs[placeOfRow.get(row) ?? -1];
    const place = placeOfColumn.get(column);
    if (line && place !== undefined) line[place] = cost;
  }
  const rowOfColumn = hungarian(costs, width);
  for (let column = 0; column < columns.length; column++) {
    const row = rows[(rowOfColumn[column + 1] ?? 0) - 1];
    const line = costs[(rowOfColumn[column + 1] ?? 0) - 1];
    if (row !== undefined && (line?.[column] ?? impossible) < impossible) chosen[row] = columns[column] ?? -1;
  }
}

function pairCheapest(group: readonly Pairing[], aloneCost: number, chosen: Int32Array): void {
  const taken = new Set<number>();
  for (const { row, column, cost } of [...group].sort((a, b) => a.cost - b.cost)) {
    if (cost >= aloneCost || taken.has(column) || chosen[row] !== -1) continue;
    taken.add(column);
    chosen[row] = column;
  }
}

/** Row (from 1) of each column (from 1), 0 for none. Shortest augmenting paths with potentials, O(rows² · columns). */
function hungarian(costs: readonly Float64Array[], width: number): Int32Array {
  const rowPotential = new Float64Array(costs.length + 1);
  const columnPotential = new Float64Array(width + 1);
  const rowOf = new Int32Array(width + 1);
  const before = new Int32Array(width + 1);
  for (let row = 1; row <= costs.length; row++) {
    rowOf[0] = row;
    let column = 0;
    const least = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(width + 1);
    do {
      used[column] = 1;
      const from = rowOf[column] ?? 0;
      const line = costs[from - 1];
      let delta = Number.POSITIVE_INFINITY;
      let nearest = 0;
      for (let j = 1; j <= width; j++) {
        if (used[j]) continue;
        const reduced = (line?.[j - 1] ?? impossible) - (rowPotential[from] ?? 0) - (columnPotential[j] ?? 0);
        if (reduced < (least[j] ?? 0)) {
          least[j] = reduced;
          before[j] = column;
        }
        if ((least[j] ?? 0) < delta) {
          delta = least[j] ?? 0;
          nearest = j;
        }
      }
      for (let j = 0; j <= width; j++) {
        if (used[j]) {
          const owner = rowOf[j] ?? 0;
          rowPotential[owner] = (rowPotential[owner] ?? 0) + delta;
          columnPotential[j] = (columnPotential[j] ?? 0) - delta;
        } else least[j] = (least[j] ?? 0) - delta;
      }
      column = nearest;
    } while (rowOf[column] !== 0);
    do {
      const previous = before[column] ?? 0;
      rowOf[column] = rowOf[previous] ?? 0;
      column = previous;
    } while (column !== 0);
  }
  return rowOf;
}
