import type { FlightList, FlightRecord } from '#contract/flight-list.ts';
import type { HubEvents } from '#contract/hub.ts';
import { abilityOf, type Rule, rulesFor } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { Caller, Hub } from '#server/signalr/hub-definition.ts';
import type { FlightListSource } from './flight-list.ts';

/** Everybody under the same rules sees the same flights: one difference, serialised once. */
interface Channel {
  rules: Rule[];
  members: Set<Caller<HubEvents>>;
  /** What the members hold: each flight as it was sent. */
  known: Map<number, string>;
  order: string;
  revision: number;
}

/** Who follows the list of flights. */
export interface FlightFollowers {
  follow(caller: Caller<HubEvents>): void;
  leave(caller: Caller<HubEvents>): void;
}

const recordTypes = ['plan', 'jobTask', 'flightStatus'];

/** The ordered list of flights to screens (`getFullSortMessage`): whole at first, then changes; a slow client gets it whole again. */
export function createFlightPicture(deps: {
  list: FlightListSource;
  resources: Resource[];
  hub(): Pick<Hub<HubEvents>, 'prepare'>;
  now(): number;
}): FlightFollowers & { tick(): void } {
  const { list } = deps;
  const channels = new Map<string, Channel>();
  const channelOf = new Map<Caller<HubEvents>, Channel>();
  const prepare = (data: FlightList) => deps.hub().prepare('getFullSortMessage', data);

  const seenBy = ({ rules }: Channel): FlightRecord[] => list.seenBy(abilityOf(rules));

  function pictureFor(channel: Channel) {
    return prepare({ kind: 'picture', at: deps.now(), flights: seenBy(channel), removed: [] });
  }

  /** What this channel's members lack, and moves the channel on; null: nothing. */
  function changesFor(channel: Channel): FlightList | null {
    channel.revision = list.revision;
    const seen = seenBy(channel);
    const written = new Map(seen.map((flight) => [flight.id, JSON.stringify(flight)]));
    const flights = seen.filter(({ id }) => channel.known.get(id) !== written.get(id));
    const removed = [...channel.known.keys()].filter((id) => !written.has(id));
    const ids = seen.map(({ id }) => id);
    const moved = ids.join() !== channel.order;
    channel.known = written;
    channel.order = ids.join();
    if (flights.length === 0 && removed.length === 0 && !moved) return null;
    return { kind: 'changes', at: deps.now(), flights, removed, ...(moved ? { order: ids } : {}) };
  }

  function leave(caller: Caller<HubEvents>): void {
    const channel = channelOf.get(caller);
    if (!channel) return;
    channelOf.delete(caller);
    channel.members.delete(caller);
    if (channel.members.size > 0) return;
    for (const [key, one] of channels) if (one === channel) channels.delete(key);
  }

  return {
    follow(caller) {
      leave(caller);
      const rules = rulesFor(
        caller.actor,
        deps.resources.filter(({ name }) => recordTypes.includes(name)),
      );
      // Who may read no plans hears of no flights, not even that there are none.
      if (!abilityOf(rules).can('read', 'plan')) return;
      const key = JSON.stringify(rules);
      const channel = channels.get(key) ?? {
        rules,
        members: new Set(),
        known: new Map(),
        order: '',
        revision: -1,
      };
      if (!channels.has(key)) {
        channels.set(key, channel);
        changesFor(channel);
      }
      channel.members.add(caller);
      channelOf.set(caller, channel);
      caller.sendLatest('fullSort', () => pictureFor(channel));
    },
    leave,
    tick() {
      for (const channel of channels.values()) {
        if (channel.revision === list.revision) continue;
        const changes = changesFor(channel);
        if (!changes) continue;
        const message = prepare(changes);
        for (const caller of channel.members) {
          if (!caller.open) leave(caller);
          else if (caller.isWritable()) caller.sendPrepared(message);
          else caller.sendLatest('fullSort', () => pictureFor(channel));
        }
      }
    },
  };
}
