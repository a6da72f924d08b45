const digits = new Map([...'零一二三四五六七八九'].map((sign, value) => [sign, value]));
digits.set('〇', 0).set('两', 2);
const units = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);

/** The number that Chinese or Arabic figures write, `一百零二` and `102` alike; null where they write none below 10,000. */
export function numberIn(text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  let total = 0;
  let digit: number | null = null;
  for (const sign of text) {
    const unit = units.get(sign);
    const value = digits.get(sign);
    if (unit !== undefined) {
      total += (digit ?? 1) * unit;
      digit = null;
    } else if (value !== undefined) {
      digit = value;
    } else return null;
  }
  const sum = total + (digit ?? 0);
  return text === '' || sum >= 10_000 ? null : sum;
}
