import type { AlertList, AlertView } from '#contract/alerts.ts';
import type { FeedState } from '#contract/hub.ts';
import { nets, scan } from '#domain/conflicts/nets/index.ts';
import { stepLifeCycle, type Watched } from '#domain/conflicts/nets/life-cycle.ts';
import type { Finding, Scene } from '#domain/conflicts/nets/safety-net.ts';
import { steadinessAt } from '#domain/conflicts/nets/steadiness.ts';
import { channelsOf } from '#domain/identity/access.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import type { Text } from '#domain/text/errors.ts';
import type { Database } from '#server/db/database.ts';
import { createLeadership } from '#server/db/leadership.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { WebhookOutbox } from '#server/engine/webhooks/outbox.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import type { Terrain } from '#server/features/terrain/terrain.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { createAlertBook } from './alert-book.ts';
import type { AlertPicture } from './alert-picture.ts';
import { byUrgency, figuresIn, freshFigures, restoredOf, viewOf } from './alert-views.ts';
import type { Places } from './encounter-place.ts';
import { createEncounterTracks, makeEncounterTrackTable } from './encounter-tracks.ts';
import { heightValues, netValues, steadinessValues } from './net-parameters.ts';
import { createSceneReader, noSceneData, type SceneData } from './scene-data.ts';
import { createTrackMemory } from './track-memory.ts';

export interface Alerts {
  /** Looks at the live targets where it is time to; called several times a second. */
  tick(nowMs: number): void;
  /** What this caller may see. */
  list(caller: Caller): Promise<AlertList>;
  /** Resolves once a look that has begun is over; for tests. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface AlertsDeps {
  database: Pick<Database, 'locks' | 'kysely'>;
  records: Records;
  webhooks: Pick<WebhookOutbox, 'tell'>;
  changes: ChangeFeed;
  air: Pick<Conflicts, 'known'>;
  parameters: Pick<Parameters, 'all'>;
  targets: { readonly revision: number; entries(): Iterable<{ target: Target }> };
  terrain: Pick<Terrain, 'installed' | 'heldElevationAt' | 'elevationsAt'>;
  feeds(): FeedState[];
  /** To whoever may see each alert, on every server. */
  picture: Pick<AlertPicture, 'tell' | 'last' | 'close'>;
  clock: () => Date;
  log: Logger;
}

const secondMs = 1_000;
/** What moved is looked at so soon, where the looks are quick; slow ones take no more than a part of the processor. */
const soonestMs = 200;
const shareOfTime = 10;
const readEveryMs = 5_000;
/** What plans and airspaces are made of is known to the index of the air so long after a change. */
const indexedMs = 2_500;
const readOnChangeOf = new Set([
  'plan',
  'jobTask',
  'flightOrder',
  'airspace',
  'airspaceEvent',
  'surveillanceSource',
]);
/** After a start the sources need a moment: what was open then is not cleared meanwhile. */
const graceMs = 20_000;
/** Records that are written side by side: many alerts at once do not wait for each other. */
const atOnce = 8;

/**
 * The safety nets over the live targets, several times a second on one server of all; what they find lives as an
 * `encounter`, and goes to the screens. Whatever people decide is a record at once: a server that is killed forgets none
 * of it.
 */
export async function createAlerts(deps: AlertsDeps): Promise<Alerts> {
  const { database, records, parameters, targets, picture, terrain, clock, log } = deps;
  const sql = database.kysely;
  await makeEncounterTrackTable(sql);
  const memory = createTrackMemory();
  const tracks = createEncounterTracks({ sql, memory });
  const book = createAlertBook({ records, tracks, webhooks: deps.webhooks });
  const readScene = createSceneReader({ sql, air: deps.air, terrain });
  const leadership = createLeadership(database, 'clearway alerts');
  const encounter = records.resource('encounter');
  const watched = new Map<string, Watched>();
  /** Record of each open key, as it stands at this look. */
  let open = new Map<string, StoredRecord>();
  let openReadAt = Number.NEGATIVE_INFINITY;
  let data: SceneData = noSceneData;
  let dataReadAt = Number.NEGATIVE_INFINITY;
  let readingData: Promise<void> | null = null;
  let leadsSince: number | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  let followedAt = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let lookedRevision = -1;
  let pauseMs = soonestMs;
  let working: Promise<void> | null = null;
  let closed = false;
  const elevationAt: Scene['elevationAt'] = terrain.installed
    ? ({ latitude, longitude }) => terrain.heldElevationAt(latitude, longitude) ?? null
    : null;
  const feedOpened = new Map<number, number>();
  const names = new Map<number, string>();

  const unsubscribe = deps.changes.subscribe(({ resource }) => {
    // A decision of a person is on the screens at the next look.
    if (resource === 'encounter') openReadAt = Number.NEGATIVE_INFINITY;
    if (readOnChangeOf.has(resource))
      dataReadAt = Math.min(dataReadAt, clock().getTime() + indexedMs - readEveryMs);
  });

  async function openRecords(caller: Caller): Promise<StoredRecord[]> {
    return records.rows(caller, 'encounter', {
      most: 1_000,
      sort: [{ field: 'id', order: 'asc' }],
      filter: { field: 'state', operator: 'ne', value: 'cleared' },
    });
  }

  async function namesOf(items: readonly StoredRecord[]): Promise<ReadonlyMap<number, string>> {
    const ids = new Set(
      items.flatMap(({ acknowledgedBy }) =>
        typeof acknowledgedBy === 'number' && !names.has(acknowledgedBy) ? [acknowledgedBy] : [],
      ),
    );
    if (ids.size === 0) return names;
    const rows = await sql
      .selectFrom('user')
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .execute();
    for (const { id, name } of rows) names.set(id, String(name));
    return names;
  }

  /** Takes over what was open, so that it goes on under its record. */
  async function lead(nowMs: number): Promise<void> {
    watched.clear();
    names.clear();
    for (const record of await openRecords(systemCaller())) {
      const one = restoredOf(record, nowMs);
      if (one) watched.set(one.key, one);
    }
    await book.takeUp(nowMs);
    openReadAt = Number.NEGATIVE_INFINITY;
    leadsSince = nowMs;
  }

  /** Reads the records behind the looks: only the first of them waits. */
  async function readData(nowMs: number, figures: ReadonlyMap<string, string>): Promise<void> {
    if (!readingData && Math.abs(nowMs - dataReadAt) >= readEveryMs) {
      dataReadAt = nowMs;
      readingData = readScene(nowMs, figures)
        .then((read) => {
          data = read;
        })
        .catch((error: unknown) => log.warn({ error }, 'what the safety nets look at could not be read'))
        .finally(() => {
          readingData = null;
        });
    }
    if (data === noSceneData) await readingData;
  }

  function sceneAt(
    nowMs: number,
    sky: Pick<Scene, 'targets' | 'lost'>,
    figures: ReadonlyMap<string, string>,
  ): Scene {
    const { plans, areas, aerodromes, pressures, liveSources } = data;
    const heights = heightValues(figures);
    const feeds = deps.feeds().flatMap((feed) => {
      if (!liveSources.has(feed.sourceId)) return [];
      const openedAt = feedOpened.get(feed.sourceId) ?? nowMs;
      feedOpened.set(feed.sourceId, openedAt);
      return [{ ...feed, openedAt }];
    });
    return {
      nowMs,
      ...sky,
      plans,
      areas,
      feeds,
      elevationAt,
      groundNear: aerodromes.groundNear,
      qnhAt: (position) => pressures.at(position, nowMs),
      transitionAltitudeAt: (position) =>
        aerodromes.transitionAltitudeM(position) ?? heights.transitionAltitudeM,
      heights,
    };
  }

  async function look(nowMs: number): Promise<void> {
    // Who does not lead follows the tracks, so that it knows how they turn when it has to; records it needs none.
    const sky = memory.observe(targets.entries(), nowMs);
    if (!(await leadership.isOurs())) {
      leadsSince = null;
      data = noSceneData;
      dataReadAt = Number.NEGATIVE_INFINITY;
      return;
    }
    const figures = await parameters.all();
    await readData(nowMs, figures);
    const scene = sceneAt(nowMs, sky, figures);
    if (leadsSince === null) await lead(nowMs);
    const findings = scan(scene, netValues(figures));
    if (nowMs - (leadsSince ?? 0) < graceMs) findings.push(...keptAlive(findings));
    const step = stepLifeCycle(watched, findings, nowMs, steadinessAt(scene, steadinessValues(figures)));
    if (Math.abs(nowMs - openReadAt) >= secondMs) {
      openReadAt = nowMs;
      open = new Map((await openRecords(systemCaller())).map((record) => [String(record.alertKey), record]));
    }
    const places = { plans: data.plans, areas: data.areas, sources: data.sourcePlaces };
    const isNew = await changeRecords(step, places, nowMs);
    if (isNew || Math.abs(nowMs - toldAt) >= secondMs) {
      toldAt = nowMs;
      await tell(nowMs, lacksOf(scene));
    }
    if (Math.abs(nowMs - followedAt) >= secondMs) {
      followedAt = nowMs;
      await book.follow([...open.values()], nowMs);
    }
  }

  /** True: something is to be told at once. */
  async function changeRecords(
    step: ReturnType<typeof stepLifeCycle>,
    places: Places,
    nowMs: number,
  ): Promise<boolean> {
    let changed = false;
    const put = (key: string, record: StoredRecord) => {
      open.set(key, record);
      changed = true;
    };
    await each(
      step.raised.filter(({ key }) => !open.has(key)),
      async (one) => put(one.key, await book.raise(one, places, nowMs)),
    );
    await each(step.kept, async ({ watched: one, levelBefore }) => {
      const record = open.get(one.key);
      if (!record) return;
      if (levelBefore !== one.level) put(one.key, await book.change(record, one, nowMs));
      else if (record.state === 'muted' && nowMs >= Date.parse(String(record.mutedUntil)))
        put(one.key, await book.unmute(record));
      else {
        const moved = await book.move(record, one);
        if (moved) put(one.key, moved);
      }
    });
    // What nobody watches any more is over too: it may be left from a server that was killed while it cleared.
    await each(
      [...open].filter(([key]) => !watched.get(key)?.level),
      async ([key, record]) => {
        await book.clear(record, nowMs);
        open.delete(key);
        changed = true;
      },
    );
    return changed;
  }

  /** Findings of before the start that nothing contradicts yet. */
  function keptAlive(findings: readonly Finding[]): Finding[] {
    const found = new Set(findings.map(({ key }) => key));
    return [...watched.values()].flatMap(({ key, level, finding }) =>
      level !== null && !found.has(key) ? [finding] : [],
    );
  }

  async function tell(nowMs: number, lacks: Text[]): Promise<void> {
    const known = await namesOf([...open.values()]);
    const items = [...open.values()].flatMap((record) => {
      const view = viewOf(record, freshFigures(watched.get(String(record.alertKey)), nowMs), known);
      return view ? [{ view, channels: channelsOf(encounter, record) }] : [];
    });
    items.sort((a, b) => byUrgency(a.view, b.view));
    picture.tell({ at: nowMs, items, lacks });
    await each(
      [...open].filter(([, { state }]) => state === 'raised'),
      async ([key, record]) => void open.set(key, await book.announce(record, nowMs)),
    );
  }

  return {
    tick(nowMs) {
      // A look that takes long is not joined by another: the next one sees what is then.
      if (working || closed) return;
      const sinceMs = Math.abs(nowMs - lookedAt);
      // What only time changes is looked at once a second.
      const isDue = sinceMs >= secondMs || (sinceMs >= pauseMs && targets.revision !== lookedRevision);
      if (!isDue) return;
      lookedAt = nowMs;
      lookedRevision = targets.revision;
      const beganAt = performance.now();
      working = look(nowMs)
        .catch((error: unknown) => log.warn({ error }, 'the safety nets could not be evaluated'))
        .finally(() => {
          pauseMs = Math.min(secondMs, Math.max(soonestMs, shareOfTime * (performance.now() - beganAt)));
          working = null;
        });
    },
    async list(caller) {
      const items = await openRecords(caller);
      const nowMs = clock().getTime();
      const known = await namesOf(items);
      // Whoever evaluates has told the figures of now; without them those stand that were stored.
      const last = picture.last && Math.abs(nowMs - picture.last.at) < readEveryMs ? picture.last : null;
      const told = new Map((last?.items ?? []).map(({ view }) => [view.id, figuresIn(view)]));
      const alerts = items.flatMap(
        (record): AlertView[] | AlertView => viewOf(record, told.get(record.id) ?? null, known) ?? [],
      );
      return {
        at: nowMs,
        alerts: alerts.sort(byUrgency),
        lacks: last?.lacks ?? lacksOf(sceneAt(nowMs, { targets: [], lost: [] }, new Map())),
      };
    },
    settled: async () => {
      await working;
    },
    async close() {
      closed = true;
      unsubscribe();
      picture.close();
      await working;
      await readingData;
      await leadership.close();
    },
  };
}

/** What the nets would need and do not have, each once. */
function lacksOf(scene: Scene): Text[] {
  const lacks = nets.flatMap((net) => net.lacks(scene) ?? []);
  return lacks.filter(({ key }, i) => lacks.findIndex((other) => other.key === key) === i);
}

/** Some at a time, in their order. */
async function each<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += atOnce)
    await Promise.all(items.slice(from, from + atOnce).map(act));
}
