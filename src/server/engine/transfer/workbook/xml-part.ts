import { SaxesParser } from 'saxes';
import { localName } from '#domain/information/xml-tree.ts';

export type Attributes = Record<string, string>;

/** What hears the elements of a part: names without their prefixes, in the order of the document. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text?(text: string): void;
}

/** Characters between two marks of a document: no text of a workbook is as long. */
const mostBetweenMarks = 8 * 1024 * 1024;

/**
 * Reads a part as it comes; yields behind each piece, so that what was read can be passed on. Throws where it is no XML,
 * or declares a document type: with entities a small part could hold very much.
 */
export async function* readXml(source: AsyncIterable<Buffer>, handler: XmlHandler): AsyncIterable<void> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let waiting = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('a part of a workbook has no document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    waiting = 0;
    handler.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    waiting = 0;
    handler.close(localName(name));
  });
  if (handler.text) parser.on('text', (text) => handler.text?.(text));
  if (handler.text) parser.on('cdata', (text) => handler.text?.(text));
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const bytes of source) {
    decoder ??= new TextDecoder(encodingOfPart(bytes), { fatal: true });
    const text = decoder.decode(bytes, { stream: true });
    waiting += text.length;
    if (waiting > mostBetweenMarks) throw new Error('a part of a workbook has a text without end');
    parser.write(text);
    yield;
  }
  // An absent part holds nothing, which no document may.
  if (!decoder) return;
  parser.write(decoder.decode()).close();
  yield;
}

/** The whole of a short part. */
export async function readWhole(source: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(source, handler));
}

/** By its first octets: UTF-16 with or without mark, else what it declares (XML 1.0, appendix F). */
function encodingOfPart(bytes: Buffer): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding=["']([\w-]+)["']/.exec(
    bytes.toString('latin1', 0, 200),
  );
  return declared?.[1] ?? 'utf-8';
}

/** An attribute by its name without the prefix, as of `r:id`. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((one) => localName(one) === name);
  return key === undefined ? undefined : attributes[key];
}
