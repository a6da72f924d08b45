import { Value } from '@sinclair/typebox/value';
import { type AlertFigures, type AlertView, alertFigures } from '#contract/alerts.ts';
import type { Watched } from '#domain/conflicts/nets/life-cycle.ts';
import { type Finding, rankOf, type ScenePlan } from '#domain/conflicts/nets/safety-net.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { TrackMemory, TrackPoint } from './track-memory.ts';

/** An alert that is not cleared, as its record stands. */
export type OpenEncounter = StoredRecord;

const watcher = systemCaller('surveillance');
const iso = (ms: number) => new Date(ms).toISOString();
const aroundMs = 60_000;

/** Figures of a finding, as records keep them and hubs send them. */
export function figuresOf(finding: Finding, nowMs: number): AlertFigures {
  const { approach } = finding;
  return {
    reason: finding.reason,
    advice: finding.advice,
    contacts: finding.contacts.map(({ name, phone }) => ({ name, phone })),
    targets: finding.targets.map(({ id, callsign, latitude, longitude }) => ({
      id,
      callsign,
      latitude,
      longitude,
    })),
    planIds: [...finding.planIds],
    distanceM: finding.distanceM ?? null,
    verticalM: finding.verticalM ?? null,
    approach: approach
      ? {
          at: nowMs + approach.timeS * 1_000,
          horizontalM: approach.horizontalM,
          verticalM: approach.verticalM,
          one: approach.one,
          two: approach.two,
        }
      : null,
  };
}

/** What the record says, with these figures or those that it was stored with; null: it is cleared, or from elsewhere. */
export function viewOf(
  record: OpenEncounter,
  figures: AlertFigures | null,
  names: Map<number, string>,
): AlertView | null {
  const { id, kind, level, state } = record;
  const known = figures ?? storedFigures(record);
  if (
    !known ||
    (state !== 'raised' && state !== 'announced' && state !== 'acknowledged' && state !== 'muted')
  )
    return null;
  if (level !== 'advisory' && level !== 'caution' && level !== 'warning') return null;
  return {
    id,
    kind: String(kind),
    level,
    state,
    raisedAt: timeOf(record.raisedAt) ?? 0,
    acknowledgedBy:
      typeof record.acknowledgedBy === 'number' ? (names.get(record.acknowledgedBy) ?? null) : null,
    acknowledgedAt: timeOf(record.acknowledgedAt),
    mutedUntil: timeOf(record.mutedUntil),
    muteReason: typeof record.muteReason === 'string' ? record.muteReason : null,
    ...known,
  };
}

export function storedFigures({ details }: OpenEncounter): AlertFigures | null {
  try {
    const parsed: unknown = JSON.parse(String(details));
    return Value.Check(alertFigures, parsed) ? parsed : null;
  } catch {
    return null;
  }
}

const timeOf = (value: unknown): number | null => (typeof value === 'string' ? Date.parse(value) : null);

/** The most urgent first: not yet acknowledged, then by level, then the newest. */
export function byUrgency(a: AlertView, b: AlertView): number {
  const open = (one: AlertView) => (one.state === 'raised' || one.state === 'announced' ? 1 : 0);
  return open(b) - open(a) || rankOf(b.level) - rankOf(a.level) || b.raisedAt - a.raisedAt;
}

/** Keeps the encounters: what was raised, changed and cleared is a record before anybody is told. */
export function createAlertBook(deps: { records: Records; memory: Pick<TrackMemory, 'since'> }) {
  const { records, memory } = deps;
  /** Cleared ones whose minute afterwards is not over. */
  const waiting: { id: number; at: number; targets: string[]; tracks: Record<string, TrackPoint[]> }[] = [];
  const tracksOf = new Map<number, Record<string, TrackPoint[]>>();

  const update = (id: number, values: Record<string, unknown>): Promise<OpenEncounter> =>
    records.transaction(async (transaction) => {
      const record = await records.lockForChange(watcher, 'encounter', id, transaction);
      return records.update(watcher, 'encounter', id, record.version, values, transaction);
    });

  /** Adds to what is kept of the tracks of an encounter what is new. */
  function keep(tracks: Record<string, TrackPoint[]>, ids: readonly string[], fromMs: number): void {
    for (const id of ids) {
      const known = tracks[id] ?? [];
      const after = Math.max(fromMs, (known.at(-1)?.[0] ?? 0) + 1);
      tracks[id] = [...known, ...memory.since(id, after)].slice(-1_200);
    }
  }

  return {
    async raise(
      watched: Watched,
      plans: ReadonlyMap<number, ScenePlan>,
      nowMs: number,
    ): Promise<OpenEncounter> {
      const { finding, level, key } = watched;
      const [one, two] = finding.targets;
      const [planOne, planTwo] = finding.planIds;
      const values = {
        kind: finding.net,
        level,
        highestLevel: level,
        state: 'raised' as const,
        alertKey: key.slice(0, 200),
        ...figureFields(finding, nowMs),
        callsignOne: one ? targetName(one) : null,
        callsignTwo: two ? targetName(two) : null,
        planOne: planOne ?? null,
        planTwo: planTwo ?? null,
        company: plans.get(planOne ?? 0)?.companyId ?? null,
        airspace: finding.areaId ?? null,
        source: finding.sourceId ?? null,
        raisedAt: iso(nowMs),
      };
      const record = await records.transaction((transaction) =>
        records.create(watcher, 'encounter', values, transaction),
      );
      const tracks = {};
      keep(tracks, ids(finding), nowMs - aroundMs);
      tracksOf.set(record.id, tracks);
      return record;
    },
    /** Its level is another: a higher one wants to be acknowledged again. */
    change(record: OpenEncounter, watched: Watched, nowMs: number): Promise<OpenEncounter> {
      const { finding, level } = watched;
      const rose = rankOf(level) > rankOf(record.level as Watched['level']);
      const highest =
        rankOf(level) > rankOf(record.highestLevel as Watched['level']) ? level : record.highestLevel;
      return update(record.id, {
        level,
        highestLevel: highest,
        ...figureFields(finding, nowMs),
        ...(rose ? { state: 'announced', mutedUntil: null } : {}),
      });
    },
    announce: (record: OpenEncounter, nowMs: number) =>
      update(record.id, { state: 'announced', announcedAt: iso(nowMs) }),
    /** The mute is over: it asks for attention as before. */
    unmute: (record: OpenEncounter) =>
      update(record.id, { state: record.acknowledgedAt ? 'acknowledged' : 'announced', mutedUntil: null }),
    async clear(record: OpenEncounter, watched: Watched | null, nowMs: number): Promise<void> {
      await update(record.id, { state: 'cleared', clearedAt: iso(nowMs) });
      const targets = watched ? ids(watched.finding) : [];
      waiting.push({ id: record.id, at: nowMs + aroundMs, targets, tracks: tracksOf.get(record.id) ?? {} });
      tracksOf.delete(record.id);
    },
    /** Follows the tracks of what is open; writes those of what was cleared a minute ago. */
    async follow(open: Iterable<{ id: number; targets: string[] }>, nowMs: number): Promise<void> {
      for (const { id, targets } of open) {
        const tracks = tracksOf.get(id) ?? {};
        keep(tracks, targets, nowMs - aroundMs);
        tracksOf.set(id, tracks);
      }
      for (const one of waiting) keep(one.tracks, one.targets, nowMs - aroundMs);
      for (const one of waiting.filter(({ at }) => at <= nowMs)) {
        waiting.splice(waiting.indexOf(one), 1);
        if (one.targets.length > 0) await update(one.id, { tracks: JSON.stringify(one.tracks) });
      }
    },
  };
}

const ids = ({ targets }: Finding) => targets.slice(0, 2).map(({ id }) => id);

function figureFields(finding: Finding, nowMs: number) {
  return {
    reason: textIn(finding.reason, 'zh-Hans').slice(0, 500),
    reasonEn: textIn(finding.reason, 'en').slice(0, 500),
    details: JSON.stringify(figuresOf(finding, nowMs)),
    closestM: finding.approach?.horizontalM ?? null,
    closestVerticalM: finding.approach?.verticalM ?? null,
  };
}
