import { decodeText, decodeWhole } from '#domain/text/encoding.ts';

/** Octets in which an XML declaration ends. */
const longestDeclaration = 300;

/** The encoding that an XML file names in its first line, as it writes it; null: it names none. */
export function namedEncoding(bytes: Uint8Array): string | null {
  const start = decodeText(bytes.subarray(0, longestDeclaration), 'windows-1252').text;
  return /^<\?xml[^>]*\bencoding\s*=\s*["']([\w:-]+)["']/i.exec(start)?.[1]?.toLowerCase() ?? null;
}

/**
 * The text of a file in the encoding that it names, or else that is found. `isCertain` is false where another encoding is as
 * likely, or the file is not in the one that it names.
 */
export function fileText(bytes: Uint8Array): { text: string; encoding: string; isCertain: boolean } {
  const named = namedEncoding(bytes);
  if (named === null) return decodeText(bytes);
  // A declaration that can be read as ASCII is not in UTF-16.
  const text = named.startsWith('utf-16') ? null : decoded(bytes, named);
  return text === null
    ? { ...decodeText(bytes), isCertain: false }
    : { text, encoding: named, isCertain: true };
}

/** Null: the encoding is unknown, or the octets are not in it. */
function decoded(bytes: Uint8Array, label: string): string | null {
  try {
    return decodeWhole(bytes, label, true);
  } catch {
    return null;
  }
}
