/** A stretch of a message, and where it begins there: columns count characters from 0. */
export interface Piece {
  text: string;
  column: number;
}

/** What is wrong, and where; the key's text is in the catalogues. */
export interface MessageError {
  /** Field of ICAO Doc 4444, appendix 3 (`7`, `13b`); empty: the message as a whole. */
  field: string;
  column: number;
  length: number;
  key: string;
  values?: Record<string, string | number>;
}

export type Report = (
  field: string,
  at: { column: number; length: number },
  key: string,
  values?: MessageError['values'],
) => void;

/** Where a piece stands; an empty one is told at its place with a length of 1, so that it can be seen. */
export function placeOf(piece: Piece): { column: number; length: number } {
  return { column: piece.column, length: Math.max(piece.text.length, 1) };
}

export function part(piece: Piece, from: number, to: number = piece.text.length): Piece {
  return { text: piece.text.slice(from, to), column: piece.column + from };
}

export function trimmed(piece: Piece): Piece {
  const from = piece.text.length - piece.text.trimStart().length;
  return { text: piece.text.trim(), column: piece.column + from };
}

/** The words between blanks and line ends. */
export function words(piece: Piece): Piece[] {
  return [...piece.text.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    column: piece.column + match.index,
  }));
}

/** The parts between a character, blanks around them left out. */
export function split(piece: Piece, by: string): Piece[] {
  const parts: Piece[] = [];
  let from = 0;
  for (;;) {
    const at = piece.text.indexOf(by, from);
    parts.push(trimmed(part(piece, from, at < 0 ? undefined : at)));
    if (at < 0) return parts;
    from = at + by.length;
  }
}

/** Words with one blank between them, as a message is written. */
export function joined(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Capitals, letter for letter, so that every column stays where it is. */
export function capitals(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** Time of a message: hours and minutes UTC, 0000 to 2359. */
export function isClock(text: string): boolean {
  return /^([01]\d|2[0-3])[0-5]\d$/.test(text);
}

/** A duration in hours and minutes, up to 99 hours. */
export function isElapsed(text: string): boolean {
  return /^\d{2}[0-5]\d$/.test(text);
}
