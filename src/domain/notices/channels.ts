import { onDay, wallClockAt } from '#domain/time/wall-clock.ts';
import { type MessageKind, messageKinds } from './message-kinds.ts';

/** Where a user is told of a message. The message centre keeps every one, whatever is chosen here. */
export const channels = ['screen', 'sound', 'speech', 'email', 'push', 'webhook'] as const;
export type Channel = (typeof channels)[number];

/** Those that the server sends; an open page does the others by itself. */
export const sentChannels = ['email', 'push', 'webhook'] as const satisfies readonly Channel[];
export type SentChannel = (typeof sentChannels)[number];

/** By which channels messages of each kind are told; a kind that is missing goes by what lies below (role, product). */
export type ChannelChoices = Partial<Record<MessageKind, Channel[]>>;

/** Hours of the day, on the wall of a zone, in which nobody is disturbed. */
export interface QuietHours {
  /** HH:MM; equal to `until`: the whole day. */
  from: string;
  until: string;
  /** IANA name. */
  zone: string;
}

export interface ChannelSettings {
  choices: ChannelChoices;
  /** Null: none. */
  quiet: QuietHours | null;
}

const shown: Channel[] = ['screen'];
const called: Channel[] = ['screen', 'sound'];

/** What the product itself sets: everything is shown, what cannot wait is sounded too. */
export const productChoices: Record<MessageKind, readonly Channel[]> = {
  plan: shown,
  airspace: shown,
  certification: shown,
  receipt: shown,
  notice: called,
  weather: called,
  alert: called,
  rule: called,
  room: called,
  meeting: called,
  report: ['screen', 'email'],
  system: shown,
};

/**
 * What holds for a user: each kind by their own choice, else by all that their roles set together, else by the product.
 * Quiet hours are their own, else those of the first role that has any.
 */
export function settingsInForce(
  own: ChannelSettings | null,
  roles: readonly ChannelSettings[],
): { choices: Record<MessageKind, Channel[]>; quiet: QuietHours | null } {
  const ofKind = (kind: MessageKind): Channel[] => {
    const chosen = own?.choices[kind];
    if (chosen) return chosen;
    const given = roles.flatMap(({ choices }) => choices[kind] ?? []);
    const isGiven = roles.some(({ choices }) => choices[kind] !== undefined);
    const wanted: readonly Channel[] = isGiven ? given : productChoices[kind];
    return channels.filter((one) => wanted.includes(one));
  };
  return {
    choices: Object.fromEntries(messageKinds.map((kind) => [kind, ofKind(kind)])) as Record<
      MessageKind,
      Channel[]
    >,
    quiet: own ? own.quiet : (roles.find(({ quiet }) => quiet !== null)?.quiet ?? null),
  };
}

/** When the quiet hours that `at` lies in are over; null: it lies in none. Both in ms UTC. */
export function endOfQuiet(quiet: QuietHours | null, at: number): number | null {
  if (!quiet) return null;
  const clock = wallClockAt(at, quiet.zone);
  const now = clock.hour * 60 + clock.minute;
  const from = minutesOf(quiet.from);
  const until = minutesOf(quiet.until);
  const isQuiet = from < until ? now >= from && now < until : now >= from || now < until;
  if (!isQuiet) return null;
  return onDay(at, now < until ? 0 : 1, quiet.until, quiet.zone);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
