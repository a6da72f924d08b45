import type { AlertView, MeasuredSeparation } from '#contract/alerts.ts';
import type { Watched } from '#domain/conflicts/nets/life-cycle.ts';
import { rankOf } from '#domain/conflicts/nets/safety-net.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { Encounter } from '#domain/record/records.gen.ts';
import { numbersOf } from '#domain/text/narrow.ts';
import type { Values } from '#server/engine/records/stored-record.ts';
import { freshFigures, type OpenEncounter, type PeopleNames, viewOf } from './alert-views.ts';

/** An alert that stands, as the server that evaluates knows it: it is told from here, and its record follows. */
export interface LiveAlert {
  /** Of its record, drawn before there is one. */
  id: number;
  key: string;
  watched: Watched;
  /** UTC ms. */
  raisedAt: number;
  /** When it was told first, UTC ms; null: not yet. */
  announcedAt: number | null;
  /** Where it was when it was raised. */
  place: Geometry;
  /** Ids of the plans of all flights that have been in it, and of their companies. */
  plans: readonly number[];
  companies: readonly number[];
  /** The smallest separation of its two aircraft that was measured; null: none yet, or it is not between aircraft. */
  measured: MeasuredSeparation | null;
  /** Ids of the tracks that are stored with it. */
  followed: readonly string[];
  /** As it was stored last; null: there is none yet, or it is not read yet. */
  record: OpenEncounter | null;
  /** Its record was there when this server took over. */
  wasStored: boolean;
}

/** Plans that its record names at most. */
const mostPlans = 1_000;

/** Takes in the plans of the flights that are in it now; those that have left it stay. */
export function gatherPlans(
  one: LiveAlert,
  planIds: readonly number[],
  companyOf: (plan: number) => number | null | undefined,
): void {
  const known = new Set(one.plans);
  const added = planIds.filter((plan) => !known.has(plan)).slice(0, mostPlans - known.size);
  if (added.length === 0) return;
  one.plans = [...one.plans, ...added];
  one.companies = [...new Set([...one.companies, ...added.flatMap((plan) => companyOf(plan) ?? [])])];
}

/** What its record does not name yet of those who are in it. */
export function plansSince(record: OpenEncounter, { plans, companies }: LiveAlert): Values<Encounter> {
  const named = new Set(numbersOf(record.plans));
  if (plans.every((plan) => named.has(plan))) return {};
  return {
    plans: [...new Set([...named, ...plans])].slice(0, mostPlans),
    companies: [...new Set([...numbersOf(record.companies), ...companies])],
  };
}

export const hasRecord = ({ record, wasStored }: LiveAlert): boolean => record !== null || wasStored;

export const iso = (ms: number) => new Date(ms).toISOString();

/** What of its record is other by now: it was told, a mute is over, or its level changed; a higher one wants to be acknowledged again. */
export function changesOf(
  record: OpenEncounter,
  { watched, announcedAt }: LiveAlert,
  nowMs: number,
): Values<Encounter> {
  const level = watched.level ?? (record.level as AlertView['level']);
  const before = record.level as AlertView['level'];
  const highest = record.highestLevel as AlertView['level'];
  const isMuteOver = record.state === 'muted' && nowMs >= Date.parse(String(record.mutedUntil));
  return {
    ...(record.state === 'raised' && announcedAt !== null
      ? { state: 'announced', announcedAt: iso(announcedAt) }
      : {}),
    ...(isMuteOver ? { state: record.acknowledgedAt ? 'acknowledged' : 'announced', mutedUntil: null } : {}),
    ...(level === before ? {} : { level, highestLevel: rankOf(level) > rankOf(highest) ? level : highest }),
    ...(rankOf(level) > rankOf(before) ? { state: 'announced', mutedUntil: null } : {}),
  };
}

/** What screens are told of it now, with figures of `foundAt`; null: its record is from elsewhere and cannot be read. */
export function liveView(
  one: LiveAlert,
  names: PeopleNames,
  nowMs: number,
  foundAt: number,
): AlertView | null {
  const { id, watched, raisedAt, record, measured } = one;
  const asItIs = record
    ? { ...record, ...changesOf(record, one, nowMs) }
    : {
        id,
        version: 0,
        kind: watched.finding.net,
        level: watched.level,
        state: 'raised',
        raisedAt: iso(raisedAt),
      };
  return viewOf(asItIs, freshFigures(watched, foundAt, measured), names);
}
