import type { Watched } from '#domain/conflicts/nets/life-cycle.ts';
import { type Finding, rankOf } from '#domain/conflicts/nets/safety-net.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { FeatureEvent, WebhookOutbox } from '#server/engine/webhooks/outbox.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { figuresOf, type OpenEncounter, storedFigures } from './alert-views.ts';
import { type Places, placeOf, placeSince } from './encounter-place.ts';
import { aroundMs, type EncounterTracks, type Ending } from './encounter-tracks.ts';

const watcher = systemCaller('surveillance');
const iso = (ms: number) => new Date(ms).toISOString();
/** Cleared longer ago than this, and still without its tracks: the server that followed them did not come back. */
const givenUpMs = 3_600_000;

/** Keeps the encounters: what was raised, changed and cleared is a record before anybody is told. */
export function createAlertBook(deps: {
  records: Records;
  tracks: EncounterTracks;
  webhooks: Pick<WebhookOutbox, 'tell'>;
}) {
  const { records, tracks, webhooks } = deps;
  /** Cleared ones whose minute afterwards is not over. */
  let ending: Ending[] = [];

  const update = (
    id: number,
    values: Record<string, unknown>,
    event?: FeatureEvent,
  ): Promise<OpenEncounter> =>
    records.transaction(async (transaction) => {
      const { version } = await records.lockForChange(watcher, 'encounter', id, transaction);
      const record = await records.update(watcher, 'encounter', id, version, values, transaction);
      if (event) await webhooks.tell(transaction, event, { resource: 'encounter', id, record, by: null });
      return record;
    });

  /** The tracks of an encounter become part of its record, where all of them are. */
  const close = (id: number): Promise<void> =>
    records.transaction(async (transaction) => {
      const { version } = await records.lockForChange(watcher, 'encounter', id, transaction);
      const kept = JSON.stringify(await tracks.of(id, transaction.sql));
      await records.update(watcher, 'encounter', id, version, { tracks: kept }, transaction);
      await tracks.forget(id, transaction.sql);
    });

  return {
    async raise(watched: Watched, places: Places, nowMs: number): Promise<OpenEncounter> {
      const { finding, level, key } = watched;
      const [one, two] = finding.targets;
      const [planOne, planTwo] = finding.planIds;
      const companies = finding.planIds.flatMap((id) => places.plans.get(id)?.companyId ?? []);
      const values = {
        kind: finding.net,
        level,
        highestLevel: level,
        state: 'raised' as const,
        alertKey: key.slice(0, 200),
        ...figureFields(finding, nowMs),
        place: placeOf(finding, places),
        callsignOne: one ? targetName(one) : null,
        callsignTwo: two ? targetName(two) : null,
        planOne: planOne ?? null,
        planTwo: planTwo ?? null,
        companies: [...new Set(companies)],
        airspace: finding.areaId ?? null,
        source: finding.sourceId ?? null,
        raisedAt: iso(nowMs),
      };
      return records.transaction(async (transaction) => {
        const made = await records.create(watcher, 'encounter', values, transaction);
        const { id } = made;
        await webhooks.tell(transaction, 'alertRaised', {
          resource: 'encounter',
          id,
          record: made,
          by: null,
        });
        return made;
      });
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
    /** Its aircraft have gone on, or are more: whoever watches where they are now sees it too. Null: nothing to write. */
    move(record: OpenEncounter, { finding }: Watched, nowMs: number): Promise<OpenEncounter> | null {
      const place = placeSince(record.place, finding);
      const grown = hasGrown(record, finding) ? figureFields(finding, nowMs) : null;
      return place || grown ? update(record.id, { ...grown, ...(place ? { place } : {}) }) : null;
    },
    announce: (record: OpenEncounter, nowMs: number) =>
      update(record.id, { state: 'announced', announcedAt: iso(nowMs) }),
    /** The mute is over: it asks for attention as before. */
    unmute: (record: OpenEncounter) =>
      update(record.id, { state: record.acknowledgedAt ? 'acknowledged' : 'announced', mutedUntil: null }),
    async clear(record: OpenEncounter, nowMs: number): Promise<void> {
      await update(record.id, { state: 'cleared', clearedAt: iso(nowMs) }, 'alertCleared');
      ending.push({ id: record.id, clearedAt: nowMs, targets: followedOf(record) });
    },
    /** Takes up what another server, or this one before it was killed, cleared and did not close. */
    async takeUp(nowMs: number): Promise<void> {
      const items = await records.rows(watcher, 'encounter', {
        most: 1_000,
        sort: [{ field: 'id', order: 'asc' }],
        filter: {
          operator: 'and',
          value: [
            { field: 'state', operator: 'eq', value: 'cleared' },
            { field: 'clearedAt', operator: 'gte', value: iso(nowMs - givenUpMs) },
            { field: 'tracks', operator: 'null', value: true },
          ],
        },
      });
      ending = items.flatMap((record) => {
        const targets = followedOf(record);
        return targets.length === 0
          ? []
          : [{ id: record.id, clearedAt: Date.parse(String(record.clearedAt)), targets }];
      });
    },
    /** Follows the tracks of what is open; closes what was cleared a minute ago. */
    async follow(open: readonly OpenEncounter[], nowMs: number): Promise<void> {
      await tracks.follow(
        [...open.map((one) => ({ id: one.id, targets: followedOf(one) })), ...ending],
        nowMs,
      );
      for (const one of ending.filter(({ clearedAt }) => nowMs - clearedAt >= aroundMs)) {
        if (one.targets.length > 0) await close(one.id);
        ending = ending.filter((other) => other !== one);
      }
    },
  };
}

/** The tracks that are kept with an encounter: those of the first two aircraft that it is about. */
const followedOf = (record: OpenEncounter): string[] =>
  (storedFigures(record)?.targets ?? []).slice(0, 2).map(({ id }) => id);

/** No track is known to parts of a metre. */
const wholeM = (metres: number | null | undefined) =>
  typeof metres === 'number' ? Math.round(metres) : null;

/** How many aircraft a conflict is between; null: it is none. */
function aircraftIn({ net, group, met, targets }: Finding): number | null {
  if (net !== 'pairs') return null;
  return group?.length ?? met?.reduce((sum, side) => sum + side.length, 0) ?? targets.length;
}

/** More by a quarter than is written: a group that gathers is not written each second. */
const hasGrown = (record: OpenEncounter, finding: Finding): boolean =>
  typeof record.aircraft === 'number' && (aircraftIn(finding) ?? 0) >= 1.25 * record.aircraft;

function figureFields(finding: Finding, nowMs: number) {
  return {
    reason: textIn(finding.reason, 'zh-Hans').slice(0, 500),
    reasonEn: textIn(finding.reason, 'en').slice(0, 500),
    details: JSON.stringify(figuresOf(finding, nowMs)),
    aircraft: aircraftIn(finding),
    closestM: wholeM(finding.approach?.horizontalM),
    closestVerticalM: wholeM(finding.approach?.verticalM),
  };
}
