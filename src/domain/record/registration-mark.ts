/**
 * Registration marks. Source: the nationality marks that States notify to ICAO (supplement to Annex 7),
 * and for the mark B the forms that its registers use.
 */

/** Marks written with a hyphen between nationality and registration. */
const hyphenated = new Set(
  (
    'YA ZA 7T C3 D2 VP V2 LV LQ EK P4 VH OE 4K C6 A9C S2 8P EW OO V3 TY A5 CP E7 T9 A2 PP PR PS PT PU V8 LZ ' +
    'XT 9U XU TJ C CF D4 TL TT CC HJ HK D6 TN 9S 9Q E5 TI TU 9A CU 5B OK OY J2 J7 HI HC SU YS 3C E3 ES 3DC ' +
    'ET DQ OH F TR C5 4L D 9G SX J3 TG 3X J5 8R HH HR HA TF VT PK EP YI EI EJ 4X I 6Y JY UP UN 5Y T3 P 9K EX ' +
    'RDPL YL OD 7P A8 EL 5A HB LY LX 5R 7Q 9M 8Q TZ 9H V7 5T 3B XA XB XC V6 ER 3A JU MT 4O CN C9 XY XZ V5 C2 ' +
    '9N PH ZK ZL ZM YN 5U 5N Z3 LN A4O AP T8 HP P2 ZP OB RP SP SN CR CS A7 YR RA RF 9XR V4 J6 J8 5W T7 S9 HZ ' +
    '6V 6W YU S7 9L 9V OM S5 H4 6O ZS ZT ZU EC EM 4R ST PZ SE YK EY 5H HS 4W 5V A3 9Y TS TC EZ T2 5X UR A6 G ' +
    'UK YJ YV VN XV 7O 9J Z M 2 ZJ VQ PJ'
  ).split(' '),
);

/** Marks written together with the registration, each by its own rule. */
const joined = [
  /^N[1-9]\d{0,4}$/,
  /^N[1-9]\d{0,3}[A-HJ-NP-Z]$/,
  /^N[1-9]\d{0,2}[A-HJ-NP-Z]{2}$/,
  /^JA(\d{4}|\d{3}[A-Z]|\d{2}[A-Z]{2}|[A-Z]\d{3})$/,
  /^HL[0-9C]\d{3}$/,
  /^UK\d{5}$/,
  /^CU-[A-Z]\d{4}$/,
  /^EM-\d{3}$/,
];

/** Mainland: B- and four characters, the first a digit, no I or O. Older marks are four digits. */
const mainland = /^B-\d[0-9A-HJ-NP-Z]{3}$/;
/** Hong Kong B-H, B-K, B-L; Macao B-M: three letters. */
const hongKongMacao = /^B-[HKLM][A-Z]{2}$/;
/** Taiwan: five digits. */
const taiwan = /^B-\d{5}$/;
/** Real-name registration of unmanned aircraft: UAS and eight letters or digits. */
const unmanned = /^UAS[0-9A-Z]{8}$/;

export function isRegistrationMark(value: string): boolean {
  if (value.startsWith('B-')) {
    return mainland.test(value) || hongKongMacao.test(value) || taiwan.test(value);
  }
  if (unmanned.test(value)) return true;
  if (joined.some((rule) => rule.test(value))) return true;
  const hyphen = value.indexOf('-');
  return (
    hyphen > 0 && hyphenated.has(value.slice(0, hyphen)) && /^[A-Z0-9]{2,5}$/.test(value.slice(hyphen + 1))
  );
}

/** Marks of the mainland register, whose 24-bit addresses lie in China's block. */
function isMainlandMark(value: string): boolean {
  return mainland.test(value);
}

/** China's block of 24-bit addresses: 780000 to 7bffff (ICAO Annex 10 Vol III, table 9-1). */
export function isChineseAddress(icao24: string): boolean {
  return /^7[89ab][0-9a-f]{4}$/.test(icao24);
}

/** A mainland mark with an address outside China's block, or the reverse: almost always a slip of the keyboard. */
export function addressSuitsMark(registration: string, icao24: string): boolean {
  return !isMainlandMark(registration) || isChineseAddress(icao24);
}

const countries = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY ' +
    'BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK ' +
    'FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR ' +
    'IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ' +
    'ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM ' +
    'PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF ' +
    'TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);

/** ISO 3166-1 alpha-2, in capitals. */
export function isCountryCode(value: string): boolean {
  return countries.has(value);
}
