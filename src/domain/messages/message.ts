import { checkAcross } from './cross-checks.ts';
import { marksIn } from './envelope.ts';
import { formatTitle, parseTitle } from './field-identity.ts';
import type { Amendment, FieldPiece, Message } from './message-parts.ts';
import {
  capitals,
  type MessageError,
  type Piece,
  part,
  placeOf,
  type Report,
  split,
  trimmed,
} from './piece.ts';
import {
  type FieldNumber,
  type FieldValues,
  fieldRules,
  isFieldNumber,
  type MessageTable,
  messageTables,
  type Slot,
} from './tables.ts';
import { isMessageType, type MessageType } from './types.ts';

export interface ParsedMessage {
  /** Null: not a message at all. */
  message: Message | null;
  pieces: FieldPiece[];
  /** In the order of their columns. */
  errors: MessageError[];
}

/** The characters of International Telegraph Alphabet No. 2, with which every line can carry the text. */
const foreign = /[^A-Z0-9\-?:().,'=/+\s]/g;
/** Longer texts are no messages: nothing of them is read. */
const longestText = 6_000;

/** Reads a message; whatever the text is, it gives an answer and never throws. */
export function parseMessage(given: string): ParsedMessage {
  const errors: MessageError[] = [];
  const pieces: FieldPiece[] = [];
  const report: Report = (field, { column, length }, key, values) =>
    void errors.push({ field, column, length, key, ...(values ? { values } : {}) });
  const text = capitals(given.slice(0, longestText));
  for (const match of text.matchAll(foreign)) {
    report('', { column: match.index, length: 1 }, 'message.fault.character', { text: match[0] });
  }
  for (const { column, mark } of marksIn(text)) {
    report('', { column, length: mark.length }, 'message.fault.mark', { text: mark });
  }
  const body = bodyOf(text, report);
  if (!body) return { message: null, pieces, errors };
  const [titlePiece, ...others] = split(body, '-');
  const type = titlePiece?.text.slice(0, 3) ?? '';
  if (!titlePiece || !isMessageType(type)) {
    report('3', placeOf(part(titlePiece ?? body, 0, 3)), 'message.fault.type', { type });
    return { message: null, pieces, errors };
  }
  const title = { ...parseTitle(titlePiece, report), type };
  pieces.push({ field: '3', ...titlePiece });
  const table = messageTables[type];
  const message: Message = { title, fields: {}, amendments: [], free: null };
  if (table.free) {
    const [first] = others;
    message.free = first ? text.slice(first.column, body.column + body.text.length).trim() : null;
    return { message, pieces, errors: inOrder(errors) };
  }
  readFields(message, table, others, body, pieces, report);
  checkAcross(message, pieces, report);
  return { message, pieces, errors: inOrder(errors) };
}

/** What stands between the brackets. */
function bodyOf(text: string, report: Report): Piece | null {
  const whole = trimmed({ text, column: 0 });
  if (!whole.text.startsWith('(')) {
    report('3', placeOf(part(whole, 0, 1)), 'message.fault.start');
    return null;
  }
  const end = whole.text.indexOf(')');
  if (end < 0) {
    report('', { column: whole.column + whole.text.length, length: 1 }, 'message.fault.end');
    return part(whole, 1);
  }
  const after = trimmed(part(whole, end + 1));
  if (after.text !== '') report('', placeOf(after), 'message.fault.afterEnd');
  return part(whole, 1, end);
}

function readFields(
  message: Message,
  table: MessageTable,
  given: Piece[],
  body: Piece,
  pieces: FieldPiece[],
  report: Report,
): void {
  const slots = slotsFor(table.slots, given.length);
  for (const [index, slot] of slots.entries()) {
    const piece = given[index];
    if (!piece) {
      const column = body.column + body.text.length;
      report(slot.field, { column, length: 1 }, 'message.fault.missing', { field: slot.field });
      break;
    }
    pieces.push({ field: slot.field, ...piece });
    readField(message.fields, slot.field, piece, report);
    checkSecond(message.fields, slot, piece, report);
  }
  const rest = given.slice(slots.length);
  if (!table.amends) {
    const [extra] = rest;
    if (extra) report('', placeOf(extra), 'message.fault.extra');
    return;
  }
  if (rest.length === 0 && given.length >= slots.length) {
    report('22', { column: body.column + body.text.length, length: 1 }, 'message.fault.missing', {
      field: '22',
    });
  }
  for (const piece of rest) {
    pieces.push({ field: '22', ...piece });
    readAmendment(message, piece, report);
  }
}

/** Optional fields stand only where there are fields enough for them. */
function slotsFor(slots: Slot[], given: number): Slot[] {
  let spare = given - slots.filter(({ optional }) => !optional).length;
  return slots.filter(({ optional }) => {
    if (!optional) return true;
    spare -= 1;
    return spare >= 0;
  });
}

function readField<K extends FieldNumber>(
  fields: Partial<FieldValues>,
  field: K,
  piece: Piece,
  report: Report,
): void {
  const value = fieldRules[field].parse(piece, report);
  if (value !== null) fields[field] = value;
}

function checkSecond(fields: Partial<FieldValues>, { field, second }: Slot, piece: Piece, report: Report) {
  if (second === undefined) return;
  const there =
    field === '13'
      ? fields['13'] && fields['13'].time !== null
      : fields['16'] && fields['16'].elapsed !== null;
  if (there === undefined) return;
  const place = { column: piece.column + Math.min(4, piece.text.length), length: 4 };
  if (second === 'needed' && !there) report(`${field}b`, { ...place, length: 1 }, 'message.fault.timeNeeded');
  // Tolerated where it comes in, but not what the composition of the message has.
  if (second === 'absent' && there) report(`${field}b`, place, 'message.fault.timeHere');
}

function readAmendment(message: Message, piece: Piece, report: Report): void {
  const slash = piece.text.indexOf('/');
  const number = slash < 0 ? piece.text : piece.text.slice(0, slash);
  if (slash < 0 || !isFieldNumber(number)) {
    report('22', placeOf(part(piece, 0, Math.max(1, slash))), 'message.fault.amendment');
    return;
  }
  const inner = trimmed(part(piece, slash + 1));
  const before: Partial<FieldValues> = {};
  readField(before, number, inner, report);
  if (before[number] !== undefined) {
    message.amendments.push({ field: number, text: formatField(number, before) });
  }
}

function formatField<K extends FieldNumber>(field: K, fields: Partial<FieldValues>): string {
  const value = fields[field];
  return value === undefined ? '' : fieldRules[field].format(value);
}

/** One field as it is written; empty where the message has none. */
export function fieldText(message: Message, field: FieldNumber): string {
  return formatField(field, message.fields);
}

/** Writes a message on one line; what reads it gives the same values again. */
export function formatMessage({ title, fields, amendments, free }: Message): string {
  const table = messageTables[title.type];
  const parts = [
    formatTitle(title),
    ...table.slots
      .filter(({ field }) => fields[field] !== undefined)
      .map(({ field }) => formatField(field, fields)),
    ...amendments.map(({ field, text }) => `${field}/${text}`),
    ...(free === null ? [] : [free]),
  ];
  return `(${parts.join('-')})`;
}

function inOrder(errors: MessageError[]): MessageError[] {
  return errors.sort((a, b) => a.column - b.column);
}

/** A message of values, for whoever composes one. */
export function messageOf(
  type: MessageType,
  fields: Partial<FieldValues>,
  amendments: Amendment[] = [],
): Message {
  return { title: { type, number: null, reference: null }, fields, amendments, free: null };
}
