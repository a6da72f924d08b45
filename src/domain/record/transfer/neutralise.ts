/**
 * A spreadsheet runs a text that begins like a formula. Such a text is written behind an apostrophe, and read back
 * without it: what was exported imports again as it was, an apostrophe of its own included.
 */
const risky = /^'*[=+\-@＝＋－＠\t\r\n]/;
const neutralised = /^'+[=+\-@＝＋－＠\t\r\n]/;

export function neutralise(text: string): string {
  return risky.test(text) ? `'${text}` : text;
}

export function denature(text: string): string {
  return neutralised.test(text) ? text.slice(1) : text;
}
