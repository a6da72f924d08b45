/** What is typed after an @ that stands at the beginning of a word, up to the caret. */
export interface MentionQuery {
  /** Place of the @. */
  from: number;
  text: string;
}

const longest = 30;

/** The mention that is being typed at the caret; null: none is. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const from = text.lastIndexOf('@', caret - 1);
  if (from < 0 || caret - from > longest) return null;
  const before = from === 0 ? '' : text.charAt(from - 1);
  // An address of mail is no mention; Chinese is written without spaces.
  if (/[\w.]/.test(before)) return null;
  const typed = text.slice(from + 1, caret);
  return /[\n@]|\s{2}|\s$/.test(typed) ? null : { from, text: typed };
}

/** The text with the name in place of what was typed, and where the caret then is. */
export function withMention(text: string, caret: number, { from }: MentionQuery, name: string) {
  const start = `${text.slice(0, from)}@${name} `;
  return { text: start + text.slice(caret), caret: start.length };
}

/** Those whose name stands in the text after an @. */
export function mentionedIn<T extends { name: string }>(text: string, people: readonly T[]): T[] {
  // A longer name is not taken for the shorter one that it begins with.
  let left = text;
  const found: T[] = [];
  for (const person of [...people].sort((a, b) => b.name.length - a.name.length)) {
    if (!left.includes(`@${person.name}`)) continue;
    found.push(person);
    left = left.replaceAll(`@${person.name}`, '');
  }
  return found;
}
