/** Full-width Latin letters, figures and signs that identifiers have (U+FF01 to U+FF5E) in their ordinary width. */
export function halfWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}
