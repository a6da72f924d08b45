import type { InformationKind } from './bulletin.ts';

/**
 * Tables among reports: lines of columns that the first of them names, and tables of winds aloft as the United States and Canada
 * send them. Each is cut into pieces that stand for themselves: a piece has the head of its table with it.
 */

interface Piece {
  kind: InformationKind;
  raw: string;
}

/** What a table of columns holds is known by columns that it must have; its rows are put together by others. */
const columnTables: readonly {
  kind: InformationKind;
  needs: readonly RegExp[];
  together: readonly string[];
}[] = [
  {
    kind: 'windsAloft',
    needs: [/^time$/, /^level$/, /^directiondeg$/, /^speed(?:mps|kt|kmh)$/],
    together: ['place', 'latitude', 'longitude', 'time', 'from', 'to', 'issued'],
  },
];

/** The cells of a line, between commas, semicolons or tabs, without the quotation marks around them. */
export const cellsOf = (line: string): string[] =>
  line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

/** The names of columns without regard to case and underscores: `direction_deg` is `directiondeg`. */
export const columnNames = (line: string): string[] =>
  cellsOf(line).map((name) => name.toLowerCase().replaceAll('_', ''));

const tableOf = (line: string) => {
  if (!/[,;\t]/.test(line)) return undefined;
  const names = columnNames(line);
  return columnTables.find(({ needs }) => needs.every((need) => names.some((name) => need.test(name))));
};

const levelLine = /^FT(?:\s+\d{4,5}){2,}\s*$/;
const tableHead = /^(?:FD\d\w*|DATA BASED ON|BASED ON|VALID)\b/;

/**
 * The first table of some lines, and what stands before and behind it; null: there is none. A table of columns ends at the
 * first line without a separator, one of winds by levels at an empty line or at the next `FT`.
 */
export function cutTable(
  lines: readonly string[],
): { before: string[]; pieces: Piece[]; after: string[] } | null {
  for (const [at, line] of lines.entries()) {
    const table = tableOf(line);
    if (table) {
      const end = lines.findIndex((one, index) => index > at && (!/[,;\t]/.test(one) || tableOf(one)));
      const rows = lines.slice(at + 1, end < 0 ? undefined : end);
      return {
        before: lines.slice(0, at),
        pieces: byColumns(line, rows, table),
        after: end < 0 ? [] : lines.slice(end),
      };
    }
    if (levelLine.test(line)) return byLevels(lines, at);
  }
  return null;
}

/** Rows that belong together are one report, in the order in which the first of each came. */
function byColumns(head: string, rows: readonly string[], table: (typeof columnTables)[number]): Piece[] {
  const names = columnNames(head);
  const places = table.together.flatMap((name) => {
    const place = names.indexOf(name);
    return place < 0 ? [] : [place];
  });
  const groups = new Map<string, string[]>();
  for (const row of rows) {
    const cells = cellsOf(row);
    const key = JSON.stringify(places.map((place) => cells[place] ?? ''));
    const group = groups.get(key);
    if (group) group.push(row.trim());
    else groups.set(key, [row.trim()]);
  }
  // A head without rows says nothing, and says so as a report that cannot be read.
  if (groups.size === 0) return [{ kind: table.kind, raw: head.trim() }];
  return [...groups.values()].map((group) => ({ kind: table.kind, raw: [head.trim(), ...group].join('\n') }));
}

/** `FT  3000  6000 …` with what stands above it, and the line of each place below. */
function byLevels(lines: readonly string[], at: number) {
  let start = at;
  while (start > 0 && isOfHead(lines[start - 1] ?? '')) start -= 1;
  let end = at + 1;
  while (end < lines.length && /^[A-Z0-9]{3,4}\s+\S/.test(lines[end] ?? '') && !isOfHead(lines[end] ?? ''))
    end += 1;
  const head = lines.slice(start, at + 1).filter((line) => line.trim() !== '');
  const rows = lines.slice(at + 1, end);
  const pieces = (rows.length > 0 ? rows : ['']).map(
    (row): Piece => ({
      kind: 'windsAloft',
      raw: [...head, row].join('\n').trimEnd(),
    }),
  );
  return { before: lines.slice(0, start), pieces, after: lines.slice(end) };
}

const isOfHead = (line: string): boolean =>
  line.trim() === '' || tableHead.test(line) || levelLine.test(line);
