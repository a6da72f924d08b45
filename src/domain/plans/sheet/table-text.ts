/** The cells of a text that a spreadsheet put on the clipboard: tabs, or CSV where it looks like one; quotes by RFC 4180. */
export function readTable(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const mark = markOf(plain);
  const rows = mark === null ? plain.split('\n').map((line) => [line]) : split(plain, mark);
  // Excel ends the last row too; a blank row at the end is no row.
  while (rows.length > 0 && rows.at(-1)?.every((cell) => cell.trim() === '')) rows.pop();
  return rows.map((row) => row.map((cell) => cell.trim()));
}

function markOf(text: string): '\t' | ',' | ';' | null {
  if (text.includes('\t')) return '\t';
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  for (const mark of [',', ';'] as const) {
    const counts = lines.map((line) => split(line, mark)[0]?.length ?? 1);
    const [first = 1] = counts;
    // Two names in one cell are no table; a line of five and more, or lines of one width, are.
    if (first >= 5 || (first >= 2 && lines.length > 1 && counts.every((count) => count === first)))
      return mark;
  }
  return null;
}

function split(text: string, mark: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at];
    if (quoted) {
      if (one !== '"') cell += one;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (one === '"' && cell === '') quoted = true;
    else if (one === mark) endCell();
    else if (one === '\n') endRow();
    else cell += one;
  }
  endRow();
  return rows;
}

/** The same written, for a spreadsheet to paste. */
export function writeTable(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(cell).join('\t')).join('\n');
}
