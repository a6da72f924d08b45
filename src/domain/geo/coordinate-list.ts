import { parsePosition } from './coordinates.ts';
import type { Position } from './geodesy.ts';

export interface PositionList {
  positions: Position[];
  /** Lines that are no position; counted from 1, as editors count. */
  errors: { line: number; text: string }[];
}

/** `1.`, `12)`, `A、`, `P3:`, `第4点`, `7 `: what people write before the corners of an area. */
const numbering =
  /^\s*(?:第\s*\d+\s*点\s*[:：、.]?|[(（]?(?:\d{1,3}|[A-Za-z]\d{0,3})(?:[)）.:：]\s+|、\s*)|\d{1,3}\s+|[①-⑳])\s*/;

/** Between a longitude and the next latitude, as AIPs set positions apart: `N3057E10420-N3050E10420`, `3057N10420E、3050N10420E`. */
const beforeLatitude =
  /(?<=(?:[EW]|[东西]经)[^NS北南]{0,20})\s*[-–—~～、,，]\s*(?=[NS]\s*\d|[北南]纬)|(?<=[EW])\s*[-–—~～、,，]\s*(?=\d)/i;

/**
 * Reads a list of positions, one a line, in any notation that `parsePosition` knows, mixed at will. Empty lines and lines that
 * begin with `#` or `*` are passed over. A text of one line may hold several, set apart by `;` or `；` or `/`; with
 * letters also by `-`, `、` or a comma.
 */
export function parsePositions(text: string): PositionList {
  const lines = text.split(/\r?\n/);
  const single = lines.filter((line) => line.trim() !== '').length === 1;
  const parts = single ? lines.flatMap(partsOf) : lines;
  const list: PositionList = { positions: [], errors: [] };
  parts.forEach((part, index) => {
    const plain = part.trim();
    if (plain === '' || plain.startsWith('#') || plain.startsWith('*')) return;
    const found = parsePosition(tidied(plain)) ?? parsePosition(tidied(plain.replace(numbering, '')));
    if (found) list.positions.push(found);
    else list.errors.push({ line: index + 1, text: plain });
  });
  return list;
}

const partsOf = (line: string): string[] =>
  line
    .split(/[;；/]| - | — /)
    .flatMap((part) => (parsePosition(tidied(part)) ? part : part.split(beforeLatitude)));

/** Tabs and a comma or semicolon at the end of a line mean nothing. */
function tidied(text: string): string {
  return text
    .replace(/\t+/g, ' ')
    .replace(/[,，;；、]\s*$/, '')
    .trim();
}
