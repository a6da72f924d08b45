import type { FeedState, FlyData, HubEvents, Viewport } from '#contract/hub.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import type { Caller, Hub } from '#server/signalr/hub-definition.ts';

/** What the publisher needs of the live tracks. */
export interface LiveTargets {
  /** Grows with every accepted report and every drop. */
  readonly revision: number;
  /** All live targets, each with the revision of its last change. */
  entries(): Iterable<{ target: Target; revision: number }>;
}

/** Everybody who looks at the same part of the world shares one difference, serialised once. */
interface Channel {
  viewport: Viewport;
  members: Set<Caller<HubEvents>>;
  /** Ids that the members hold. */
  known: Set<string>;
  revision: number;
}

/** Who follows the picture of live targets. */
export interface Watchers {
  watch(caller: Caller<HubEvents>, viewport: Viewport | null): void;
  leave(caller: Caller<HubEvents>): void;
}

export interface Picture extends Watchers {
  /** Sends to each channel what changed since the last tick; called once a second. */
  tick(): void;
  readonly watching: number;
}

/**
 * Live targets to screens: first the whole picture of the viewport, then changes. A client that is too slow for
 * the changes gets the whole picture again when it can take it: the latest position, never a queue of old ones.
 */
export function createPicture(deps: {
  targets: LiveTargets;
  feeds(): FeedState[];
  hub(): Pick<Hub<HubEvents>, 'prepare'>;
  now(): number;
}): Picture {
  const channels = new Map<string, Channel>();
  const channelOf = new Map<Caller<HubEvents>, Channel>();

  const prepare = (data: FlyData) => deps.hub().prepare('getFlyData', data);

  function pictureOf(viewport: Viewport): FlyData {
    const targets: Target[] = [];
    for (const { target } of deps.targets.entries()) if (within(viewport, target)) targets.push(target);
    return { kind: 'picture', at: deps.now(), targets, removed: [], feeds: deps.feeds() };
  }

  /** What this channel's members lack; moves the channel on. */
  function changesFor(channel: Channel): FlyData {
    const targets: Target[] = [];
    const present = new Set<string>();
    for (const { target, revision } of deps.targets.entries()) {
      if (!within(channel.viewport, target)) continue;
      present.add(target.id);
      if (revision > channel.revision || !channel.known.has(target.id)) targets.push(target);
    }
    const removed = [...channel.known].filter((id) => !present.has(id));
    channel.known = present;
    channel.revision = deps.targets.revision;
    return { kind: 'changes', at: deps.now(), targets, removed, feeds: deps.feeds() };
  }

  function sendPicture(caller: Caller<HubEvents>, viewport: Viewport): void {
    caller.sendLatest('flyData', () => prepare(pictureOf(viewport)));
  }

  function leave(caller: Caller<HubEvents>): void {
    const channel = channelOf.get(caller);
    if (!channel) return;
    channelOf.delete(caller);
    channel.members.delete(caller);
    if (channel.members.size === 0) channels.delete(channel.viewport.join());
  }

  return {
    watch(caller, viewport) {
      leave(caller);
      if (!viewport) return;
      const key = viewport.join();
      let channel = channels.get(key);
      if (!channel) {
        channel = { viewport, members: new Set(), known: new Set(), revision: 0 };
        changesFor(channel);
        channels.set(key, channel);
      }
      channel.members.add(caller);
      channelOf.set(caller, channel);
      sendPicture(caller, viewport);
    },
    leave,
    tick() {
      for (const channel of channels.values()) {
        const message = prepare(changesFor(channel));
        for (const caller of channel.members) {
          if (!caller.open) leave(caller);
          else if (caller.isWritable()) caller.sendPrepared(message);
          else sendPicture(caller, channel.viewport);
        }
      }
    },
    get watching() {
      return channelOf.size;
    },
  };
}

/** West greater than east crosses the date line. */
export function within([west, south, east, north]: Viewport, target: Target): boolean {
  const { latitude, longitude } = target;
  if (latitude < south || latitude > north) return false;
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}
