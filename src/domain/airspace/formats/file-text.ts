import { decodeText, decodeWhole, type FoundEncoding, type TextEncoding } from '#domain/text/encoding.ts';

/** Octets in which an XML declaration ends. */
const longestDeclaration = 300;

/** The encoding that an XML file names in its first line, as it writes it; null: it names none. */
export function namedEncoding(bytes: Uint8Array): string | null {
  const start = decodeText(bytes.subarray(0, longestDeclaration), 'windows-1252').text;
  return /^<\?xml[^>]*\bencoding\s*=\s*["']([\w:-]+)["']/i.exec(start)?.[1]?.toLowerCase() ?? null;
}

/**
 * The text of a file in the encoding that it names, else in `chosen` or the one that is detected. `detected` is absent where
 * it is in the encoding that it names; `isCertain` is false where another encoding is as likely.
 */
export function fileText(
  bytes: Uint8Array,
  chosen?: TextEncoding,
): { text: string; detected?: FoundEncoding } {
  const named = namedEncoding(bytes);
  // A declaration that can be read as ASCII is not in UTF-16.
  const asNamed = named === null || named.startsWith('utf-16') ? null : decoded(bytes, named);
  if (asNamed !== null) return { text: asNamed };
  const { text, encoding, isCertain } = decodeText(bytes, chosen);
  return { text, detected: { encoding, isCertain: isCertain && (named === null || chosen !== undefined) } };
}

/** Null: the encoding is unknown, or the octets are not in it. */
function decoded(bytes: Uint8Array, label: string): string | null {
  try {
    return decodeWhole(bytes, label, true);
  } catch {
    return null;
  }
}
