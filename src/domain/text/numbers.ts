/** `-1234567.5` → `-1,234,567.5`. What is no number is 0, as §5's formatter has it. */
export function thousands(value: number): string {
  const number = Number.isFinite(value) ? value : 0;
  const [whole = '', ...rest] = plain(number).split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.');
}

/** A number that is written out, with at most so many digits after the point; any other text as it is. */
export function withFewDigits(text: string, digits = 6): string {
  return /^-?\d+\.\d+$/.test(text) ? String(Number(Number(text).toFixed(digits))) : text;
}

const suffixes = [
  ['k', 1e3],
  ['M', 1e6],
  ['G', 1e9],
  ['T', 1e12],
  ['P', 1e15],
  ['E', 1e18],
] as const;

/** `1234` → `1.2k`, `7300000` → `7.3M`, up to E; below 1,000 as it is. `digits`: most digits after the point. */
export function withSuffix(value: number, digits = 1): string {
  const number = Number.isFinite(value) ? value : 0;
  const size = Math.abs(number);
  let text = rounded(number, digits);
  for (const [suffix, unit] of suffixes) {
    // What rounds up to a thousand of a unit is one of the next: 999,950 is 1M, not 1000k.
    if (Number(rounded(size / (unit / 1_000), digits)) < 1_000) break;
    text = `${thousands(Number(rounded(number / unit, digits)))}${suffix}`;
  }
  return text;
}

function rounded(value: number, digits: number): string {
  return plain(Number(value.toFixed(digits)));
}

/** Without an exponent: 1e21 has all of its zeros. */
function plain(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? '0' : BigInt(value).toString();
}
