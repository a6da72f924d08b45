import { type Piece, part, placeOf, type Report, split } from './piece.ts';

/** Field 10: what is aboard and works, in the codes of ICAO Doc 4444, appendix 2. */
export interface Equipment {
  /** 10a, e.g. `S`, `D`, `E1`; `N` alone: none. */
  radio: string[];
  /** 10b, e.g. `C`, `S`, `B1`; `N` alone: none. */
  surveillance: string[];
}

const radioCodes = /^(?:E[1-3]|J[1-7]|M[1-3]|P[1-9]|[A-DFGHIKLNORSTUVWXYZ])/;
const surveillanceCodes = /^(?:B[12]|U[12]|V[12]|D1|G1|[NACEHILPSX])/;
/** Transponder modes of which only one is named. */
const modeS = ['E', 'H', 'I', 'L', 'P', 'S', 'X'];

export function parseEquipment(piece: Piece, report: Report): Equipment | null {
  const [first, second, ...more] = split(piece, '/');
  if (!first || !second || more.length > 0) {
    report('10', placeOf(piece), 'message.fault.equipment');
    return null;
  }
  const radio = codesOf(first, radioCodes, '10a', report);
  const surveillance = codesOf(second, surveillanceCodes, '10b', report);
  if (surveillance && surveillance.filter((code) => modeS.includes(code)).length > 1) {
    report('10b', placeOf(second), 'message.fault.twoModeS');
  }
  return radio && surveillance ? { radio, surveillance } : null;
}

function codesOf(piece: Piece, form: RegExp, field: string, report: Report): string[] | null {
  const codes: string[] = [];
  let at = 0;
  while (at < piece.text.length) {
    const [code] = form.exec(piece.text.slice(at)) ?? [];
    if (code === undefined) {
      report(field, placeOf(part(piece, at, at + 1)), 'message.fault.code', { code: piece.text.charAt(at) });
      return null;
    }
    if (codes.includes(code)) {
      report(field, placeOf(part(piece, at, at + code.length)), 'message.fault.codeTwice', { code });
    } else codes.push(code);
    at += code.length;
  }
  if (codes.length === 0) {
    report(field, placeOf(piece), 'message.fault.equipment');
    return null;
  }
  if (codes.includes('N') && codes.length > 1) report(field, placeOf(piece), 'message.fault.noneAndSome');
  return codes;
}

export const formatEquipment = ({ radio, surveillance }: Equipment) =>
  `${radio.join('')}/${surveillance.join('')}`;

/** Codes of a stored text such as `SDFG`; those that are none are left out. */
export function equipmentCodes(text: string, of: 'radio' | 'surveillance'): string[] {
  const found = text.match(
    new RegExp((of === 'radio' ? radioCodes : surveillanceCodes).source.slice(1), 'g'),
  );
  return [...new Set(found ?? [])];
}
