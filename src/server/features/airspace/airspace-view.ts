import type { OpenEvent } from '#domain/airspace/openness.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { numberOf, stringOf } from '#domain/text/narrow.ts';
import type { RecordType } from '#server/engine/records/record-type.ts';
import { openStateOf, shapeOf, stateOf, timesOf } from './airspace-rows.ts';

const altitude = (value: unknown): Altitude | null => (isAltitude(value) ? value : null);
const iso = (value: unknown) => (typeof value === 'string' ? new Date(value).toISOString() : null);

/** What a record, or a version of it, says of where and when the airspace is; what the caller may not see is null. */
export function extentView(record: Record<string, unknown>, companies: ReadonlyMap<number, string>) {
  const { schedule } = timesOf(record);
  const company = numberOf(record.company);
  const [center, centerline] = [storedGeometry(record.center), storedGeometry(record.centerline)];
  return {
    name: stringOf(record.name),
    nameEn: stringOf(record.nameEn),
    kind: stringOf(record.kind),
    airspaceClass: stringOf(record.airspaceClass),
    company,
    companyName: company === null ? null : (companies.get(company) ?? null),
    shape: shapeOf(record) ?? null,
    geometry: storedGeometry(record.geometry),
    center: center?.type === 'Point' ? center : null,
    radiusM: numberOf(record.radiusM),
    startBearing: numberOf(record.startBearing),
    endBearing: numberOf(record.endBearing),
    centerline: centerline?.type === 'LineString' ? centerline : null,
    widthM: numberOf(record.widthM),
    lower: altitude(record.lower),
    upper: altitude(record.upper),
    validFrom: iso(record.validFrom),
    validTo: iso(record.validTo),
    schedule: schedule ? schedule.map((line) => ({ ...line, days: [...line.days] })) : null,
    sharing: stringOf(record.sharing),
  };
}

/** An airspace as a list shows it. `accept` is its acceptance as it is for the caller. */
export function itemView(
  record: Record<string, unknown> & { id: number; version: number },
  type: RecordType,
  with_: {
    locale: Locale;
    companies: ReadonlyMap<number, string>;
    labels: Record<string, string | string[]>;
    accept: string | null;
    waiting: boolean;
    events: readonly OpenEvent[];
  },
) {
  const { locale, companies, labels, accept, waiting, events } = with_;
  const enumText = (field: string, value: unknown) =>
    type.fields.get(field)?.schema['x-enum']?.[String(value)]?.[locale] ?? String(value);
  const state = stateOf(record);
  const auditState = numberOf(record.auditState) ?? 0;
  return {
    id: record.id,
    version: record.version,
    ...extentView(record, companies),
    designator: stringOf(record.designator),
    missionType: numberOf(record.missionType),
    activityNature: stringOf(record.activityNature),
    entryExit: stringOf(record.entryExit),
    controlUnit: numberOf(record.controlUnit),
    frequencyMhz: numberOf(record.frequencyMhz),
    source: stringOf(record.source),
    sourceEn: stringOf(record.sourceEn),
    remark: stringOf(record.remark),
    state,
    stateText: enumText('state', state),
    auditState,
    auditStateText: enumText('auditState', auditState),
    auditOpinion: stringOf(record.auditOpinion),
    acceptState: accept,
    acceptText: accept === null ? null : textIn({ key: `audit.accept.${accept}` }, locale),
    waiting,
    openState: openStateOf(record),
    openChangedAt: iso(record.openChangedAt),
    openReason: stringOf(record.openReason),
    openEvents: events.map(({ id, kind, from, to }) => ({
      id,
      kind,
      from: new Date(from).toISOString(),
      to: to === null ? null : new Date(to).toISOString(),
    })),
    proposedLevel: stringOf(record.proposedLevel),
    submittedAt: iso(record.submittedAt),
    decideBy: iso(record.decideBy),
    decidedAt: iso(record.decidedAt),
    reason: stringOf(record.reason),
    createdAt: iso(record.createdAt),
    updatedAt: iso(record.updatedAt),
    labels,
  };
}
