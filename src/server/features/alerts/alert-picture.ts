import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type AlertList, alertText, alertView } from '#contract/alerts.ts';
import type { HubEvents } from '#contract/hub.ts';
import type { Backplane } from '#server/signalr/backplane.ts';
import type { Caller, Hub } from '#server/signalr/hub-definition.ts';
import type { OutgoingMessage } from '#server/signalr/protocol.ts';
import { conflictsOf, mostUrgent, urgencyOf } from './alert-views.ts';

/** A client that hears of alerts, and the channels of encounters that it hears: those of its row scope. */
export interface AlertHearer {
  caller: Caller<HubEvents>;
  channels: readonly string[];
}

/** What the server that evaluates the nets tells all of them. */
const toldAlerts = Type.Object({
  from: Type.String(),
  at: Type.Number(),
  /** The most urgent first, each with the channels of whoever may see its record. */
  items: Type.Array(
    Type.Object({
      view: alertView,
      channels: Type.Array(Type.String()),
      /** It is of before the server that evaluates began, and not found again since. */
      isLeft: Type.Boolean(),
    }),
  ),
  /** Open alerts beside these. */
  more: Type.Integer(),
  lacks: Type.Array(alertText),
});
export type ToldAlerts = Static<typeof toldAlerts>;

/** What goes from server to server: as many messages of the same `at` as it takes. */
const toldPart = Type.Composite([
  toldAlerts,
  Type.Object({
    /** From 0, and how many there are. */
    part: Type.Integer(),
    parts: Type.Integer(),
  }),
]);
type ToldPart = Static<typeof toldPart>;

const subject = 'alerts';
/** So many are in a list: nobody reads more. */
export const mostListed = 500;

/** What whoever hears these channels is shown: the most urgent of their rows, and that there are more. */
export function alertsFor(
  { at, items, more, lacks }: Omit<ToldAlerts, 'from'>,
  channels: ReadonlySet<string>,
): Pick<AlertList, 'alerts' | 'lacks'> {
  const heard = items.filter(({ channels: own }) => own.some((channel) => channels.has(channel)));
  const listed = mostUrgent(heard, ({ view, isLeft }) => urgencyOf(view, at, isLeft), mostListed);
  const alerts = listed.map(({ view }) => view);
  const unlisted = heard.length - alerts.length + (channels.has('encounter:all') ? more : 0);
  return { alerts, lacks: withUnlisted(lacks, unlisted) };
}

export function withUnlisted(lacks: AlertList['lacks'], count: number): AlertList['lacks'] {
  return count > 0 ? [...lacks, { key: 'alert.list.more', values: { count } }] : lacks;
}

/**
 * The alerts to screens, on every server: each client gets those of its own rows (`getAlerts`, `setConflictFlight`), every
 * second while there are any and once when there are none left.
 */
export function createAlertPicture(deps: {
  /** This process, among those of the backplane. */
  id: string;
  backplane: Pick<Backplane, 'publish' | 'subscribe' | 'mostBytes'>;
  hearers(): Iterable<AlertHearer>;
  hub(): Pick<Hub<HubEvents>, 'prepare'>;
}) {
  const { id, backplane } = deps;
  /** What each client was told last was that there are none. */
  const toldNone = new WeakSet<Caller<HubEvents>>();
  let last: ToldAlerts | null = null;

  /** The parts that have come of the newest list of another server. */
  let coming: ToldPart[] = [];

  const unsubscribe = backplane.subscribe(subject, (value) => {
    if (!Value.Check(toldPart, value) || value.from === id) return;
    // One of which a part was lost is given up: the next one comes within a second.
    if (coming[0]?.at !== value.at || coming[0].from !== value.from) coming = [];
    coming.push(value);
    if (coming.length < value.parts) return;
    const { from, at, more, lacks } = value;
    show({ from, at, more, lacks, items: coming.flatMap(({ items }) => items) });
    coming = [];
  });

  function show(told: ToldAlerts): void {
    last = told;
    const prepared = new Map<string, { any: boolean; messages: OutgoingMessage[] }>();
    for (const { caller, channels } of deps.hearers()) {
      const key = channels.join(' ');
      const known = prepared.get(key);
      const ofScope = known ?? prepare(told, new Set(channels));
      if (!known) prepared.set(key, ofScope);
      if (!ofScope.any && toldNone.has(caller)) continue;
      if (ofScope.any) toldNone.delete(caller);
      else toldNone.add(caller);
      ofScope.messages.forEach((message, i) => {
        // A slow client gets the newest list, not a queue of them.
        if (caller.isWritable()) caller.sendPrepared(message);
        else caller.sendLatest(`alerts ${i}`, () => message);
      });
    }
  }

  function prepare(told: ToldAlerts, channels: ReadonlySet<string>) {
    const { at } = told;
    const { alerts, lacks } = alertsFor(told, channels);
    const messages = [
      deps.hub().prepare('getAlerts', { at, alerts, lacks }),
      deps.hub().prepare('setConflictFlight', conflictsOf(alerts, at)),
    ];
    return { any: alerts.length > 0, messages };
  }

  return {
    /** To the clients of this server, and to the other servers for theirs. */
    tell(told: Omit<ToldAlerts, 'from'>): void {
      const mine = { ...told, from: id };
      show(mine);
      for (const part of partsOf(mine, backplane.mostBytes)) backplane.publish(subject, part);
    },
    /** What was told last, by whichever server; null: nothing yet. */
    get last() {
      return last;
    },
    close: unsubscribe,
  };
}

export type AlertPicture = ReturnType<typeof createAlertPicture>;

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** In messages of at most so many bytes each; an alert that is larger by itself is left out. */
function partsOf(told: ToldAlerts, mostBytes: number): ToldPart[] {
  if (mostBytes === Number.POSITIVE_INFINITY) return [{ ...told, part: 0, parts: 1 }];
  const room = mostBytes - bytesOf({ ...told, items: [], part: 1_000_000, parts: 1_000_000 });
  const groups: ToldAlerts['items'][] = [[]];
  let left = room;
  for (const item of told.items) {
    // With the comma before it.
    const bytes = bytesOf(item) + 1;
    if (bytes > room) continue;
    if (bytes > left) {
      groups.push([]);
      left = room;
    }
    groups.at(-1)?.push(item);
    left -= bytes;
  }
  return groups.map((items, part) => ({ ...told, items, part, parts: groups.length }));
}
