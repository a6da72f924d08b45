/** The fields of a NOTAM by their letters, as they stand; absent ones are missing. */
export type Fields = Partial<Record<'Q' | 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G', string>>;

const head = ['Q', 'A', 'B', 'C', 'D', 'E'] as const;
/** What may follow each letter at once, so that `A)` in a sentence is not taken for a field. */
const begins: Record<(typeof head)[number], RegExp> = {
  Q: /\bQ\) ?/g,
  A: /\bA\) ?(?=[A-Z])/g,
  B: /\bB\) ?(?=[\dW])/g,
  C: /\bC\) ?(?=[\dPUWE])/g,
  D: /\bD\) ?/g,
  E: /\bE\) ?/g,
};
const lowerOf = /\bF\) ?(?=SFC|GND|FL|UNL|\d|G\))/g;
const upperOf = /\bG\) ?(?=SFC|GND|FL|UNL|\d)/g;

/**
 * Finds Q) to G) in their order. E) may hold letters with brackets of its own: after it only F) and G) count, and of
 * those the last.
 */
export function cutFields(text: string): Fields {
  const found: { letter: keyof Fields; from: number; at: number }[] = [];
  let from = 0;
  for (const letter of head) {
    const pattern = begins[letter];
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (!match) continue;
    // D) is left out more often than not: what E) says of its own point d) is no schedule.
    if (letter === 'D' && text.slice(from, match.index).search(/\bE\)/) >= 0) continue;
    from = match.index + match[0].length;
    found.push({ letter, from: match.index, at: from });
  }
  const lower = lastOf(lowerOf, text, from);
  const upper = lastOf(upperOf, text, lower?.at ?? from);
  if (lower) found.push({ letter: 'F', ...lower });
  if (upper) found.push({ letter: 'G', ...upper });
  const fields: Fields = {};
  found.forEach(({ letter, at }, index) => {
    fields[letter] = text.slice(at, found[index + 1]?.from ?? text.length).trim();
  });
  return fields;
}

function lastOf(pattern: RegExp, text: string, after: number): { from: number; at: number } | null {
  let last: { from: number; at: number } | null = null;
  pattern.lastIndex = after;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    last = { from: match.index, at: match.index + match[0].length };
    if (match[0] === '') pattern.lastIndex += 1;
  }
  return last;
}
