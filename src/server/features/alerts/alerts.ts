import type { AlertFigures, AlertList, AlertView, ConflictFlight } from '#contract/alerts.ts';
import type { FeedState, HubEvents } from '#contract/hub.ts';
import { nets, scan } from '#domain/conflicts/nets/index.ts';
import { stepLifeCycle, type Watched } from '#domain/conflicts/nets/life-cycle.ts';
import { type Finding, rankOf, type Scene } from '#domain/conflicts/nets/safety-net.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import type { Text } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Database } from '#server/db/database.ts';
import { createLeadership } from '#server/db/leadership.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import type { Terrain } from '#server/features/terrain/terrain.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import type { EventSender } from '#server/signalr/hub-definition.ts';
import { byUrgency, createAlertBook, figuresOf, storedFigures, viewOf } from './alert-book.ts';
import { netValues } from './net-parameters.ts';
import { noSceneData, readSceneData, type SceneData } from './scene-data.ts';
import { createTrackMemory } from './track-memory.ts';

export interface Alerts {
  /** Looks at the live targets; called once a second. */
  tick(nowMs: number): void;
  /** What this caller may see. */
  list(caller: Caller): Promise<AlertList>;
  /** Resolves once a look that has begun is over; for tests. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface AlertsDeps {
  database: Pick<Database, 'pool' | 'kysely'>;
  records: Records;
  air: Pick<Conflicts, 'known'>;
  parameters: Pick<Parameters, 'all'>;
  targets: { entries(): Iterable<{ target: Target }> };
  terrain: Pick<Terrain, 'installed' | 'heldElevationAt'>;
  feeds(): FeedState[];
  /** To whoever watches the air, on every server. */
  send: EventSender<HubEvents>['send'];
  clock: () => Date;
  log: Logger;
}

const readEveryMs = 5_000;
/** After a start the sources need a moment: what was open then is not cleared meanwhile. */
const graceMs = 20_000;

/**
 * Each second the safety nets over the live targets, on one server of all; what they find lives as an `encounter`, and
 * goes to the screens. Whatever people decide is a record at once: a server that is killed forgets none of it.
 */
export function createAlerts(deps: AlertsDeps): Alerts {
  const { database, records, air, parameters, targets, send, clock, log } = deps;
  const sql = database.kysely;
  const memory = createTrackMemory();
  const book = createAlertBook({ records, memory });
  const leadership = createLeadership(database, 'clearway alerts');
  const watched = new Map<string, Watched>();
  /** Record of each open key, as it stands at this look. */
  let open = new Map<string, StoredRecord>();
  let data: SceneData = noSceneData;
  let readAt = Number.NEGATIVE_INFINITY;
  let leadsSince: number | null = null;
  let lacks: Text[] = [];
  let toldLast = '';
  let working: Promise<void> | null = null;
  let closed = false;
  const { terrain } = deps;
  const elevationAt: Scene['elevationAt'] = terrain.installed
    ? ({ latitude, longitude }) => terrain.heldElevationAt(latitude, longitude) ?? null
    : null;
  const feedOpened = new Map<number, number>();

  async function openRecords(caller: Caller): Promise<StoredRecord[]> {
    const { items } = await records.list(caller, 'encounter', {
      start: 0,
      end: 1_000,
      sort: [{ field: 'id', order: 'asc' }],
      filter: { field: 'state', operator: 'ne', value: 'cleared' },
      search: undefined,
      trash: 'without',
      count: 'none',
    });
    return items;
  }

  async function namesOf(items: readonly StoredRecord[]): Promise<Map<number, string>> {
    const ids = [
      ...new Set(
        items.flatMap(({ acknowledgedBy }) => (typeof acknowledgedBy === 'number' ? [acknowledgedBy] : [])),
      ),
    ];
    if (ids.length === 0) return new Map();
    const rows = await sql.selectFrom('user').select(['id', 'name']).where('id', 'in', ids).execute();
    return new Map(rows.map(({ id, name }) => [id, String(name)]));
  }

  /** Takes over what was open, so that it goes on under its record. */
  async function lead(nowMs: number): Promise<void> {
    leadsSince = nowMs;
    watched.clear();
    for (const record of await openRecords(systemCaller())) {
      const figures = storedFigures(record);
      const level = record.level as Watched['level'];
      if (!figures || level === null) continue;
      const key = String(record.alertKey);
      watched.set(key, {
        key,
        level,
        history: [rankOf(level), rankOf(level)],
        levelSince: nowMs,
        levelSeenAt: nowMs,
        finding: restored(key, record.kind as Finding['net'], level, figures),
      });
    }
  }

  function sceneAt(nowMs: number, sky: Pick<Scene, 'targets' | 'lost'>): Scene {
    const feeds = deps.feeds().flatMap((feed) => {
      if (!data.liveSources.has(feed.sourceId)) return [];
      const openedAt = feedOpened.get(feed.sourceId) ?? nowMs;
      feedOpened.set(feed.sourceId, openedAt);
      return [{ ...feed, openedAt }];
    });
    return {
      nowMs,
      ...sky,
      plans: data.plans,
      areas: data.areas,
      feeds,
      elevationAt,
    };
  }

  async function look(nowMs: number): Promise<void> {
    // Who does not lead follows the tracks, so that it knows how they turn when it has to; records it needs none.
    const sky = memory.observe(targets.entries(), nowMs);
    if (!(await leadership.isOurs())) {
      leadsSince = null;
      readAt = Number.NEGATIVE_INFINITY;
      return;
    }
    const figures = await parameters.all();
    if (Math.abs(nowMs - readAt) >= readEveryMs) {
      data = await readSceneData(sql, air, nowMs, figures);
      readAt = nowMs;
    }
    const scene = sceneAt(nowMs, sky);
    if (leadsSince === null) await lead(nowMs);
    lacks = nets.flatMap((net) => net.lacks(scene) ?? []);
    const findings = scan(scene, netValues(figures));
    if (nowMs - (leadsSince ?? 0) < graceMs) findings.push(...keptAlive(findings));
    const step = stepLifeCycle(watched, findings, nowMs);
    open = new Map((await openRecords(systemCaller())).map((record) => [String(record.alertKey), record]));
    for (const one of step.raised) {
      if (!open.has(one.key)) open.set(one.key, await book.raise(one, data.plans, nowMs));
    }
    for (const { watched: one, levelBefore } of step.kept) {
      const record = open.get(one.key);
      if (record && levelBefore !== one.level) open.set(one.key, await book.change(record, one, nowMs));
      else if (record?.state === 'muted' && nowMs >= Date.parse(String(record.mutedUntil)))
        open.set(one.key, await book.unmute(record));
    }
    // What nobody watches any more is over too: it may be left from a server that was killed while it cleared.
    for (const [key, record] of open) {
      if (watched.get(key)?.level) continue;
      await book.clear(record, step.cleared.find((one) => one.key === key) ?? null, nowMs);
      open.delete(key);
    }
    await book.follow(
      [...open].map(([key, { id }]) => ({
        id,
        targets:
          watched
            .get(key)
            ?.finding.targets.slice(0, 2)
            .map((one) => one.id) ?? [],
      })),
      nowMs,
    );
    await tell(nowMs);
  }

  /** Findings of before the start that nothing contradicts yet. */
  function keptAlive(findings: readonly Finding[]): Finding[] {
    const found = new Set(findings.map(({ key }) => key));
    return [...watched.values()].flatMap(({ key, level, finding }) =>
      level !== null && !found.has(key) ? [finding] : [],
    );
  }

  async function tell(nowMs: number): Promise<void> {
    const items = [...open.values()];
    const alerts = viewsOf(items, await namesOf(items), nowMs);
    const told = alerts.length === 0 ? 'none' : String(nowMs);
    if (told !== toldLast) {
      send('getAlerts', { at: nowMs, alerts, lacks });
      send('setConflictFlight', conflictsOf(alerts, nowMs));
    }
    toldLast = told;
    for (const [key, record] of open) {
      if (record.state === 'raised') open.set(key, await book.announce(record, nowMs));
    }
  }

  function viewsOf(items: readonly StoredRecord[], names: Map<number, string>, nowMs: number): AlertView[] {
    return items
      .flatMap((record) => {
        const live = leadsSince === null ? undefined : watched.get(String(record.alertKey));
        return viewOf(record, live?.level ? freshFigures(live.finding, record, nowMs) : null, names) ?? [];
      })
      .sort(byUrgency);
  }

  return {
    tick(nowMs) {
      // A look that takes long is not joined by another: the next one sees what is then.
      if (working || closed) return;
      working = look(nowMs)
        .catch((error: unknown) => log.warn({ error }, 'the safety nets could not be evaluated'))
        .finally(() => {
          working = null;
        });
    },
    async list(caller) {
      const items = await openRecords(caller);
      const nowMs = clock().getTime();
      return {
        at: nowMs,
        alerts: viewsOf(items, await namesOf(items), nowMs),
        lacks: lacks.length > 0 ? lacks : lacking(elevationAt),
      };
    },
    settled: async () => {
      await working;
    },
    async close() {
      closed = true;
      await working;
      await leadership.close();
    },
  };
}

/** A restored finding has no targets to count from: its stored figures stand. */
function freshFigures(finding: Finding, record: StoredRecord, nowMs: number): AlertFigures | null {
  return finding.advice === '' ? storedFigures(record) : figuresOf(finding, nowMs);
}

/** Servers that do not lead say what the nets say of an empty sky. */
function lacking(elevationAt: Scene['elevationAt']): Text[] {
  const empty: Scene = {
    nowMs: 0,
    targets: [],
    lost: [],
    plans: new Map(),
    areas: [],
    feeds: [],
    elevationAt,
  };
  return nets.flatMap((net) => net.lacks(empty) ?? []);
}

function restored(
  key: string,
  net: Finding['net'],
  level: NonNullable<Watched['level']>,
  figures: AlertFigures,
): Finding {
  return {
    net,
    key,
    level,
    holds: level,
    reason: { key: figures.reason.key, values: figures.reason.values ?? {} },
    targets: [],
    planIds: figures.planIds,
    advice: '',
    contacts: figures.contacts,
  };
}

function conflictsOf(alerts: readonly AlertView[], nowMs: number): ConflictFlight[] {
  return alerts.flatMap((alert) => {
    const [one, two] = alert.targets;
    if (alert.kind !== 'pairs' || !one || !two) return [];
    const flight = (target: typeof one) => ({
      flightPlan: { callsign: targetName({ ...target, icao24: null }) },
    });
    return [
      {
        id: alert.id,
        level: alert.level,
        flightOne: flight(one),
        flightTwo: flight(two),
        reason: textIn({ key: alert.reason.key, values: alert.reason.values ?? {} }, 'zh-Hans'),
        reasonEn: textIn({ key: alert.reason.key, values: alert.reason.values ?? {} }, 'en'),
        timeS: alert.approach && Math.round((alert.approach.at - nowMs) / 100) / 10,
        distanceM: alert.distanceM,
        verticalM: alert.verticalM,
        closestM: alert.approach?.horizontalM ?? null,
        closestVerticalM: alert.approach?.verticalM ?? null,
        raisedAt: new Date(alert.raisedAt).toISOString(),
      },
    ];
  });
}
