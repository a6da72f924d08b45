/** Country codes that a phone number may be entered with; the first stands for a number as it is dialled at home. */
export const countryCodes = [
  '86',
  '852',
  '853',
  '886',
  '1',
  '7',
  '33',
  '44',
  '49',
  '60',
  '65',
  '66',
  '81',
  '82',
  '84',
  '91',
] as const;

export const homeCode = countryCodes[0];

/** `+852 2345 6789` → 852 and the rest; a number without a plus is one of home. A code that is not listed stays in the number. */
export function splitPhone(value: string): { code: string; number: string } {
  const match = /^\+(\d{1,3})[ -]?(.*)$/.exec(value);
  if (!match) return { code: homeCode, number: value };
  const digits = value.slice(1);
  const code = [...countryCodes].sort((a, b) => b.length - a.length).find((one) => digits.startsWith(one));
  if (code === undefined || code === homeCode) return { code: homeCode, number: value };
  return { code, number: digits.slice(code.length).replace(/^[ -]/, '') };
}

/** The two as one text: a number of home as it is dialled there, any other with its code. */
export function joinPhone(code: string, number: string): string | undefined {
  const typed = number.trim();
  if (typed === '') return undefined;
  return code === homeCode || typed.startsWith('+') ? typed : `+${code} ${typed}`;
}
