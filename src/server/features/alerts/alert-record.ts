import type { AlertFigures, MeasuredSeparation } from '#contract/alerts.ts';
import type { Finding } from '#domain/conflicts/nets/safety-net.ts';
import type { Encounter } from '#domain/record/records.gen.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Values } from '#server/engine/records/stored-record.ts';
import { endedFigures, figuresOf, type OpenEncounter, storedFigures } from './alert-views.ts';
import { placeSince } from './encounter-place.ts';
import type { Ending } from './encounter-tracks.ts';
import { changesOf, iso, type LiveAlert, plansSince } from './live-alert.ts';
import { smaller } from './measured.ts';

/** Values of a new record. `at`: when they were evaluated, UTC ms. */
export function valuesOf(one: LiveAlert, at: number) {
  const { watched, key, place, plans, companies, raisedAt, announcedAt } = one;
  const { finding } = watched;
  const level = watched.level ?? finding.level;
  const [first, second] = finding.targets;
  const [planOne, planTwo] = finding.planIds;
  return {
    kind: finding.net,
    level,
    highestLevel: level,
    ...(announcedAt === null
      ? { state: 'raised' as const }
      : { state: 'announced' as const, announcedAt: iso(announcedAt) }),
    alertKey: key.slice(0, 200),
    ...figureFields(one, at),
    place,
    callsignOne: first ? targetName(first) : null,
    callsignTwo: second ? targetName(second) : null,
    planOne: planOne ?? null,
    planTwo: planTwo ?? null,
    plans: [...plans],
    companies: [...companies],
    airspace: finding.areaId ?? null,
    source: finding.sourceId ?? null,
    raisedAt: iso(raisedAt),
  };
}

/** Values of a new record of an alert that ended before its record could be written. */
export function endedValuesOf(one: LiveAlert, clearedAt: number) {
  return {
    ...valuesOf(one, clearedAt),
    ...endedFields(detailsOf(one, clearedAt), one.measured),
    state: 'cleared' as const,
    clearedAt: iso(clearedAt),
  };
}

/** The changes that are due to its record; also its place when its aircraft have moved on, and its values when its group has grown. */
export function duesOf(one: LiveAlert, record: OpenEncounter, nowMs: number): Values<Encounter> {
  const changes = changesOf(record, one, nowMs);
  const { finding } = one.watched;
  const place = placeSince(record.place, finding);
  return {
    ...changes,
    ...plansSince(record, one),
    ...('level' in changes || hasGrown(record, finding)
      ? figureFields(one, nowMs)
      : isMuchCloser(record, one)
        ? closerFields(record, one)
        : {}),
    ...(place ? { place } : {}),
  };
}

/** The tracks that are stored with a record: those of its first two aircraft. */
export const followedOf = (record: OpenEncounter): string[] =>
  (storedFigures(record)?.targets ?? []).slice(0, 2).map(({ id }) => id);

export function endingOf(record: OpenEncounter): Ending[] {
  const targets = followedOf(record);
  if (targets.length === 0) return [];
  return [{ id: record.id, clearedAt: Date.parse(String(record.clearedAt)), targets }];
}

/** Tracks are not measured to fractions of a metre. */
const wholeM = (metres: number | null | undefined) =>
  typeof metres === 'number' ? Math.round(metres) : null;

/** How many aircraft a conflict is between; null: not a conflict. */
function aircraftIn({ net, group, met, targets }: Finding): number | null {
  if (net !== 'pairs') return null;
  return group?.length ?? met?.reduce((sum, side) => sum + side.length, 0) ?? targets.length;
}

/** At least a quarter more than is stored: a group that gathers is not written each second. */
const hasGrown = (record: OpenEncounter, finding: Finding): boolean =>
  typeof record.aircraft === 'number' && (aircraftIn(finding) ?? 0) >= 1.25 * record.aircraft;

/** Less than half the stored distance was measured since: a server that is killed loses no more than that. */
const isMuchCloser = ({ closestM }: OpenEncounter, { measured }: LiveAlert): boolean =>
  measured !== null && typeof closestM === 'number' && measured.horizontalM < closestM / 2;

function closerFields(record: OpenEncounter, { measured }: LiveAlert) {
  const stored = storedFigures(record);
  return {
    ...(stored ? { details: JSON.stringify({ ...stored, measured }) } : {}),
    ...measuredFields(measured),
  };
}

/** The record of an alert that is over has the measured separation; its predicted approach is stored as a prediction. */
export function endedFields(stored: AlertFigures | null, since: MeasuredSeparation | null) {
  const measured = smaller(stored?.measured ?? null, since);
  return {
    ...(stored ? { details: JSON.stringify(endedFigures(stored, measured)) } : {}),
    ...measuredFields(measured),
  };
}

const measuredFields = (measured: MeasuredSeparation | null) => ({
  closestM: wholeM(measured?.horizontalM),
  closestVerticalM: wholeM(measured?.verticalM),
});

/** The content of the field `details`. */
function detailsOf({ watched: { finding }, record, measured: since }: LiveAlert, at: number) {
  const measured = smaller((record && storedFigures(record)?.measured) ?? null, since);
  return { ...figuresOf(finding, at, measured), countedAt: at };
}

function figureFields(one: LiveAlert, at: number) {
  const { finding } = one.watched;
  const details = detailsOf(one, at);
  return {
    reason: textIn(finding.reason, 'zh-Hans').slice(0, 500),
    reasonEn: textIn(finding.reason, 'en').slice(0, 500),
    details: JSON.stringify(details),
    aircraft: aircraftIn(finding),
    ...measuredFields(details.measured ?? null),
  };
}
