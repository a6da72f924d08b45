/** Altitude and identity codes of Mode S replies (ICAO Annex 10 Vol IV 3.1.2.6.5.4 and 3.1.2.6.7.1). */

const bit = (code: number, at: number): number => (code >> at) & 1;

/** Gray code to number, highest bit first. */
function ungray(bits: readonly number[]): number {
  let value = 0;
  let last = 0;
  for (const one of bits) {
    last ^= one;
    value = value * 2 + last;
  }
  return value;
}

/**
 * Pressure altitude in feet of the 13 bits C1 A1 C2 A2 C4 A4 M B1 Q B2 D2 B4 D4: in steps of 25 ft (Q), or of 100 ft as
 * a Mode C reply has them. null: none, an impossible code, or metres (M), which nobody has defined.
 */
export function altitudeFt(code: number): number | null {
  if (code === 0 || bit(code, 6) === 1) return null;
  if (bit(code, 4) === 1) {
    const steps = ((code & 0x1f80) >> 2) | ((code & 0x20) >> 1) | (code & 0xf);
    return steps * 25 - 1_000;
  }
  const [c1, a1, c2, a2, c4, a4] = [12, 11, 10, 9, 8, 7].map((at) => bit(code, at));
  const [b1, b2, d2, b4, d4] = [5, 3, 2, 1, 0].map((at) => bit(code, at));
  const half = ungray([d2, d4, a1, a2, a4, b1, b2, b4].map((one) => one ?? 0));
  const fifth = ungray([c1, c2, c4].map((one) => one ?? 0));
  if (fifth === 0 || fifth === 5 || fifth === 6) return null;
  const hundreds = fifth === 7 ? 5 : fifth;
  return half * 500 + (half % 2 === 1 ? 6 - hundreds : hundreds) * 100 - 1_300;
}

/** The 12 bits of an extended squitter are the same without M. */
export const altitudeFtOf12 = (code: number): number | null =>
  altitudeFt(((code & 0xfc0) << 1) | (code & 0x3f));

/** The 13 bits of an altitude in steps of 25 ft; null outside −1,000 to 50,175 ft. */
export function altitudeCode(feet: number): number | null {
  const steps = Math.round((feet + 1_000) / 25);
  if (!(steps >= 0 && steps < 2 ** 11)) return null;
  return ((steps & 0x7e0) << 2) | ((steps & 0x10) << 1) | 0x10 | (steps & 0xf);
}

export const altitudeCode12 = (feet: number): number | null => {
  const code = altitudeCode(feet);
  return code === null ? null : ((code & 0x1f80) >> 1) | (code & 0x3f);
};

/** In which bit of C1 A1 C2 A2 C4 A4 X B1 D1 B2 D2 B4 D4 each bit of the four digits A B C D lies, 4 2 1 each. */
const identityBits = [7, 9, 11, 1, 3, 5, 8, 10, 12, 0, 2, 4];

/** Four octal digits of an identity code. */
export function identityOf(code: number): string {
  const value = identityBits.reduce((all, at) => all * 2 + bit(code, at), 0);
  return value.toString(8).padStart(4, '0');
}

export function identityCode(digits: string): number {
  const value = Number.parseInt(digits, 8);
  return identityBits.reduce((all, at, i) => all | (bit(value, 11 - i) << at), 0);
}
