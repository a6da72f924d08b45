import { unstorableAt } from '#domain/text/clean.ts';
import { type AppError, formError, type Text } from '#domain/text/errors.ts';

/** Bytes of a request's body at most. An endpoint that takes more names it. */
export const usualBody = 256 * 1024;

/** How deep JSON may nest: GeoJSON within an import does not come to half of it. */
const deepest = 64;

/** Names of one object, items of one list, and values of all: more than any endpoint takes. */
const mostNames = 2_000;
const mostItems = 20_000;
const mostValues = 300_000;

const [quote, backslash, colon, comma] = [34, 92, 58, 44];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/**
 * Why a text of JSON is not parsed; null: it may be. What takes the server long is not its length but what it is made
 * of, and that is known from its punctuation. Whether it is JSON at all the parser says.
 */
export function jsonError(text: string): Text | null {
  // By depth: names, or commas, of the object or list that is open there.
  const counts = new Array<number>(deepest + 1).fill(0);
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfText(text, at);
    } else if (code === openList || code === openObject) {
      depth += 1;
      if (depth > deepest) return { key: 'common.tooDeep', values: { most: deepest } };
      counts[depth] = 0;
    } else if (code === closeList || code === closeObject) {
      depth -= 1;
      if (depth < 0) return null;
    } else if (code === comma || code === colon) {
      values += 1;
      const count = (counts[depth] ?? 0) + 1;
      counts[depth] = count;
      // A list has commas alone, an object a colon for each name too.
      if (code === colon && count > 2 * mostNames)
        return { key: 'common.invalid.maxProperties', values: { limit: mostNames } };
      if (count > mostItems) return { key: 'common.tooManyItems', values: { most: mostItems } };
      if (values > mostValues) return { key: 'common.tooManyValues', values: { most: mostValues } };
    }
  }
  return null;
}

/** The error at the field that holds a text which can't be stored (NUL, half of a character); null: there is none. */
export function unstorableError(value: unknown): AppError | null {
  const path = unstorableAt(value);
  return path && formError(path.join('.'), 'common.invalid.characters');
}

/** The place of the quote that ends the text which begins here; of one that does not end, the end of all. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
