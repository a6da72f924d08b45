/** A text of so many letters at most: what does not fit ends in a mark. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** The same in one line. */
export const inOneLine = (text: string, most: number): string =>
  shortened(text.replace(/\s+/g, ' ').trim(), most);
