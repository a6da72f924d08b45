/** A run of text in both texts, in the old one only, or in the new one only. */
export interface DiffPart {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** Beyond so many words on either side a difference by words says no more than the two texts. */
const mostWords = 600;

/** The words of a text; each Chinese character is a word of its own. */
function wordsOf(text: string): string[] {
  return text.match(/\p{Script=Han}|[^\s\p{Script=Han}]+|\s+/gu) ?? [];
}

/** What must be struck out and written in to make one text of the other, by the longest common run of words. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  if (a.length > mostWords || b.length > mostWords) {
    return merge([
      { kind: 'gone', text: before },
      { kind: 'new', text: after },
    ]);
  }
  const width = b.length + 1;
  // Length of the longest common run of words from a[i] and b[j] on.
  const table = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => table[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push({ kind: 'same', text: a[i] ?? '' });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ kind: 'gone', text: a[i] ?? '' });
      i += 1;
    } else {
      parts.push({ kind: 'new', text: b[j] ?? '' });
      j += 1;
    }
  }
  return merge(parts);
}

function merge(parts: DiffPart[]): DiffPart[] {
  const merged: DiffPart[] = [];
  for (const part of parts) {
    if (part.text === '') continue;
    const last = merged.at(-1);
    if (last?.kind === part.kind) last.text += part.text;
    else merged.push({ ...part });
  }
  return merged;
}

const longText = 24;

/** Texts long enough that their words are worth comparing, in characters. */
export function isLongText(before: unknown, after: unknown): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  return Math.max(before.length, after.length) > longText;
}
