/** Names at most that are suggested for one that is not there. */
const mostSuggested = 5;

/**
 * The names that a slip of the hand may have meant, the nearest first: as many letters wrong as a third of the longer
 * has, or one that holds the other whole.
 */
export function nearNames<T>(wanted: string, known: readonly T[], nameOf: (one: T) => string): T[] {
  const text = plain(wanted);
  if (text === '') return [];
  return known
    .map((one) => ({ one, distance: distanceOf(text, plain(nameOf(one))) }))
    .filter(({ distance }) => distance < 1)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, mostSuggested)
    .map(({ one }) => one);
}

/** 0 the same, below 1 near. */
function distanceOf(a: string, b: string): number {
  if (b === '') return 1;
  const longer = Math.max(a.length, b.length);
  const shorter = Math.min(a.length, b.length);
  if (shorter > 2 && (a.includes(b) || b.includes(a))) return (longer - shorter) / (2 * longer);
  const most = Math.floor(longer / 3);
  const wrong = editDistance(a, b, most);
  return wrong > most ? 1 : wrong / longer;
}

/** Letters, in any case and width, without what only sets them apart. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\-_.·/]+/g, '');
}

/** Letters to be put in, taken out, replaced, or swapped with the next; more than `most` is not counted to its end. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (before[j - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      next.push(Math.min(exchanged, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
    if (Math.min(...row) > most) return most + 1;
  }
  return row[b.length] ?? most + 1;
}
