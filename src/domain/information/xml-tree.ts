import { XMLParser } from 'fast-xml-parser';
import { isObject } from '#domain/text/narrow.ts';

/** An element of an XML document, its names without their spaces. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** All text of the element itself. */
  text: string;
  children: readonly XmlElement[];
}

/** Elements within each other at most, and in a document: more is no report. */
const deepest = 60;
const mostElements = 20_000;

/** Entities are left as they stand: none is resolved, none is fetched. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
});

/** The first element of a document; null: it is none, too deep or too large, or declares a type of its own. `most`: elements. */
export function readXml(xml: string, most = mostElements): XmlElement | null {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return null;
  let nodes: unknown;
  try {
    nodes = parser.parse(xml);
  } catch {
    return null;
  }
  let count = 0;
  const elementsOf = (value: unknown, depth: number): { elements: XmlElement[]; text: string } => {
    const elements: XmlElement[] = [];
    let text = '';
    if (!Array.isArray(value) || depth > deepest) return { elements, text };
    for (const node of value) {
      if (!isObject(node)) continue;
      const name = Object.keys(node).find((key) => key !== ':@');
      if (name === undefined || name.startsWith('?')) continue;
      if (name === '#text') {
        text += String(node[name]);
        continue;
      }
      count += 1;
      if (count > most) continue;
      const inner = elementsOf(node[name], depth + 1);
      elements.push({
        name,
        attributes: attributesOf(node[':@']),
        text: inner.text.trim(),
        children: inner.elements,
      });
    }
    return { elements, text };
  };
  const [first] = elementsOf(nodes, 0).elements;
  return first && count <= most ? first : null;
}

function attributesOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
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
