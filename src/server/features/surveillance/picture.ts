import type { FeedState, FlyData, HubEvents, Viewport } from '#contract/hub.ts';
import { blockOf, type CellBlock, cellAt, cellsOf, holdsCell } from '#domain/geo/map-cells.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { inSlices } from '#server/kernel/in-slices.ts';
import type { Caller, Hub } from '#server/signalr/hub-definition.ts';
import type { OutgoingMessage } from '#server/signalr/protocol.ts';
import { listOf, type Run, runOf, writeAhead } from '#server/signalr/shared-list.ts';
import type { Bounded, CoverageAreas } from './coverage-areas.ts';

/** What the publisher needs of the live tracks. */
export interface LiveTargets {
  /** Grows with every accepted report and every drop. */
  readonly revision: number;
  /** All live targets, each with the revision of its last change: a target that changes is another object. */
  entries(): Iterable<{ target: Target; revision: number }>;
  /** Fixes that came too late to move their targets, since this was last asked, each at its own time; absent: there are none. */
  takePast?(): Target[];
}

/** The live targets at one moment: a tick that lets others have their turn in between goes by it to its end. */
interface Moment {
  /** Number of the tick. */
  tick: number;
  revision: number;
  entries: { target: Target; revision: number }[];
  feeds: FeedState[];
}

interface Placed {
  target: Target;
  cell: number;
  /** The tick at which it was last there. */
  tick: number;
}

/** The cells of one level as whoever is bounded alike sees them: what changed in a cell is gathered once for all who see it. */
interface Layer {
  key: string;
  level: number;
  bounded: Bounded;
  channels: Map<string, Channel>;
  /** By what moment all of this is. */
  tick: number;
  revision: number;
  places: Map<string, Placed>;
  /** What is new or changed since the tick before, by the cell that it is in. */
  changed: Map<number, Run<Target>>;
  /** What left its cell since then; `to` null: it is gone, or is not to be seen any more. */
  moved: { id: string; from: number; to: number | null }[];
}

/** Everybody who looks at the same cells, and may see the same of them, shares one difference. */
interface Channel {
  key: string;
  layer: Layer;
  block: CellBlock;
  cells: readonly number[];
  /** Each with the tick by which it knows what is there; null: it waits for its picture. */
  members: Map<Caller<HubEvents>, number | null>;
}

/** Who follows the picture of live targets. */
export interface Watchers {
  /** Within the areas that the caller watches over. */
  watch(caller: Caller<HubEvents>, viewport: Viewport | null): void;
  /** The same within those that bound the caller's globe. */
  watchGlobe(caller: Caller<HubEvents>, viewport: Viewport): Promise<void>;
  leave(caller: Caller<HubEvents>): void;
}

export interface Picture extends Watchers {
  /** Sends to each channel what changed since the last tick; called once a second. Nothing is done while the last one is. */
  tick(): Promise<void>;
  readonly watching: number;
}

/** A tick lets others have their turn after so many ms. */
const sliceMs = 4;
/** Targets that are asked about in one step, whether they lie in an area: some tenths of a millisecond. */
const askedInStep = 100;

/**
 * Live targets to screens: first the whole picture of the viewport, then changes. A viewport is shown as the cells of
 * the map that it touches, so that those who look at about the same share what they are sent. A client that is too slow
 * for the changes gets the whole picture again when it can take it: the latest position, never a queue of old ones.
 */
export function createPicture(deps: {
  targets: LiveTargets;
  areas: Pick<CoverageAreas, 'of' | 'ofGlobe'>;
  feeds(): FeedState[];
  hub(): Pick<Hub<HubEvents>, 'prepare'>;
  now(): number;
}): Picture {
  const layers = new Map<string, Layer>();
  const channelOf = new Map<Caller<HubEvents>, Channel>();
  /** The last that each caller asked for: what took longer to answer is over. */
  const asked = new WeakMap<Caller<HubEvents>, symbol>();
  let ticks = 0;
  let isSending = false;
  let sent = Promise.resolve();

  const prepare = (data: Omit<FlyData, 'at' | 'targets'>, runs: readonly Run<Target>[]) =>
    // The targets come last: what is written of them already is then copied.
    deps.hub().prepare('getFlyData', { at: deps.now(), ...data, targets: listOf(runs) });

  function momentNow(): Moment {
    const { revision } = deps.targets;
    return { tick: ticks, revision, entries: [...deps.targets.entries()], feeds: deps.feeds() };
  }

  function pictureOf({ layer, block }: Channel): OutgoingMessage {
    const targets: Target[] = [];
    for (const { target, cell } of layer.places.values()) if (holdsCell(block, cell)) targets.push(target);
    return prepare({ kind: 'picture', removed: [], feeds: deps.feeds() }, [runOf(targets)]);
  }

  function sendPicture(caller: Caller<HubEvents>, channel: Channel): void {
    channel.members.set(caller, null);
    caller.sendLatest('flyData', () => {
      if (channelOf.get(caller) !== channel) return null;
      channel.members.set(caller, channel.layer.tick);
      return pictureOf(channel);
    });
  }

  function sendChanges(caller: Caller<HubEvents>, channel: Channel, message: OutgoingMessage): void {
    const { tick } = channel.layer;
    const known = channel.members.get(caller);
    if (known === tick || known === undefined) return;
    if (!caller.open) leave(caller);
    else if (known !== tick - 1 || !caller.isWritable()) sendPicture(caller, channel);
    else {
      channel.members.set(caller, tick);
      caller.sendPrepared(message);
    }
  }

  /** The changes of each channel of a layer; those to whom the same is new get the same message. */
  function* sendLayer(layer: Layer, feeds: FeedState[]): Generator<void> {
    const messages = new Map<string, OutgoingMessage>();
    for (const channel of [...layer.channels.values()]) {
      const cells = channel.cells.filter((cell) => layer.changed.has(cell));
      const removed = removedFrom(channel);
      const key = `${cells.join()} ${removed.join()}`;
      let message = messages.get(key);
      if (!message) {
        const runs = cells.flatMap((cell) => layer.changed.get(cell) ?? []);
        message = prepare({ kind: 'changes', removed, feeds }, runs);
        messages.set(key, message);
      }
      for (const caller of [...channel.members.keys()]) {
        sendChanges(caller, channel, message);
        yield;
      }
    }
  }

  function* send(moment: Moment): Generator<void> {
    isSending = true;
    try {
      for (const layer of [...layers.values()]) {
        if (layer.tick === moment.tick) continue;
        yield* bringForward(layer, moment);
        for (const { values } of layer.changed.values()) yield* writeAhead(values);
        yield* sendLayer(layer, moment.feeds);
      }
    } finally {
      isSending = false;
    }
  }

  function leave(caller: Caller<HubEvents>): void {
    const channel = channelOf.get(caller);
    if (!channel) return;
    const { layer } = channel;
    channelOf.delete(caller);
    channel.members.delete(caller);
    if (channel.members.size === 0) layer.channels.delete(channel.key);
    if (layer.channels.size === 0) layers.delete(layer.key);
  }

  function layerOf(level: number, bounded: Bounded): Layer {
    const key = `${level} ${bounded?.key ?? ''}`;
    const known = layers.get(key);
    if (known) return known;
    const layer = emptyLayer(key, level, bounded);
    for (const _ of bringForward(layer, momentNow()));
    layers.set(key, layer);
    return layer;
  }

  function channelFor(viewport: Viewport, bounded: Bounded): Channel {
    const block = blockOf(viewport);
    const { west, columns, south, rows } = block;
    const layer = layerOf(block.level, bounded);
    const key = `${west} ${columns} ${south} ${rows}`;
    const known = layer.channels.get(key);
    if (known) return known;
    const channel = { key, layer, block, cells: cellsOf(block), members: new Map() };
    layer.channels.set(key, channel);
    return channel;
  }

  function show(caller: Caller<HubEvents>, viewport: Viewport | null, bounded: Bounded): void {
    leave(caller);
    if (!viewport || !caller.open) return;
    const channel = channelFor(viewport, bounded);
    channelOf.set(caller, channel);
    sendPicture(caller, channel);
  }

  return {
    watch(caller, viewport) {
      asked.set(caller, Symbol());
      show(caller, viewport, deps.areas.of(caller.actor));
    },
    async watchGlobe(caller, viewport) {
      const turn = Symbol();
      asked.set(caller, turn);
      const bounded = await deps.areas.ofGlobe(caller.actor);
      if (asked.get(caller) === turn) show(caller, viewport, bounded);
    },
    leave,
    tick() {
      if (isSending) return sent;
      ticks += 1;
      sent = inSlices(send(momentNow()), sliceMs);
      return sent;
    },
    get watching() {
      return channelOf.size;
    },
  };
}

function emptyLayer(key: string, level: number, bounded: Bounded): Layer {
  return {
    key,
    level,
    bounded,
    channels: new Map(),
    tick: 0,
    revision: 0,
    places: new Map(),
    changed: new Map(),
    moved: [],
  };
}

/** Brings a layer to a moment: at one go once it is known what is seen, so that nobody is shown half of it. */
function* bringForward(layer: Layer, moment: Moment): Generator<void> {
  const seen: Moment['entries'] = layer.bounded ? [] : moment.entries;
  if (layer.bounded) {
    for (const [index, entry] of moment.entries.entries()) {
      if (layer.bounded.covers(entry.target)) seen.push(entry);
      if (index % askedInStep === askedInStep - 1) yield;
    }
  }
  place(layer, moment, seen);
}

function place(layer: Layer, { tick, revision }: Moment, seen: Moment['entries']): void {
  const { level, places } = layer;
  const changed = new Map<number, Target[]>();
  layer.moved = [];
  for (const { target, revision: changedAt } of seen) {
    const cell = cellAt(level, target);
    const placed = places.get(target.id);
    const isSame = placed?.cell === cell && changedAt <= layer.revision;
    if (placed) {
      if (placed.cell !== cell) layer.moved.push({ id: target.id, from: placed.cell, to: cell });
      placed.target = target;
      placed.cell = cell;
      placed.tick = tick;
    } else places.set(target.id, { target, cell, tick });
    if (isSame) continue;
    const others = changed.get(cell);
    if (others) others.push(target);
    else changed.set(cell, [target]);
  }
  if (places.size > seen.length) {
    for (const [id, placed] of places) {
      if (placed.tick === tick) continue;
      places.delete(id);
      layer.moved.push({ id, from: placed.cell, to: null });
    }
  }
  layer.tick = tick;
  layer.revision = revision;
  layer.changed = new Map([...changed].map(([cell, targets]) => [cell, runOf(targets)]));
}

/** Ids that were in the cells of the channel at the tick before, and are not any more. */
function removedFrom({ layer, block }: Channel): string[] {
  return layer.moved
    .filter(({ from, to }) => holdsCell(block, from) && (to === null || !holdsCell(block, to)))
    .map(({ id }) => id);
}
