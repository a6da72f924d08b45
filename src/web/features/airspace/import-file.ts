import { namedEncoding } from '#domain/airspace/formats/file-text.ts';
import { enoughToKnow, foreignFile, looksPacked } from '#domain/airspace/formats/foreign.ts';
import { decodeText, type TextEncoding } from '#domain/text/encoding.ts';
import { own } from '#domain/text/own.ts';

/** A file that was chosen, as it is read and shown. */
export interface ChosenFile {
  name: string;
  bytes: Uint8Array;
  text: string;
  encoding: TextEncoding;
  /** False: another encoding is as likely, and a person should look at the names. */
  isCertain: boolean;
  /** JSON in another encoding than UTF-8, which RFC 8259 does not allow. */
  isForbidden: boolean;
  /** A packed file or a Shapefile: it goes to the server as octets, which detects the encoding of its texts. */
  isPacked: boolean;
}

/** Reads a file in the encoding that is given, that it names itself, or that is found. */
export function chosenFile(name: string, bytes: Uint8Array, encoding?: TextEncoding): ChosenFile {
  if (looksPacked(bytes)) {
    return { name, bytes, text: '', encoding: 'utf-8', isCertain: true, isForbidden: false, isPacked: true };
  }
  const start = decodeText(bytes.subarray(0, enoughToKnow), 'windows-1252').text;
  if (foreignFile(start) !== null) {
    // Whatever it is, the server names it by its beginning; nothing more of it is read.
    return {
      name,
      bytes,
      text: start,
      encoding: 'windows-1252',
      isCertain: true,
      isForbidden: false,
      isPacked: false,
    };
  }
  const named = namedEncoding(bytes);
  const known = named === null ? undefined : own(xmlNames, named);
  const read = decodeText(bytes, encoding ?? known);
  // It names an encoding that is not offered: another one was found, which a person should look at.
  if (!encoding && !known && named !== null && !/^(?:utf|us-ascii)/.test(named)) read.isCertain = false;
  const isJson = /^\s*[{[]/.test(read.text);
  return { name, bytes, ...read, isForbidden: isJson && read.encoding !== 'utf-8', isPacked: false };
}

/** Octets in base64, as the server takes what is no text. */
export function base64Of(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 32_768)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)));
  return btoa(parts.join(''));
}

const xmlNames: Record<string, TextEncoding> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-15': 'windows-1252',
  'windows-1252': 'windows-1252',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  gb18030: 'gb18030',
  big5: 'big5',
};

/** What people know the encodings by, in every language. */
export const encodingNames: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  gb18030: 'GB 18030',
  big5: 'Big5',
  'windows-1252': 'ISO 8859-1 / Windows-1252',
};

/** Drafts that one request saves: each is to be answered within seconds, and to be no larger than a request may be. */
const savedTogether = 100;
const mostCharacters = 3_000_000;

/** The same in their order, in parts that one request may save. */
export function inParts<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  let size = 0;
  for (const item of items) {
    const own = JSON.stringify(item).length;
    const part = parts.at(-1);
    if (part && part.length < savedTogether && size + own <= mostCharacters) {
      part.push(item);
      size += own;
    } else {
      parts.push([item]);
      size = own;
    }
  }
  return parts;
}
