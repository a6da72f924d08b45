import { formatOther, otherText } from './field-other.ts';
import type { FieldPiece, Message } from './message-parts.ts';
import { placeOf, type Report } from './piece.ts';
import type { FieldNumber } from './tables.ts';

/** Messages that carry a flight plan whole: what field 18 must add is asked of these. */
const whole = new Set(['FPL', 'CPL', 'ALR']);

/** What one field says of another (ICAO Doc 4444, appendices 2 and 3; operations.md 1.7). */
export function checkAcross(message: Message, pieces: FieldPiece[], report: Report): void {
  const { type } = message.title;
  const placed = (field: FieldNumber) => {
    const piece = pieces.find((one) => one.field === field);
    return piece ? placeOf(piece) : { column: 0, length: 1 };
  };
  if (whole.has(type)) {
    checkRules(message, placed, report);
    checkEquipment(message, placed, report);
  }
  checkNone(message, placed, report);
  if (type === 'CHG') checkAmended(message, pieces, report);
}

type Placed = (field: FieldNumber) => { column: number; length: number };

/** 8a against the rules that the way itself tells. */
function checkRules({ fields }: Message, placed: Placed, report: Report): void {
  const { rules } = fields['8'] ?? {};
  const way = fields['15'];
  if (!rules || !way) return;
  const changes = way.route.flatMap((element) => (element.kind === 'rules' ? [element] : []));
  const [first] = changes;
  const wrong = (key: string) => report('8a', { ...placed('8'), length: 1 }, key, { rules });
  if (rules === 'V' && changes.some((one) => one.rules === 'IFR')) wrong('message.fault.rulesOfRoute');
  if (rules === 'I' && (first || way.level === 'VFR')) wrong('message.fault.rulesOfRoute');
  if (rules === 'Y' && first?.rules !== 'VFR') wrong('message.fault.rulesNeedVfr');
  if (rules === 'Z' && first?.rules !== 'IFR') wrong('message.fault.rulesNeedIfr');
}

/** ZZZZ stands for a name that field 18 gives, in every message that has one. */
function checkNone({ fields }: Message, placed: Placed, report: Report): void {
  const other = fields['18'];
  if (!other) return;
  const need = (
    field: FieldNumber,
    letter: string,
    keyword: 'TYP' | 'DEP' | 'DEST' | 'ALTN',
    none: boolean,
  ) => {
    if (none && otherText(other, keyword) === null) {
      report(field + letter, { ...placed(field), length: 4 }, 'message.fault.noneNeeds', { keyword });
    }
  };
  need('9', 'b', 'TYP', fields['9']?.type === 'ZZZZ');
  need('13', 'a', 'DEP', fields['13']?.aerodrome === 'ZZZZ' || fields['13']?.aerodrome === 'AFIL');
  need('16', 'a', 'DEST', fields['16']?.aerodrome === 'ZZZZ');
  need('16', 'c', 'ALTN', fields['16']?.alternates.includes('ZZZZ') === true);
}

/** Navigation specifications by the sensor that they stand on, and its code in 10a; B1, C1, D1, O1 stand on all. */
const sensors: [specification: RegExp, equipment: string][] = [
  [/^[BCDO][12]$/, 'G'],
  [/^[BCDO][13]$/, 'D'],
  [/^(?:B[15]|[CDO][14])$/, 'I'],
];

function checkEquipment({ fields }: Message, placed: Placed, report: Report): void {
  const radio = fields['10']?.radio;
  const other = fields['18'];
  if (!radio || !other) return;
  const pbn = otherText(other, 'PBN');
  if (
    radio.includes('Z') &&
    (['COM', 'NAV', 'DAT'] as const).every((one) => otherText(other, one) === null)
  ) {
    report('10a', placed('10'), 'message.fault.otherEquipment');
  }
  if (radio.includes('R') && pbn === null) report('10a', placed('10'), 'message.fault.pbnMissing');
  if (pbn === null) return;
  const place = other.find(({ keyword }) => keyword === 'PBN')?.at ?? placed('18');
  if (!radio.includes('R')) report('18', place, 'message.fault.pbnWithoutR');
  const codes = pbn.match(/[A-Z]\d/g) ?? [];
  for (const [specification, equipment] of sensors) {
    const code = codes.find((one) => specification.test(one));
    if (code && !radio.includes(equipment)) {
      report('18', place, 'message.fault.pbnSensor', { code, equipment });
    }
  }
}

/**
 * A CHG that moves the departure to another day says so in both fields; one that puts ZZZZ into 13 or 16 names the
 * place in the field 18 that it puts in, or where it puts in none, in its own.
 */
function checkAmended({ fields, amendments }: Message, pieces: FieldPiece[], report: Report): void {
  const other = amendments.find(({ field }) => field === '18')?.text ?? formatOther(fields['18'] ?? []);
  for (const [field, keyword] of [
    ['13', 'DEP'],
    ['16', 'DEST'],
  ] as const) {
    const none = pieces.find((one) => one.field === '22' && one.text.startsWith(`${field}/ZZZZ`));
    if (none && !new RegExp(`(?:^|\\s)${keyword}/`).test(other)) {
      report('22', placeOf(none), 'message.fault.noneNeeds', { keyword });
    }
  }
  const moved = amendments.find(({ field }) => field === '13');
  const dof = amendments.find(({ field }) => field === '18')?.text.includes('DOF/');
  const before = fields['13']?.time;
  const after = moved?.text.slice(4);
  if (!moved || dof || !before || !after || after >= before) return;
  const piece = pieces.find((one) => one.field === '22' && one.text.startsWith('13/'));
  if (piece) report('22', placeOf(piece), 'message.fault.earlierWithoutDate');
}
