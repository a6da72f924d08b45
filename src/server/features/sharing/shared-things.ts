import { mostMinutesOfTrack } from '#contract/playback.ts';
import type { SharedThing, SharedTrack } from '#contract/share.ts';
import { holds } from '#domain/identity/access.ts';
import type { ShareLinkRecord } from '#domain/record/records.gen.ts';
import { targetReaders } from '#domain/surveillance/target-readers.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { AppError } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import { planOnMap } from '#server/features/plans/active-plans.ts';
import { getPlan } from '#server/features/plans/plan-store.ts';
import { keptOf, recordedTracks } from '#server/features/recording/recorded-tracks.ts';
import type { CoverageAreas } from '#server/features/surveillance/coverage-areas.ts';
import type { Caller } from '#server/kernel/caller.ts';

export interface SharedThingsDeps {
  records: Records;
  catalogue: Catalogue;
  sql: Sql;
  /** A live target by its id. */
  target(id: string): Target | undefined;
  areas: Pick<CoverageAreas, 'of'>;
  clock: () => Date;
}

export const playbackReaders = ['Pages.FlightWatch.Trackreplay'];
const minuteMs = 60_000;

/** What of an airspace whoever has the link sees: what it is, where, and when. Nothing of its application. */
const airspaceFields = [
  'name',
  'nameEn',
  'designator',
  'kind',
  'airspaceClass',
  'state',
  'openState',
  'openReason',
  'geometry',
  'lower',
  'upper',
  'validFrom',
  'validTo',
  'frequencyMhz',
] as const;

export type Thing = Pick<SharedThing, 'plan' | 'airspace' | 'track'> & { title: string };
/** What a link is of. */
export type OfLink = Pick<ShareLinkRecord, 'kind' | 'plan' | 'airspace' | 'track' | 'trackFrom' | 'trackTo'>;

/**
 * The one thing of a link as its maker may read it now; throws `notFound` where it is gone, or the maker may not any more.
 */
export async function thingOf(deps: SharedThingsDeps, maker: Caller, link: OfLink): Promise<Thing> {
  const nothing = { plan: null, airspace: null, track: null };
  if (link.kind === 'plan') {
    const plan = await planOf(deps, maker, link.plan ?? 0);
    return { ...nothing, plan, title: [plan.planNumber, plan.callsign].filter(Boolean).join(' · ') };
  }
  if (link.kind === 'airspace') {
    const airspace = await airspaceOf(deps, maker, link.airspace ?? 0);
    const name = textIn(airspace.name, airspace.nameEn, maker.locale);
    const title = [airspace.designator, name].filter(Boolean).join(' · ');
    return { ...nothing, airspace, title: title || `#${airspace.id}` };
  }
  const track = await trackOf(deps, maker, link);
  const { icao24, callsign } = track.target ?? track;
  return { ...nothing, track, title: targetName({ id: track.track, icao24, callsign }) };
}

async function planOf({ records, sql }: SharedThingsDeps, maker: Caller, id: number) {
  const view = await planOnMap(records, sql, maker, await getPlan(records, maker, id));
  if (!view) throw gone();
  return view;
}

async function airspaceOf(
  { records, catalogue }: SharedThingsDeps,
  maker: Caller,
  id: number,
): Promise<Record<string, unknown> & { id: number }> {
  const record = await records.untyped.get(maker, 'airspace', id);
  if (record.deletedAt !== null && record.deletedAt !== undefined) throw gone();
  const open: Record<string, unknown> = presentFor(maker, catalogue.find('airspace'), record);
  return { id, ...Object.fromEntries(airspaceFields.map((field) => [field, open[field] ?? null])) };
}

async function trackOf(deps: SharedThingsDeps, maker: Caller, link: OfLink): Promise<SharedTrack> {
  const { sql, clock } = deps;
  const { track = '', trackFrom, trackTo } = link;
  const to = trackTo ?? null;
  if (!track || !trackFrom) throw gone();
  const now = clock().getTime();
  const from = Date.parse(trackFrom);
  const end = to === null ? now : Date.parse(to);
  // Of a link that has run for long the last day is shown.
  const start = Math.max(from, end - mostMinutesOfTrack * minuteMs);
  if (to !== null && !holds(maker.actor, playbackReaders)) throw gone();
  const target = to === null ? liveTargetOf(deps, maker, track) : null;
  const asked = { start: Math.floor(start / minuteMs) * minuteMs, end: end + 1, box: null, track };
  const bounded = deps.areas.of(maker.actor);
  const [found] = keptOf(
    await recordedTracks(sql, asked, now),
    (position) => position.at >= start && position.at <= end && (bounded?.covers(position) ?? true),
  );
  const known = target ?? found;
  return {
    track,
    icao24: known?.icao24 ?? null,
    addressType: known?.addressType ?? null,
    callsign: known?.callsign ?? null,
    from: new Date(from).toISOString(),
    to,
    minutes: found?.minutes ?? [],
    target,
  };
}

/** Where it is now, as far as the maker of the link sees it; null: not seen. */
export function liveTargetOf(deps: SharedThingsDeps, maker: Caller, track: string): Target | null {
  if (!holds(maker.actor, targetReaders)) throw gone();
  const target = deps.target(track);
  if (!target) return null;
  return (deps.areas.of(maker.actor)?.covers(target) ?? true) ? target : null;
}

/** One answer for all that is not there: nothing is learned of what was. */
export const gone = () => new AppError('notFound', { key: 'share.over' });
