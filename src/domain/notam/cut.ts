/**
 * Cuts a text into its NOTAMs: a bulletin with AFTN envelopes, a PIB with headings of its own, or one alone. Each piece
 * begins at its envelope or number, and ends where the next begins.
 */
export function cutNotams(text: string): string[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const starts = lines.flatMap((line, index) => (startOf.test(line) ? [index] : []));
  if (starts.length <= 1) return text.trim() === '' ? [] : [text.trim()];
  return starts.map((start, index) => {
    // The envelope that stands right above a number belongs to it.
    const from = index === 0 ? 0 : envelopeAbove(lines, start, starts[index - 1] ?? 0);
    const next = starts[index + 1];
    const to = next === undefined ? lines.length : envelopeAbove(lines, next, start);
    return lines.slice(from, to).join('\n').trim();
  });
}

/** `(A1234/26 NOTAMN`, `(A1234/26A03 NOTAMN` (a part), `+ A1234/26 NOTAMR A1200/26`, `(SNOWTAM 0012`. */
const startOf = /^\W{0,4}(?:[A-Z]\d{4}\/\d{2}(?:[A-Z]\d{2})? {1,3}NOTAM ?[NRC]\b|(?:SNOWTAM|ASHTAM) \d{4}\b)/;
const envelopeLine =
  /^(?:ZCZC\b.*|(?:SS|DD|FF|GG|KK)(?: [A-Z]{8})+|\d{6} [A-Z]{8}\b.*|[SV][WA][A-Z]{2}\d{4} .*)$/;

function envelopeAbove(lines: readonly string[], start: number, notBefore: number): number {
  let at = start;
  while (at - 1 > notBefore && envelopeLine.test((lines[at - 1] ?? '').trim())) at -= 1;
  return at;
}
