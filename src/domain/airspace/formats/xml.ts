/** The text without the characters that XML 1.0 can't hold. */
export function withoutUnheld(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}

/** Text as XML 1.0 may hold it: what it may not hold at all is left out. */
export function escapeXml(text: string): string {
  return withoutUnheld(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

/** A piece of XML that is well-formed by how it was made. */
export class Xml {
  private constructor(readonly markup: string) {}

  /** An element around texts, which are escaped, and other elements. */
  static element(
    name: string,
    attributes: Record<string, string>,
    ...content: (Xml | string | number)[]
  ): Xml {
    const attributeTexts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
    const inner = content
      .map((part) => (part instanceof Xml ? part.markup : escapeXml(String(part))))
      .join('');
    return new Xml(`<${name}${attributeTexts.join('')}>${inner}</${name}>`);
  }

  static document(root: Xml): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n${root.markup}\n`;
  }
}
