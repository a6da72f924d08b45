import { setTimeout } from 'node:timers/promises';
import { sql as raw } from 'kysely';
import type { AlertList } from '#contract/alerts.ts';
import type { FeedState } from '#contract/hub.ts';
import { emergenciesIn } from '#domain/conflicts/nets/emergency.ts';
import { nets, scanSteps } from '#domain/conflicts/nets/index.ts';
import { stepLifeCycle, type Watched } from '#domain/conflicts/nets/life-cycle.ts';
import { type Finding, rankOf, type Scene, type SceneTarget } from '#domain/conflicts/nets/safety-net.ts';
import { steadinessAt } from '#domain/conflicts/nets/steadiness.ts';
import type { Uncertain } from '#domain/conflicts/nets/uncertain.ts';
import { polygonWithin, storedGeometry } from '#domain/geo/geojson.ts';
import { channelsFor, channelsOf, coverageField } from '#domain/identity/access.ts';
import type { Steps } from '#domain/steps.ts';
import { declaredEmergency } from '#domain/surveillance/track/known-codes.ts';
import { refused, type Text } from '#domain/text/errors.ts';
import { numberOf, numbersOf } from '#domain/text/narrow.ts';
import type { Database } from '#server/db/database.ts';
import { createLeadership } from '#server/db/leadership.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { WebhookOutbox } from '#server/engine/webhooks/outbox.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import type { CoverageAreas } from '#server/features/surveillance/coverage-areas.ts';
import type { LiveTargets } from '#server/features/surveillance/picture.ts';
import { isReplayed } from '#server/features/surveillance/replayed.ts';
import type { AerodromeGround } from '#server/features/terrain/aerodrome-ground.ts';
import type { Terrain } from '#server/features/terrain/terrain.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import { inSlices } from '#server/kernel/in-slices.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { createAlertBook } from './alert-book.ts';
import { createAlertIds } from './alert-ids.ts';
import { type AlertPicture, alertsFor, type ToldAlerts } from './alert-picture.ts';
import { followedOf } from './alert-record.ts';
import {
  figuresIn,
  isRestored,
  mostUrgent,
  restoredOf,
  storedFigures,
  type Urgency,
  urgencyOf,
  viewOf,
} from './alert-views.ts';
import { placeOf } from './encounter-place.ts';
import { createEncounterTracks, makeEncounterTrackTable } from './encounter-tracks.ts';
import { gatherPlans, hasRecord, type LiveAlert, liveView } from './live-alert.ts';
import { createLiveScene } from './live-scene.ts';
import { measure } from './measured.ts';
import { netValues, steadinessValues } from './net-parameters.ts';
import { createPeopleNames } from './people-names.ts';
import { createSceneReader } from './scene-data.ts';
import { createStoredAlerts } from './stored-alerts.ts';
import { createTrackMemory } from './track-memory.ts';

export interface Alerts {
  /** Looks at the live targets where it is time to; called several times a second. */
  tick(nowMs: number): void;
  /** What this caller may see. */
  list(caller: Caller): Promise<AlertList>;
  /**
   * Resolves where an alert that is told has its record, or is no alert of now: an alert is told before. Refused where the
   * record cannot be written.
   */
  recorded(id: number): Promise<void>;
  /** Resolves once a look that has begun is over, and what it left to be written is tried; for tests. */
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
  targets: Pick<LiveTargets, 'revision' | 'entries'>;
  terrain: Pick<Terrain, 'installed' | 'heldElevationAt' | 'elevationsAt'>;
  aerodromes: () => Promise<AerodromeGround>;
  feeds(): FeedState[];
  /** Where positions are less certain than usual; absent, or null: nowhere. */
  uncertain?: () => Uncertain | null;
  /** Also evaluates each scene, after its alerts are sent; the scene does not change until it resolves. */
  looked(scene: Scene): Promise<void>;
  /** To whoever may see each alert, on every server. */
  picture: Pick<AlertPicture, 'tell' | 'last' | 'close'>;
  /** The areas of organization units, in memory. */
  areas: Pick<CoverageAreas, 'touching'>;
  clock: () => Date;
  log: Logger;
}

const secondMs = 1_000;
/** What moved is looked at so soon, where the looks are quick; slow ones take no more than half of the processor. */
const soonestMs = 200;
const shareOfTime = 2;
/**
 * While the nets look at a full sky, others have their turn after so long. What comes in has a sixth of that: where the
 * processor cannot do both, alerts go before positions.
 */
const sliceMs = 60;
/** What another server told is what stands now for so long. */
const toldHoldsMs = 5_000;
/** After a start the sources need a moment: what was open then is not cleared meanwhile. */
const graceMs = 20_000;
/** So many are told to servers, and of what was open at a start so many are taken over; clients are listed fewer. */
const mostTold = 2_000;
const mostTakenOver = 1_000;
/** What could not be written is tried again so soon. */
const retryMs = 1_000;
/** Through another server an alert is known before its record: how often that is looked for, and for how long. */
const [lookForMs, lookForAtMostMs] = [100, 5_000];
/** What was decided through this server is in the next lists of the one that evaluates. */
const decidedMs = 3_000;
/** The longest a stop waits for records to be written. */
const finishMs = 3_000;

/**
 * The safety nets over the live targets, several times a second on one server of all. What they find is told at once from
 * memory, the most urgent first; it lives on as an `encounter`, which is written behind. Whatever people decide is a record at
 * once: a server that is killed forgets none of it.
 */
export async function createAlerts(deps: AlertsDeps): Promise<Alerts> {
  const { database, records, parameters, targets, picture, terrain, clock, log } = deps;
  const sql = database.kysely;
  await makeEncounterTrackTable(sql);
  const memory = createTrackMemory();
  const tracks = createEncounterTracks({ sql, memory });
  const ids = createAlertIds(sql);
  const read = createSceneReader({ sql, air: deps.air, terrain, aerodromes: deps.aerodromes });
  const scenes = createLiveScene({
    read,
    terrain,
    feeds: deps.feeds,
    uncertain: deps.uncertain ?? (() => null),
    log,
  });
  const leadership = createLeadership(database, 'clearway alerts');
  const names = createPeopleNames(sql);
  const stored = createStoredAlerts({ records, names, clock });
  const encounter = records.resource('encounter');
  const watched = new Map<string, Watched>();
  /** The alerts that stand, by key and by id. */
  const live = new Map<string, LiveAlert>();
  const byId = new Map<number, LiveAlert>();
  const book = createAlertBook({
    records,
    tracks,
    webhooks: deps.webhooks,
    sql,
    log,
    areasOf: deps.areas.touching,
    live,
    // Found again, it is another alert.
    onGone(one) {
      if (byId.get(one.id) !== one) return;
      drop(one);
      watched.delete(one.key);
    },
  });
  /** What was open at the start and is not taken over: found again, it goes on under its record. */
  let left = new Map<string, { id: number; raisedAt: number }>();
  /** Records that were changed through this server, where another evaluates. */
  const decided = new Map<number, { record: StoredRecord; at: number }>();
  let leadsSince: number | null = null;
  let term = 0;
  let lacks: Text[] = [];
  let toldAt = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let lookedRevision = -1;
  /** What emergencies are looked for in: the scene of the last look, and the changes since. */
  let lastScene: Scene | null = null;
  let urgentRevision = 0;
  /** Emergencies that were raised while a look went on, which does not know of them. */
  let raisedMeanwhile: Finding[] = [];
  let pauseMs = soonestMs;
  /** What the last look worked, without what it waited for. */
  let workedMs = 0;
  /** When what is told was found, UTC ms. */
  let foundAt = 0;
  let working: Promise<void> | null = null;
  let writing: Promise<void> | null = null;
  let writeAgainAt = 0;
  let closed = false;

  const unsubscribe = deps.changes.subscribe(({ resource, id, record }) => {
    if (resource === 'encounter') {
      const known = byId.get(id);
      const stored = { ...record, id, version: numberOf(record.version) ?? 0 };
      if (known) book.accept(known, stored);
      else if (leadsSince === null) decided.set(id, { record: stored, at: clock().getTime() });
    }
    scenes.changed(resource, clock().getTime());
  });

  function drop(one: LiveAlert): void {
    live.delete(one.key);
    byId.delete(one.id);
  }

  /** The plans of the flights that are in it now, with their companies. */
  function takeIn(one: LiveAlert): void {
    gatherPlans(one, one.watched.finding.planIds, (plan) => scenes.data.plans.get(plan)?.companyId);
  }

  function add(one: LiveAlert): void {
    live.set(one.key, one);
    byId.set(one.id, one);
  }

  const liveRecords = () => [...live.values()].map(({ record }) => record);

  /** Takes over what was open, the most urgent of it as it was; the rest has only its name until it is found again. */
  async function lead(nowMs: number): Promise<void> {
    const newTerm = leadership.term;
    decided.clear();
    names.forget();
    await ids.fill();
    const { rows } = await raw<{ id: number; key: string; raisedAt: string }>`
      select id, alert_key as "key", raised_at as "raisedAt" from encounter
      where state <> 'cleared' and deleted_at is null`.execute(sql);
    const others = rows.filter(({ id }) => !byId.has(id));
    left = new Map(others.map(({ id, key, raisedAt }) => [key, { id, raisedAt: Date.parse(raisedAt) }]));
    const { items } = await stored.open(systemCaller(), mostTakenOver);
    for (const record of items) {
      const one = restoredOf(record, nowMs);
      // What stands goes on, where this server was the one a moment ago.
      if (!one || byId.has(record.id) || live.has(one.key)) continue;
      left.delete(one.key);
      watched.set(one.key, one);
      add({
        id: record.id,
        key: one.key,
        watched: one,
        raisedAt: Date.parse(String(record.raisedAt)),
        announcedAt: nowMs,
        place: storedGeometry(record.place) ?? everywhere,
        plans: numbersOf(record.plans),
        companies: numbersOf(record.companies),
        measured: storedFigures(record)?.measured ?? null,
        followed: followedOf(record),
        record,
        wasStored: true,
      });
    }
    await names.read(items);
    await book.takeUp(nowMs);
    leadsSince = nowMs;
    term = newTerm;
  }

  /** Counts how long the steps take, not what others do in between. */
  function* timed<T>(steps: Steps<T>): Steps<T> {
    for (;;) {
      const beganAt = performance.now();
      const step = steps.next();
      workedMs += performance.now() - beganAt;
      if (step.done) return step.value;
      yield;
    }
  }

  async function look(nowMs: number): Promise<void> {
    workedMs = 0;
    raisedMeanwhile = [];
    // Who does not lead follows the tracks, so that it knows how they turn when it has to; records it needs none.
    const sky = await inSlices(timed(memory.observe(targets.entries(), nowMs)), sliceMs);
    if (!(await leadership.isOurs())) {
      leadsSince = null;
      lastScene = null;
      watched.clear();
      live.clear();
      byId.clear();
      scenes.forget();
      return;
    }
    const figures = await parameters.all();
    await scenes.refresh(nowMs, figures);
    const scene = scenes.at(nowMs, sky, figures);
    if (leadsSince === null || term !== leadership.term) await lead(nowMs);
    const isSettled = nowMs - (leadsSince ?? 0) >= graceMs;
    lastScene = scene;
    const found = await inSlices(timed(scanSteps(scene, netValues(figures))), sliceMs);
    const findings = [...raisedMeanwhile, ...found];
    foundAt = nowMs;
    if (isSettled) left.clear();
    else findings.push(...keptAlive(findings));
    const step = stepLifeCycle(watched, findings, nowMs, steadinessAt(scene, steadinessValues(figures)));
    const isOther = step.kept.some(({ watched: one, levelBefore }) => one.level !== levelBefore);
    measure(live.values(), scene, memory.indexOf);
    const ended = endOld(nowMs);
    for (const one of live.values()) takeIn(one);
    const isNew = ended + raiseNew(nowMs) > 0;
    if (isNew) measure(live.values(), scene, memory.indexOf);
    // Not behind the writing, which may have to wait for somebody's lock.
    void ids.fill().catch((error: unknown) => log.warn({ error }, 'no numbers for alerts'));
    const forgotten = book.forgottenAt(nowMs);
    lacks = [
      ...lacksOf(scene),
      ...(scene.uncertain ? [scene.uncertain.note] : []),
      ...(forgotten > 0 ? [{ key: 'alert.notRecorded', values: { count: forgotten } }] : []),
    ];
    if (isNew || isOther || Math.abs(nowMs - toldAt) >= secondMs) {
      toldAt = nowMs;
      picture.tell(toldNow(nowMs));
    }
    write(nowMs, isSettled);
    await deps.looked(scene);
  }

  /**
   * Raises what declares an emergency that was confirmed since this was last asked: it needs no second look, and waits
   * neither for the next one nor for one that goes on.
   */
  function raiseUrgent(nowMs: number): void {
    const since = urgentRevision;
    urgentRevision = targets.revision;
    if (leadsSince === null || !lastScene) return;
    const changed: SceneTarget[] = [];
    // There may be thousands, several times a second.
    for (const { target, revision } of targets.entries())
      if (revision > since && declaredEmergency(target) !== null && !isReplayed(target))
        changed.push({ ...target, turnDps: 0 });
    if (changed.length === 0) return;
    const found = emergenciesIn(lastScene, changed).filter(({ key }) => !watched.get(key)?.level);
    const state = new Map(
      found.flatMap(({ key }) => {
        const known = watched.get(key);
        return known ? [[key, known] as const] : [];
      }),
    );
    stepLifeCycle(state, found, nowMs);
    for (const [key, one] of state) watched.set(key, one);
    raisedMeanwhile.push(...found);
    if (raiseNew(nowMs) === 0) return;
    toldAt = nowMs;
    picture.tell(toldNow(nowMs));
  }

  /** How many are over. */
  function endOld(nowMs: number): number {
    const over = [...live.values()].filter(({ key }) => !watched.get(key)?.level);
    for (const one of over) {
      drop(one);
      book.end(one, nowMs);
    }
    return over.length;
  }

  /** How many have a number now. Those for which none is left get theirs in the next look, the least urgent. */
  function raiseNew(nowMs: number): number {
    const { plans, areas, sourcePlaces } = scenes.data;
    const places = { plans, areas, sources: sourcePlaces };
    const found = [...watched.values()].filter(({ key, level }) => level !== null && !live.has(key));
    const urgent = mostUrgent(found, (one) => urgencyOfWatched(one, nowMs), ids.left);
    let raised = 0;
    for (const one of urgent) {
      const before = left.get(one.key);
      const id = before?.id ?? ids.next();
      if (id === undefined) continue;
      left.delete(one.key);
      const { finding } = one;
      const fresh: LiveAlert = {
        id,
        key: one.key,
        watched: one,
        raisedAt: before?.raisedAt ?? nowMs,
        announcedAt: null,
        place: placeOf(finding, places),
        plans: [],
        companies: [],
        measured: null,
        followed: finding.targets.slice(0, 2).map((target) => target.id),
        record: null,
        wasStored: before !== undefined,
      };
      takeIn(fresh);
      add(fresh);
      raised++;
    }
    return raised;
  }

  /** Writes behind the looks. */
  function write(nowMs: number, sweeps: boolean): void {
    if (writing || performance.now() < writeAgainAt) return;
    writing = writeNow(nowMs, sweeps);
  }

  async function writeNow(nowMs: number, sweeps: boolean): Promise<void> {
    try {
      const isDone = await book.write(nowMs, sweeps);
      await names.read(liveRecords());
      writeAgainAt = isDone ? 0 : performance.now() + retryMs;
    } catch (error) {
      writeAgainAt = performance.now() + retryMs;
      log.warn({ error }, 'names of users could not be read');
    } finally {
      writing = null;
    }
  }

  /** Findings of before the start that nothing contradicts yet. */
  function keptAlive(findings: readonly Finding[]): Finding[] {
    const found = new Set(findings.map(({ key }) => key));
    return [...watched.values()].flatMap(({ key, level, finding }) =>
      level !== null && !found.has(key) ? [finding] : [],
    );
  }

  function toldNow(nowMs: number): Omit<ToldAlerts, 'from'> {
    const views = [...live.values()].flatMap((one) => {
      const view = liveView(one, names.known, nowMs, foundAt);
      return view ? [{ one, view }] : [];
    });
    const isLeft = ({ watched: one }: LiveAlert) => isRestored(one);
    const told = mostUrgent(views, ({ one, view }) => urgencyOf(view, nowMs, isLeft(one)), mostTold);
    for (const { one } of told) one.announcedAt ??= nowMs;
    const items = told.map(({ one, view }) => ({
      view,
      channels: channelsOf(encounter, scopedOf(one)),
      isLeft: isLeft(one),
    }));
    return { at: nowMs, items, more: views.length - told.length, lacks };
  }

  /** What decides who may see it: its record, or what the record will say. */
  function scopedOf({ record, companies, place, watched: { finding } }: LiveAlert): Record<string, unknown> {
    if (record) return record;
    const ofAirspace = scenes.data.unitsOfAirspaces.get(finding.areaId ?? 0) ?? [];
    return { companies, [coverageField]: [...new Set([...deps.areas.touching(place), ...ofAirspace])] };
  }

  /** What the server that evaluates told last, with what was decided here since; null: nothing of now. */
  function toldElsewhere(nowMs: number): Omit<ToldAlerts, 'from'> | null {
    const { last } = picture;
    if (!last || Math.abs(nowMs - last.at) >= toldHoldsMs) return null;
    for (const [id, { at }] of decided) if (Math.abs(nowMs - at) >= decidedMs) decided.delete(id);
    const items = last.items.flatMap((item) => {
      const record = decided.get(item.view.id)?.record;
      if (!record) return [item];
      const view = viewOf(record, figuresIn(item.view), names.known);
      return view ? [{ ...item, view }] : [];
    });
    return { ...last, items };
  }

  const listStored = (caller: Caller): Promise<AlertList> =>
    stored.list(caller, lacksOf(scenes.at(clock().getTime(), { targets: [], lost: [] }, new Map())));

  return {
    tick(nowMs) {
      if (closed) return;
      raiseUrgent(nowMs);
      // A look that takes long is not joined by another: the next one sees what is then.
      if (working) return;
      const sinceMs = Math.abs(nowMs - lookedAt);
      // What only time changes is looked at once a second.
      const isDue = sinceMs >= secondMs || (sinceMs >= pauseMs && targets.revision !== lookedRevision);
      if (!isDue) return;
      lookedAt = nowMs;
      lookedRevision = targets.revision;
      working = look(nowMs)
        .catch((error: unknown) => log.warn({ error }, 'the safety nets could not be evaluated'))
        .finally(() => {
          pauseMs = Math.min(secondMs, Math.max(soonestMs, shareOfTime * workedMs));
          working = null;
        });
    },
    async list(caller) {
      const channels = channelsFor(caller.actor, [encounter]);
      // Who may see none is told so by the records.
      if (channels.length === 0) return listStored(caller);
      const known = leadsSince === null ? [...decided.values()].map(({ record }) => record) : liveRecords();
      await names
        .read(known)
        .catch((error: unknown) => log.warn({ error }, 'names of users could not be read'));
      const nowMs = clock().getTime();
      const told = leadsSince === null ? toldElsewhere(nowMs) : toldNow(nowMs);
      return told ? { at: nowMs, ...alertsFor(told, new Set(channels)) } : listStored(caller);
    },
    async recorded(id) {
      const one = byId.get(id) ?? book.endedOf(id);
      if (one) {
        if (hasRecord(one)) return;
        book.hurry(id);
        await writing;
        if (!hasRecord(one)) {
          writing ??= writeNow(clock().getTime(), false);
          await writing;
        }
        if (!hasRecord(one)) throw refused('alert.refused.notStored');
        return;
      }
      if (leadsSince !== null || !picture.last?.items.some(({ view }) => view.id === id)) return;
      for (const end = performance.now() + lookForAtMostMs; ; ) {
        if (await sql.selectFrom('encounter').select('id').where('id', '=', id).executeTakeFirst()) return;
        if (performance.now() > end) throw refused('alert.refused.notStored');
        await setTimeout(lookForMs);
      }
    },
    settled: async () => {
      await working;
      await writing;
    },
    async close() {
      closed = true;
      unsubscribe();
      picture.close();
      book.endWithin(finishMs);
      await working;
      await writing;
      // What was told last has its record too.
      if (leadsSince !== null) await writeNow(clock().getTime(), false);
      await scenes.settled();
      await leadership.close();
    },
  };
}

/** What the nets would need and do not have, each once. */
function lacksOf(scene: Scene): Text[] {
  const lacks = nets.flatMap((net) => net.lacks(scene) ?? []);
  return lacks.filter(({ key }, i) => lacks.findIndex((other) => other.key === key) === i);
}

const everywhere = polygonWithin([-180, -90, 180, 90]);

function urgencyOfWatched({ level, finding }: Watched, nowMs: number): Urgency {
  return {
    isLeft: false,
    isOpen: true,
    rank: rankOf(level),
    dueAt: finding.approach ? nowMs + finding.approach.timeS * 1_000 : Number.POSITIVE_INFINITY,
    raisedAt: nowMs,
    isPlanned: finding.planIds.length > 0,
    targets: finding.targets.map(({ id }) => id),
  };
}
