import { readFileSync } from 'node:fs';
import type { HubEvents, Viewport } from '#contract/hub.ts';
import { seeded } from '#domain/surveillance/scene/random.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { createPicture } from '#server/features/surveillance/picture.ts';
import type { Caller } from '#server/signalr/hub-definition.ts';
import { jsonProtocol, type OutgoingMessage, prepareMessage } from '#server/signalr/protocol.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import { sampleTarget } from './sample-target.ts';
import { percentile } from './served-page.ts';

const count = 2_000;
const ticks = 60;
/** Ticks before those that count: nothing is compiled yet. */
const early = 20;

/** Targets over 900 × 900 km that all move; each is another object every second, as those of the track table are. */
function airspace() {
  const { uniform } = seeded(7);
  let targets = Array.from(
    { length: count },
    (_, n): Target => ({
      ...sampleTarget(n, 0),
      latitude: 29 + uniform() * 8,
      longitude: 102 + uniform() * 9.7,
    }),
  );
  let revision = 0;
  let entries: { target: Target; revision: number }[] = [];
  const move = () => {
    targets = targets.map((target) => ({
      ...target,
      at: target.at + 1_000,
      latitude: target.latitude + (uniform() - 0.5) / 1_000,
      longitude: target.longitude + (uniform() - 0.5) / 1_000,
    }));
    entries = targets.map((target) => ({ target, revision: ++revision }));
  };
  move();
  return {
    move,
    live: {
      get revision() {
        return revision;
      },
      entries: () => entries,
    },
  };
}

/** Views of all that flies, no two the same: each is a little shifted. */
const wide = (n: number): Viewport => [101 + n / 250, 28 + n / 250, 112 + n / 200, 37.5 + n / 200];

/** Views between a town and a province, anywhere. */
function mixed(): (n: number) => Viewport {
  const { uniform } = seeded(3);
  return () => {
    const [width, height] = [0.3 + uniform() * 6, 0.2 + uniform() * 4];
    const [west, south] = [102 + uniform() * 9, 29 + uniform() * 7];
    return [west, south, west + width, south + height];
  };
}

/** Processor time of this process, ms: others work on the machine as well. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The same of the thread with the loop alone, where the system tells it: what others collect does not hold the loop up. */
function loopMs(): number {
  try {
    return (
      Number(readFileSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    );
  } catch {
    return processorMs();
  }
}

/** The longest time of the processor between two turns of the loop, until stopped. */
function turns() {
  const longest = { ms: 0 };
  let since = loopMs();
  let isOver = false;
  const turn = () => {
    const now = loopMs();
    longest.ms = Math.max(longest.ms, now - since);
    since = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    longest,
    stop: () => {
      isOver = true;
    },
  };
}

/** Viewers who take what they are sent as a socket does: as bytes. */
async function measure(viewers: number, viewOf: (n: number) => Viewport) {
  const { live, move } = airspace();
  let sentBytes = 0;
  const take = (message: OutgoingMessage | null) => {
    sentBytes += message?.bytesFor(jsonProtocol).length ?? 0;
  };
  const picture = createPicture({
    targets: live,
    areas: { of: () => null, ofGlobe: async () => null },
    feeds: () => [],
    hub: () => ({
      prepare: (event, ...args) => prepareMessage({ type: 1, target: event, arguments: args }),
    }),
    now: () => 0,
  });
  for (let n = 0; n < viewers; n += 1) {
    const caller = {
      open: true,
      isWritable: () => true,
      sendPrepared: take,
      sendLatest: (_key: string, make: () => OutgoingMessage | null) => take(make()),
    } as unknown as Caller<HubEvents>;
    picture.watch(caller, viewOf(n));
  }
  const taken: number[] = [];
  const blocks: number[] = [];
  for (let tick = 0; tick < early + ticks; tick += 1) {
    move();
    await new Promise((resolve) => setImmediate(resolve));
    sentBytes = 0;
    const { longest, stop } = turns();
    const used = processorMs();
    await picture.tick();
    const usedMs = processorMs() - used;
    await new Promise((resolve) => setImmediate(resolve));
    stop();
    if (tick < early) continue;
    taken.push(usedMs);
    blocks.push(longest.ms);
  }
  return {
    ms: percentile(taken, 0.5),
    blockMs: percentile(blocks, 0.5),
    worstMs: percentile(blocks, 0.95),
    sentBytes,
  };
}

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, viewers, viewOf] of [
    ['1 view of everything', 1, wide],
    ['200 different views of everything', 200, wide],
    ['200 different views of towns and provinces', 200, mixed()],
  ] as const) {
    const { ms, blockMs, worstMs, sentBytes } = await measure(viewers, viewOf);
    rows.push(
      {
        name: `tick to ${name}`,
        value: ms,
        unit: 'ms',
        goal: 40,
        goalIs: 'atMost',
        note: `of the processor, median of ${ticks}; ${count} moving targets, ${Math.round(sentBytes / 1e6)} MB to all`,
      },
      {
        name: 'longest block of the loop',
        value: blockMs,
        unit: 'ms',
        goal: 10,
        goalIs: 'atMost',
        note: `of the processor, median of the ticks; p95 ${worstMs.toFixed(1)} ms`,
      },
    );
  }
  return rows;
}

if (process.argv[1] === import.meta.filename) printRows(await run());
