/**
 * Texts from outside. PostgreSQL can't store NUL or half of a surrogate pair, XML no control character, and a line end or a
 * bidirectional override makes one text look like another. A text that a machine sends is cleaned where it enters; a text
 * that a person enters is refused at its field (`isStorable`), so that it isn't changed unseen.
 */

/** Halves of surrogate pairs, which become U+FFFD. */
const halves = /\p{Surrogate}/gu;
/** NUL, which pads texts of fixed length and separates the letters of UTF-16; the byte order mark; noncharacters of XML. */
const padding = /[\0\uFEFF\uFFFE\uFFFF]/g;
/** Marks and overrides of the direction of writing. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
/** Control characters (C0, DEL, C1) and the separators of lines and paragraphs. */
const controls = /[\p{Cc}\u2028\u2029]/gu;
const controlsWithinLines = /(?![\n\t])\p{Cc}/gu;
const lineEnds = /\r+\n?|[\u0085\u2028\u2029]/g;

const unstorable = /[\0\p{Surrogate}]/u;

/** Can PostgreSQL and JSON store this text? False for NUL and for half of a surrogate pair. */
export const isStorable = (text: string): boolean => !unstorable.test(text);

/** Blanks, and signs that a reader sees nothing of: marks of direction, joiners, fillers, the blank of Braille. */
const nothing = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Does a reader see nothing of this text? */
export const showsNothing = (text: string): boolean => nothing.test(text);

/** One line from outside, of at most `most` characters: line ends and control characters become blanks, none at its ends. */
export function cleanLine(text: string, most: number): string {
  return cut(withoutTraps(text).replace(controls, ' ').trim(), most).trimEnd();
}

/**
 * A text of several lines from outside, of at most `most` characters (absent: its place limits it): lines end in `\n`, tabs
 * stay, other control characters become blanks.
 */
export function cleanText(text: string, most = Number.POSITIVE_INFINITY): string {
  return cut(withoutTraps(text).replace(lineEnds, '\n').replace(controlsWithinLines, ' '), most);
}

function withoutTraps(text: string): string {
  return text.replace(halves, '\uFFFD').replace(padding, '').replace(directions, '');
}

/** The first characters of a text, never half of one. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  // Each character is one or two units of UTF-16.
  return [...text.slice(0, 2 * most)].slice(0, most).join('');
}

/** Where a value from outside holds a text that can't be stored, also as a name: the path of its field; null: nowhere. */
export function unstorableAt(value: unknown): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    if (!isStorable(name)) return [];
    const path = unstorableAt(part);
    if (path) return [name, ...path];
  }
  return null;
}
