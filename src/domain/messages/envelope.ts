import { cleanText } from '#domain/text/clean.ts';
import { dayTimeNear } from '#domain/time/day-time.ts';
import { capitals } from './piece.ts';

/** Urgency of AFTN traffic, ICAO Annex 10, volume II, 4.4.1.1. */
export const priorities = ['SS', 'DD', 'FF', 'GG', 'KK'] as const;
export type Priority = (typeof priorities)[number];

/** Everything around the text of a message. */
export interface Envelope {
  priority: Priority;
  /** Eight letters each, 21 at most. */
  addressees: string[];
  /** UTC, to the minute; only day, hour and minute are sent. */
  filingTime: Date;
  /** Eight letters. */
  originator: string;
  text: string;
  /** Channel and number of the line, `CWA0012`; absent: the line has none. */
  transmission?: string;
}

/** Limits of ICAO Annex 10, volume II, 4.4.15. */
const longestLine = 69;
export const longestText = 1_800;
const mostAddressees = 21;
/** Three lines of seven: an eighth would not fit beside them. */
const addresseesOnLine = 7;

export type EnvelopeError = { key: string; values?: Record<string, string | number> };

/** What begins and ends a message on a line: within a text it would cut the message in two. */
export const marks = ['ZCZC', 'NNNN'] as const;
const anyMark = new RegExp(marks.join('|'), 'g');

/** The marks that stand within a text, each at its column. */
export function marksIn(text: string): { column: number; mark: string }[] {
  return [...text.matchAll(anyMark)].map((match) => ({ column: match.index, mark: match[0] }));
}

/** What keeps a text from being sent, in whatever envelope or none. */
export function textErrors(text: string): EnvelopeError[] {
  const [found] = marksIn(text);
  return found ? [{ key: 'message.envelope.mark', values: { mark: found.mark } }] : [];
}

/** What keeps an envelope from being sent. */
export function envelopeErrors({ addressees, originator, text }: Envelope): EnvelopeError[] {
  const errors: EnvelopeError[] = textErrors([...addressees, originator, text].join('\n'));
  const wrong = addressees.find((one) => !/^[A-Z]{8}$/.test(one));
  if (wrong !== undefined) errors.push({ key: 'message.envelope.address', values: { address: wrong } });
  if (addressees.length === 0) errors.push({ key: 'message.envelope.noAddressee' });
  if (addressees.length > mostAddressees) {
    errors.push({
      key: 'message.envelope.addressees',
      values: { count: addressees.length, most: mostAddressees },
    });
  }
  if (!/^[A-Z]{8}$/.test(originator)) {
    errors.push({ key: 'message.envelope.originator', values: { address: originator } });
  }
  if (text.length > longestText) {
    errors.push({ key: 'message.envelope.long', values: { length: text.length, most: longestText } });
  }
  return errors;
}

/** As it goes down a line: CR CR LF ends each line, NNNN the message. */
export function writeEnvelope(envelope: Envelope): string {
  const { priority, addressees, originator, filingTime, text, transmission } = envelope;
  return [
    ...(transmission ? [`ZCZC ${transmission}`] : []),
    ...addressLines(priority, addressees),
    `${filingText(filingTime)} ${originator}`,
    ...wrapped(text),
    'NNNN',
    '',
  ].join('\r\r\n');
}

/** The answer that the receiver of a distress message owes: R and the origin of what it has received. */
export function writeAcknowledgement(
  received: { filing: string; originator: string },
  own: Omit<Envelope, 'priority' | 'addressees' | 'text'>,
): string {
  return writeEnvelope({
    ...own,
    priority: 'SS',
    addressees: [received.originator],
    text: `R ${received.filing} ${received.originator}`,
  });
}

/** Day, hour and minute, UTC: `211430`. */
export function filingText(at: Date): string {
  const iso = at.toISOString();
  return `${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}`;
}

/**
 * The moment that a filing time names: the day of that number nearest to now, for a message may be of yesterday and
 * clocks differ. Null: no such time in the months around.
 */
export function filingMoment(filing: string, now: Date): Date | null {
  const found = /^(\d{2})([01]\d|2[0-3])([0-5]\d)$/.exec(filing);
  if (!found) return null;
  const at = dayTimeNear(Number(found[1]), Number(found[2]), Number(found[3]), now.getTime());
  return at === null ? null : new Date(at);
}

function addressLines(priority: Priority, addressees: string[]): string[] {
  const lines: string[] = [];
  for (let from = 0; from < addressees.length; from += addresseesOnLine) {
    const line = addressees.slice(from, from + addresseesOnLine).join(' ');
    lines.push(from === 0 ? `${priority} ${line}` : line);
  }
  return lines;
}

/** Lines of 69 characters at most, broken before a field's hyphen or at a blank; a longer word is cut. */
export function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const given of text.split(/[\r\n]+/)) {
    let line = given.trim();
    while (line.length > longestLine) {
      const head = line.slice(0, longestLine + 1);
      const at = Math.max(head.lastIndexOf('-', longestLine), head.lastIndexOf(' '));
      const cut = at > 0 ? at : longestLine;
      lines.push(line.slice(0, cut).trimEnd());
      line = line.slice(cut).trimStart();
    }
    if (line !== '') lines.push(line);
  }
  return lines;
}

export interface ReceivedEnvelope {
  priority: Priority | null;
  addressees: string[];
  /** `211430`; null: the text came without an envelope. */
  filing: string | null;
  originator: string | null;
  transmission: string | null;
  /** The message, as it was written; lines end with \n. */
  text: string;
  /** A distress message: its receipt is to be acknowledged. */
  mustAcknowledge: boolean;
}

/** Of a line: the end of a message, in letters or as the control character ETX, and the beginning of the next. */
const cuts = new RegExp(['NNNN', '\u0003', 'ZCZC'].join('|'), 'gi');

/**
 * Cuts what came down a line into messages: NNNN and ETX end one, wherever they stand, and ZCZC begins the next even
 * where the end of the one before was lost. `rest`: what has no end yet.
 */
export function cutMessages(received: string): { whole: string[]; rest: string } {
  const whole: string[] = [];
  let from = 0;
  for (const { index, 0: mark } of received.matchAll(cuts)) {
    const before = received.slice(from, index);
    if (Array.from(before).some((sign) => sign.trim() !== '' && !isControl(sign))) whole.push(before);
    from = mark.toUpperCase() === 'ZCZC' ? index : index + mark.length;
  }
  return { whole, rest: received.slice(from) };
}

/** Every message of a text that is all there, the last of them with or without its end. */
export function messagesIn(received: string): string[] {
  const { whole, rest } = cutMessages(received);
  return rest.trim() === '' ? whole : [...whole, rest];
}

/**
 * Reads the first message of what came down a line, however its lines end, with and without ZCZC, NNNN and the control characters of
 * teleprinters. What has no envelope is all text.
 */
export function readEnvelope(received: string): ReceivedEnvelope {
  // Start of heading, of text and end of text take the place of ZCZC and NNNN on newer lines.
  const [message = ''] = messagesIn(received);
  const cleaned = cleanText(Array.from(message, (sign) => (isControl(sign) ? '\n' : sign)).join(''))
    .split('\n')
    .map((line) => capitals(line).trim())
    .filter((line) => line !== '');
  const heading = /^ZCZC\s+([A-Z0-9]{3,10})/.exec(cleaned[0] ?? '');
  if (/^ZCZC\b/.test(cleaned[0] ?? '')) cleaned.shift();
  const first = /^(SS|DD|FF|GG|KK)\s+((?:[A-Z]{8}\s*)+)$/.exec(cleaned[0] ?? '');
  const transmission = heading?.[1] ?? null;
  const priority = priorities.find((one) => one === first?.[1]) ?? null;
  if (!priority || !first?.[2]) {
    return {
      priority: null,
      addressees: [],
      filing: null,
      originator: null,
      transmission,
      text: cleaned.join('\n'),
      mustAcknowledge: false,
    };
  }
  const addressees = first[2].trim().split(/\s+/);
  let at = 1;
  while (/^(?:[A-Z]{8}\s*)+$/.test(cleaned[at] ?? '')) addressees.push(...(cleaned[at++] ?? '').split(/\s+/));
  const origin = /^(\d{6})\s+([A-Z]{8})\b/.exec(cleaned[at] ?? '');
  if (origin) at += 1;
  return {
    priority,
    addressees,
    filing: origin?.[1] ?? null,
    originator: origin?.[2] ?? null,
    transmission,
    text: cleaned.slice(at).join('\n'),
    mustAcknowledge: priority === 'SS',
  };
}

function isControl(sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0;
  // NUL stands between the letters of UTF-16.
  return code !== 0 && code !== 9 && code < 32;
}

/** `R 211430 ZUGHZPZX`: the origin that a receipt of a distress message names; null: it is none. */
export function acknowledgedOrigin(text: string): { filing: string; originator: string } | null {
  const found = /^R\s+(\d{6})\s+([A-Z]{8})$/.exec(text.trim());
  return found?.[1] && found[2] ? { filing: found[1], originator: found[2] } : null;
}

/** How urgent a message of a type is. */
export function priorityOf(type: string): Priority {
  if (type === 'ALR' || type === 'RCF') return 'SS';
  return type === 'SVC' || type === 'OTH' ? 'GG' : 'FF';
}
