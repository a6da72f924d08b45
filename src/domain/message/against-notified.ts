import { clockText, dateText, type Notified } from './compose.ts';
import { otherText } from './field-other.ts';
import { parseMessage } from './message.ts';
import { type Fault, placeOf } from './piece.ts';

/** Messages that name a flight as it was notified before. */
const associated = new Set(['CHG', 'CNL', 'DLA', 'DEP', 'RQP', 'RQS', 'SPL', 'ARR']);

/**
 * What of a further message does not agree with what the addressees know: callsign, aerodromes, the date of flight
 * as it was notified (`0` where none was), and a delay that is none.
 */
export function notifiedFaults(text: string, notified: Notified): Fault[] {
  const { message, pieces } = parseMessage(text);
  const type = message?.title.type;
  if (!message || !type || !associated.has(type)) return [];
  const faults: Fault[] = [];
  const { fields } = message;
  const wrong = (field: string, key: string, values: Record<string, string>) => {
    const piece = pieces.find((one) => one.field === field);
    if (piece) faults.push({ field, ...placeOf(piece), key, values });
  };
  const same = (field: string, said: string | undefined, known: string) => {
    if (said !== undefined && said !== known) wrong(field, 'message.fault.notNotified', { text: known });
  };
  same('7', fields['7']?.callsign, notified.callsign);
  same('13', fields['13']?.aerodrome, notified.departure);
  same('16', fields['16']?.aerodrome, notified.destination);
  const other = fields['18'];
  if (other) {
    const dof = otherText(other, 'DOF');
    const known = notified.dated ? dateText(notified.offBlockAt) : null;
    if (dof !== known) {
      wrong('18', 'message.fault.notNotified', { text: known === null ? '0' : `DOF/${known}` });
    }
  }
  const time = fields['13']?.time;
  const before = clockText(notified.offBlockAt);
  if (type === 'DLA' && time && time <= before) wrong('13', 'message.fault.notLater', { time: before });
  return faults;
}
