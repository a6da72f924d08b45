/** Full-width letters and brackets as ASCII ones, one kind of line end, no characters that cannot be seen. */
export function plain(raw: string): string {
  return raw
    .replace(/\r\n?/g, '\n')
    .replace(/[\uff08\uff09\uff0f-\uff1a\uff21-\uff3a\uff41-\uff5a]/g, (one) =>
      String.fromCharCode(one.charCodeAt(0) - 0xfee0),
    )
    .replace(/\u3000/g, ' ')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[ \t]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
}

const chinese = /\p{Script=Han}/u;

/**
 * The lines of E) by language: where Chinese stands beside English each has its own; one language alone is the text.
 * `isLast`: the message began with a bracket, and E) is its last item.
 */
export function languages(field: string, isLast: boolean): { text: string; textZh: string | null } {
  return byLanguage(closed(field, isLast).replace(endMark, '').trim());
}

/** What ends a message or one of its parts: `NNNN`, `END PART 1 OF 3`, `//END PART 01//` (Annex 10 Vol. II). */
const endMark = /\n?\s*(?:NNNN|(?:\/\/)?END (?:OF )?PART \d{1,2}(?: ?(?:OF|\/) ?\d{1,2})?(?:\/\/)?)\s*$/;

/** Lines by language, without what ends a message. */
export function byLanguage(tidy: string): { text: string; textZh: string | null } {
  if (!chinese.test(tidy)) return { text: tidy, textZh: null };
  const lines = tidy.split('\n');
  const english = lines
    .filter((line) => !chinese.test(line))
    .join('\n')
    .trim();
  const zh = lines
    .filter((line) => chinese.test(line))
    .join('\n')
    .trim();
  // Lines of figures alone belong to the Chinese text: coordinates, levels.
  const words = english.match(/[A-Z]{3,}/g) ?? [];
  return words.length < 3 ? { text: tidy, textZh: tidy } : { text: english, textZh: zh };
}

/** Without the bracket that closes a message which another opened. */
function closed(text: string, isLast: boolean): string {
  const tidy = text.replace(/\s*NNNN\s*$/, '').trimEnd();
  if (!tidy.endsWith(')')) return tidy;
  const open = openBrackets(tidy.slice(0, -1));
  // `A)`, `1)` in a list have no bracket that opens: a message that ends in a word's bracket is left alone.
  const isOwn = open > 0 || (!isLast && /(?:^|\s)(?:[A-Z]|\d{1,2})\)$/i.test(tidy));
  return isOwn ? tidy : tidy.slice(0, -1).trimEnd();
}

/** Brackets that no other closes; those that close none (`1)`) do not count. */
export function openBrackets(text: string): number {
  let open = 0;
  for (const one of text) {
    if (one === '(') open += 1;
    else if (one === ')') open = Math.max(0, open - 1);
  }
  return open;
}
