import { SaxesParser } from 'saxes';

/** An element of an XML document, its names without their spaces. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** All text of the element itself. */
  text: string;
  children: readonly XmlElement[];
}

/** Elements within each other at most, and in a document: more is no report. Attributes of one element. */
const deepest = 60;
const mostElements = 20_000;
const mostAttributes = 1_000;

/** Characters that are read in one step. */
const stepCharacters = 65_536;

/**
 * Violations of the standard that are common in real files and lose nothing. Any other, such as an element without its end
 * tag, rejects the document: part of it may be missing.
 */
const tolerated =
  /^(?:disallowed character|text data outside of root node|documents may contain only one root|an XML declaration must be at the start of the document|the string "]]>" is disallowed in char data)\.$/;

class NoDocument extends Error {}

/** The first element of a document; null: it is none, too deep or too large, or declares a type of its own. `most`: elements. */
export function readXml(xml: string, most = mostElements): XmlElement | null {
  const steps = readXmlSteps(xml, most);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same in steps: several megabytes take a second. Entities stay unresolved. */
export function* readXmlSteps(xml: string, most = mostElements): Generator<undefined, XmlElement | null> {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return null;
  const tree = treeBuilder(most);
  try {
    for (let at = 0; at < xml.length; at += stepCharacters) {
      tree.take(xml.slice(at, at + stepCharacters));
      yield;
    }
    return tree.end();
  } catch (error) {
    if (error instanceof NoDocument) return null;
    throw error;
  }
}

interface OpenElement extends XmlElement {
  text: string;
  children: XmlElement[];
}

function treeBuilder(most: number): { take(piece: string): void; end(): XmlElement | null } {
  const parser = new SaxesParser({ position: false, xmlns: false });
  const open: OpenElement[] = [];
  let first: OpenElement | null = null;
  let elements = 0;
  let attributes = 0;
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('error', ({ message }) => {
    if (!tolerated.test(message)) throw new NoDocument(message);
  });
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > mostAttributes) throw new NoDocument('too many attributes');
  });
  parser.on('opentag', ({ name, attributes: said }) => {
    elements += 1;
    if (elements > most || open.length >= deepest) throw new NoDocument('too many elements');
    const element: OpenElement = {
      name: localName(name),
      attributes: localNames(said),
      text: '',
      children: [],
    };
    open.at(-1)?.children.push(element);
    first ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element) element.text = element.text.trim();
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  return {
    // Entities stay in the text as written.
    take: (piece) => void parser.write(piece.replaceAll('&', '&amp;')),
    end() {
      parser.close();
      return first;
    },
  };
}

/** A name without its namespace prefix: `id` of `r:id`. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function localNames(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [localName(name), value.trim()]),
  );
}

/** The first element of a name at any depth below; null: there is none. */
export function find(element: XmlElement | null, ...names: readonly string[]): XmlElement | null {
  let at = element;
  for (const name of names) at = at && below(at, name);
  return at;
}

function below(element: XmlElement, name: string): XmlElement | null {
  for (const child of element.children) {
    if (child.name === name) return child;
    const found = below(child, name);
    if (found) return found;
  }
  return null;
}

/** All elements of a name at any depth below, in their order; not those within one that was found. */
export function all(element: XmlElement | null, name: string): XmlElement[] {
  return element?.children.flatMap((child) => (child.name === name ? [child] : all(child, name))) ?? [];
}

/** The child of a name itself; null: there is none. */
export const child = (element: XmlElement | null, name: string): XmlElement | null =>
  element?.children.find((one) => one.name === name) ?? null;

/** All text of an element and below it, piece by piece on lines of their own. */
export function innerText(element: XmlElement | null): string {
  if (!element) return '';
  return [element.text, ...element.children.map(innerText)].filter((piece) => piece !== '').join('\n');
}

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text with the characters that XML itself names or numbers; what a document would have to declare stays as it is. */
export function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return predefined[name] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
