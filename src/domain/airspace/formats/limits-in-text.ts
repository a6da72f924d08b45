import { readLimit } from './limits.ts';
import { twoValuesOf } from './two-values.ts';

/**
 * The limits that a description has, where it has nothing else or names them: `GND - 300 m AGL`, `Lower: SFC; Upper: FL95`,
 * `下限 0 m AGL 上限 120 m AGL`. As they are written; of a number without a unit nothing is taken. A stated limit
 * that cannot be read (`1.000 m`, `NOTAM`) is returned too, so that it is rejected and not replaced by the drawn height.
 */
export function limitsInText(description: string): { lower?: string; upper?: string } {
  const lines = description
    .slice(0, 2_000)
    .replace(/<\/?(?:br|p|div|tr|li|h\d)\b[^>]*>/gi, '\n')
    // A label and its value may be cells of one row.
    .replace(/<\/?t[dh]\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .split(/[\n;；|]+/)
    .map((line) => line.trim());
  const named = (names: RegExp) => {
    for (const line of lines) {
      const value = names.exec(line)?.[1]?.trim();
      if (value !== undefined && states(value)) return value;
    }
    return undefined;
  };
  const lower = named(/^(?:lower(?: ?limit)?|floor|base|bottom|下限|底高)\s*[:：=]?\s*(.{1,30})$/i);
  const upper = named(/^(?:upper(?: ?limit)?|ceiling|top|上限|顶高)\s*[:：=]?\s*(.{1,30})$/i);
  if (lower !== undefined || upper !== undefined) {
    return { ...(lower === undefined ? {} : { lower }), ...(upper === undefined ? {} : { upper }) };
  }
  for (const line of lines) {
    const [, from = '', to = ''] =
      /^(?:from\s+)?(.{1,30}?)\s*(?:-|–|—|~|～|至|to)\s*(.{1,30})$/i.exec(line) ?? [];
    const isPair = states(from) && states(to) && !(isNotam(from) && isNotam(to));
    if (isPair) return { lower: from, upper: to };
  }
  return {};
}

const isNotam = (text: string) => /^(?:(?:as|by|per|see) ){0,2}NOTAM\b/i.test(text);

/** A limit, one whose number has two meanings, or one that a NOTAM gives. */
function states(text: string): boolean {
  return isLimit(twoValuesOf(text) ? text.replace(/[.,]/, '') : text) || isNotam(text);
}

function isLimit(text: string): boolean {
  const reading = readLimit(text);
  return reading !== null && !reading.assumed.includes('unit');
}
