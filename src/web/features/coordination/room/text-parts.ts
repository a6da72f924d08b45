/** A piece of a message's text: plain, the name of somebody who is addressed, or an address. */
export type TextPart = { kind: 'plain' | 'mention' | 'link'; text: string };

const address = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]，。；：！？）】]/g;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The text in pieces. `names`: of those whom the message addresses, as they stand after an @. */
export function textParts(text: string, names: readonly string[]): TextPart[] {
  const mentions = [...names].sort((a, b) => b.length - a.length).map((name) => `@${escaped(name)}`);
  const pattern = new RegExp([address.source, ...mentions].join('|'), 'g');
  const parts: TextPart[] = [];
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > from) parts.push({ kind: 'plain', text: text.slice(from, found.index) });
    parts.push({ kind: found[0].startsWith('@') ? 'mention' : 'link', text: found[0] });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ kind: 'plain', text: text.slice(from) });
  return parts;
}
