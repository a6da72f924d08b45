import { isTimeZone } from '#domain/text/times.ts';
import { isCountryCode, isRegistrationMark } from './registration-mark.ts';

/** A format of our own: a pure test of a text, and what to say when it fails. */
export interface Format {
  validate(value: string): boolean;
  /** Key of the message in the catalogues; its hole is {{example}}. */
  messageKey: string;
  example: string;
}

const pattern = (expression: RegExp) => (value: string) => expression.test(value);

/** The formats that schemas/ may name beside those of ajv-formats. */
export const formats: Record<string, Format> = {
  /** Nationality and registration mark, ICAO Annex 7 and its supplement; PRC marks by CCAR-45. */
  'registration-mark': format('registrationMark', isRegistrationMark, 'B-10AB'),
  /** ICAO 24-bit address, six hexadecimal digits in lower case; all zeros and all ones are not assigned. */
  icao24: format(
    'icao24',
    (value) => /^[0-9a-f]{6}$/.test(value) && value !== '000000' && value !== 'ffffff',
    '780a1c',
  ),
  /** Form of a designator of ICAO Doc 8643: a letter, then one to three letters or digits. */
  'type-designator': format('typeDesignator', pattern(/^[A-Z][A-Z0-9]{1,3}$/), 'C172'),
  /** Form of a location indicator of ICAO Doc 7910; I, J, Q and X begin none, and ZZZZ stands for "none". */
  'location-indicator': format(
    'locationIndicator',
    (value) => /^[A-HK-PR-WYZ][A-Z]{3}$/.test(value) && value !== 'ZZZZ',
    'ZUGH',
  ),
  iata: format('iata', pattern(/^[A-Z]{3}$/), 'GHN'),
  /** Field 7 of a flight plan: up to seven letters or digits, no hyphen. */
  callsign: format('callsign', pattern(/^[A-Z0-9]{2,7}$/), 'CFU8821'),
  /** Four octal digits. */
  'ssr-code': format('ssrCode', pattern(/^[0-7]{4}$/), '2041'),
  uscc: format('uscc', isUscc, '91510100MA61X0000X'),
  'resident-id': format('residentId', isResidentId, '11010519491231002X'),
  'mobile-cn': format('mobileCn', isMobile, '13800138000'),
  phone: format('phone', isPhone, '028-85702345'),
  'time-hhmm': format('timeHhmm', isTimeText, '0830'),
  'country-code': format('countryCode', isCountryCode, 'CN'),
  /** Name of a zone of the IANA database. */
  'time-zone': format('timeZone', isTimeZone, 'Asia/Shanghai'),
  'ip-address': format('ipAddress', isIpAddress, '239.1.1.1'),
};

function format(name: string, validate: (value: string) => boolean, example: string): Format {
  return { validate, messageKey: `format.${name}`, example };
}

/** Time text of specification §5: exactly four characters, hours 0 to 24, minutes 0 to 59. */
export function isTimeText(value: string): boolean {
  return /^\d{4}$/.test(value) && Number(value.slice(0, 2)) <= 24 && Number(value.slice(2)) <= 59;
}

const usccAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** The check character of the first 17 characters of a unified social credit code (GB 32100-2015), or null. */
export function usccCheckCharacter(first17: string): string | null {
  if (first17.length !== 17) return null;
  let sum = 0;
  let weight = 1;
  for (const character of first17) {
    const value = usccAlphabet.indexOf(character);
    if (value < 0) return null;
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return usccAlphabet.charAt((31 - (sum % 31)) % 31);
}

/** Registering body, category, six digits of division, nine of the organization code, check character. */
function isUscc(value: string): boolean {
  return (
    /^[1-9A-HJ-NP-RTUWXY][1-9A-HJ-NP-RTUWXY]\d{6}[0-9A-HJ-NP-RTUWXY]{10}$/.test(value) &&
    usccCheckCharacter(value.slice(0, 17)) === value.charAt(17)
  );
}

const residentWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const residentChecks = '10X98765432';
const provinces = new Set(
  (
    '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 ' +
    '71 81 82 83 91'
  ).split(' '),
);

/** The check digit of the first 17 digits of a resident identity number (GB 11643-1999), or null. */
export function residentCheckDigit(first17: string): string | null {
  if (!/^\d{17}$/.test(first17)) return null;
  let sum = 0;
  residentWeights.forEach((weight, index) => {
    sum += weight * Number(first17.charAt(index));
  });
  return residentChecks.charAt(sum % 11);
}

export function isResidentId(value: string): boolean {
  return (
    /^\d{17}[\dX]$/.test(value) &&
    provinces.has(value.slice(0, 2)) &&
    isCalendarDate(Number(value.slice(6, 10)), Number(value.slice(10, 12)), Number(value.slice(12, 14))) &&
    residentCheckDigit(value.slice(0, 17)) === value.charAt(17)
  );
}

/** The date of birth in a resident identity number, as `1949-12-31`, or null where the number is wrong. */
export function birthDateOf(residentId: string): string | null {
  if (!isResidentId(residentId)) return null;
  return `${residentId.slice(6, 10)}-${residentId.slice(10, 12)}-${residentId.slice(12, 14)}`;
}

/** The gender in a resident identity number: the seventeenth digit is odd for men. Null where the number is wrong. */
export function genderOf(residentId: string): 'male' | 'female' | null {
  if (!isResidentId(residentId)) return null;
  return Number(residentId.charAt(16)) % 2 === 1 ? 'male' : 'female';
}

function isCalendarDate(year: number, month: number, day: number): boolean {
  if (year < 1850 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}

function isMobile(value: string): boolean {
  return /^1[3-9]\d{9}$/.test(value);
}

/** A mobile number, a fixed line with area code (and extension), a 400/800 or short service number, or +country number. */
function isPhone(value: string): boolean {
  return (
    isMobile(value) ||
    /^0\d{2,3}-?[2-9]\d{6,7}(-\d{1,6})?$/.test(value) ||
    /^[48]00-?\d{3}-?\d{4}$/.test(value) ||
    /^(1[012]\d{1,3}|9\d{4,5})$/.test(value) ||
    /^\+[1-9]\d{0,2}[ -]?\d[\d -]{4,14}\d$/.test(value)
  );
}

function isIpAddress(value: string): boolean {
  return isIpv4(value) || isIpv6(value);
}

function isIpv4(value: string): boolean {
  const parts = value.split('.');
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function isIpv6(value: string): boolean {
  const halves = value.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? groups.length <= 7 : groups.length === 8;
}
