import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type AlertView, alertText, alertView } from '#contract/alerts.ts';
import type { HubEvents } from '#contract/hub.ts';
import type { Backplane } from '#server/signalr/backplane.ts';
import type { Caller, Hub } from '#server/signalr/hub-definition.ts';
import type { OutgoingMessage } from '#server/signalr/protocol.ts';
import { conflictsOf } from './alert-views.ts';

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
  items: Type.Array(Type.Object({ view: alertView, channels: Type.Array(Type.String()) })),
  lacks: Type.Array(alertText),
});
export type ToldAlerts = Static<typeof toldAlerts>;

const subject = 'alerts';
/** So many go from server to server: a message has a limit, and nobody reads more. */
const mostTold = 500;

/**
 * The alerts to screens, on every server: each client gets those of its own rows (`getAlerts`, `setConflictFlight`), every
 * second while there are any and once when there are none left.
 */
export function createAlertPicture(deps: {
  /** This process, among those of the backplane. */
  id: string;
  backplane: Pick<Backplane, 'publish' | 'subscribe'>;
  hearers(): Iterable<AlertHearer>;
  hub(): Pick<Hub<HubEvents>, 'prepare'>;
}) {
  const { id, backplane } = deps;
  /** What each client was told last was that there are none. */
  const toldNone = new WeakSet<Caller<HubEvents>>();
  let last: ToldAlerts | null = null;

  const unsubscribe = backplane.subscribe(subject, (value) => {
    if (Value.Check(toldAlerts, value) && value.from !== id) show(value);
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

  function prepare({ at, items, lacks }: ToldAlerts, channels: ReadonlySet<string>) {
    const alerts = items.flatMap(({ view, channels: heard }): AlertView[] =>
      heard.some((channel) => channels.has(channel)) ? [view] : [],
    );
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
      backplane.publish(subject, { ...mine, items: mine.items.slice(0, mostTold) });
    },
    /** What was told last, by whichever server; null: nothing yet. */
    get last() {
      return last;
    },
    close: unsubscribe,
  };
}

export type AlertPicture = ReturnType<typeof createAlertPicture>;
