import { clockText, dateText, type Notified } from './compose.ts';
import { dateOf, type Other, otherText, parseOther } from './field-other.ts';
import { parseMessage } from './message.ts';
import type { Message } from './message-parts.ts';
import { isClock, type MessageError, placeOf } from './piece.ts';

/** Messages that name a flight as it was notified before. */
const associated = new Set(['CHG', 'CNL', 'DLA', 'DEP', 'RQP', 'RQS', 'SPL', 'ARR']);
/** Of these, the ones whose field 13b is the off-block time as it was notified; DLA and DEP bring their own. */
const timed = new Set(['CHG', 'CNL', 'RQP', 'RQS', 'SPL']);
const dayMs = 86_400_000;

/**
 * What of a further message does not agree with what the addressees know: callsign, aerodromes or the places that
 * stand for them, off-block time, the date of flight as it was notified (`0` where none was), and a delay that is none.
 */
export function notifiedErrors(text: string, notified: Notified): MessageError[] {
  const { message, pieces } = parseMessage(text);
  const type = message?.title.type;
  if (!message || !type || !associated.has(type)) return [];
  const errors: MessageError[] = [];
  const { fields } = message;
  const wrong = (field: string, key: string, values: Record<string, string>) => {
    const piece = pieces.find((one) => one.field === field);
    if (piece) errors.push({ field, ...placeOf(piece), key, values });
  };
  const same = (field: string, stated: string | null | undefined, known: string) => {
    if (stated && stated !== known) wrong(field, 'message.fault.notNotified', { text: known });
  };
  const before = clockText(notified.offBlockAt);
  const time = fields['13']?.time;
  same('7', fields['7']?.callsign, notified.callsign);
  same('13', fields['13']?.aerodrome, notified.departure);
  if (timed.has(type)) same('13', time, before);
  same('16', fields['16']?.aerodrome, notified.destination);
  const other = fields['18'];
  if (other) {
    const dof = otherText(other, 'DOF');
    const known = notified.dated ? dateText(notified.offBlockAt) : null;
    if (dof !== known) {
      wrong('18', 'message.fault.notNotified', { text: known === null ? '0' : `DOF/${known}` });
    }
    for (const [keyword, place] of [
      ['DEP', notified.departurePlace],
      ['DEST', notified.destinationPlace],
    ] as const) {
      const stated = otherText(other, keyword);
      if (stated !== null && place !== null && stated !== place) {
        wrong('18', 'message.fault.notNotified', { text: `${keyword}/${place}` });
      }
    }
  }
  if (type === 'DLA' && time && time <= before) wrong('13', 'message.fault.notLater', { time: before });
  return errors;
}

/**
 * What the addressees know of a flight once they have the message: FPL tells all of it, DLA a new time, CHG whatever
 * it amends. `known`: what they knew before; of an FPL without a date the time is the one nearest to it.
 */
export function knownAfter({ title, fields, amendments }: Message, known: Notified): Notified {
  if (title.type === 'FPL') {
    const time = fields['13']?.time;
    const date = dateIn(otherText(fields['18'], 'DOF'));
    const departure = fields['13']?.aerodrome ?? known.departure;
    const destination = fields['16']?.aerodrome ?? known.destination;
    return {
      callsign: fields['7']?.callsign ?? known.callsign,
      departure,
      destination,
      ...placesAfter({ departure, destination }, fields['18'], known),
      offBlockAt: time ? momentOf(time, date, momentNear(time, known.offBlockAt)) : known.offBlockAt,
      dated: date !== null,
    };
  }
  if (title.type === 'DLA') {
    const time = fields['13']?.time;
    return time ? { ...known, offBlockAt: momentOf(time, dayOf(known.offBlockAt), 0) } : known;
  }
  if (title.type !== 'CHG') return known;
  const amended = (field: string) => amendments.find((one) => one.field === field)?.text;
  const other = parseOther({ text: amended('18') ?? '0', column: 0 }, () => undefined) ?? [];
  const date = dateIn(otherText(other, 'DOF'));
  const moved = amended('13');
  const time = moved?.slice(4) || clockText(known.offBlockAt);
  const departure = moved?.slice(0, 4) ?? known.departure;
  const destination = amended('16')?.slice(0, 4) ?? known.destination;
  return {
    callsign: amended('7')?.split('/')[0] ?? known.callsign,
    departure,
    destination,
    ...placesAfter({ departure, destination }, other, known),
    offBlockAt: momentOf(time, date ?? dayOf(known.offBlockAt), known.offBlockAt),
    dated: known.dated || date !== null,
  };
}

/** Where the ends without an indicator lie, once field 18 says so; where it does not, they lie where they lay. */
function placesAfter(
  { departure, destination }: Pick<Notified, 'departure' | 'destination'>,
  other: Other | undefined,
  known: Notified,
): Pick<Notified, 'departurePlace' | 'destinationPlace'> {
  return {
    departurePlace: departure === 'ZZZZ' ? (otherText(other, 'DEP') ?? known.departurePlace) : null,
    destinationPlace: destination === 'ZZZZ' ? (otherText(other, 'DEST') ?? known.destinationPlace) : null,
  };
}

/** The moment of that time of day (HHMM, UTC) nearest to another, UTC ms. */
export function momentNear(time: string, near: number): number {
  const at = momentOf(time, dayOf(near), Number.NaN);
  const choices = [at - dayMs, at, at + dayMs];
  return choices.reduce((best, one) => (Math.abs(one - near) < Math.abs(best - near) ? one : best), at);
}

function momentOf(time: string, date: string | null, otherwise: number): number {
  if (date === null || !isClock(time)) return otherwise;
  return Date.parse(`${date}T${time.slice(0, 2)}:${time.slice(2)}:00Z`);
}

function dateIn(dof: string | null): string | null {
  return dof === null ? null : dateOf(dof);
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
