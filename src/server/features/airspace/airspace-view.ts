import type { Altitude } from '#domain/geo/altitude.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { RecordType } from '#server/engine/records/record-type.ts';
import { openStateOf, shapeOf, stateOf, timesOf } from './airspace-rows.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : null);
const number = (value: unknown) => (typeof value === 'number' ? value : null);
const altitude = (value: unknown): Altitude | null => (isAltitude(value) ? value : null);
const iso = (value: unknown) => (typeof value === 'string' ? new Date(value).toISOString() : null);

/** What a record, or a version of it, says of where and when the airspace is; what the caller may not see is null. */
export function extentView(record: Record<string, unknown>, companies: ReadonlyMap<number, string>) {
  const { schedule } = timesOf(record);
  const company = number(record.company);
  const [center, centerline] = [storedGeometry(record.center), storedGeometry(record.centerline)];
  return {
    name: text(record.name),
    kind: text(record.kind),
    airspaceClass: text(record.airspaceClass),
    company,
    companyName: company === null ? null : (companies.get(company) ?? null),
    shape: shapeOf(record) ?? null,
    geometry: storedGeometry(record.geometry),
    center: center?.type === 'Point' ? center : null,
    radiusM: number(record.radiusM),
    startBearing: number(record.startBearing),
    endBearing: number(record.endBearing),
    centerline: centerline?.type === 'LineString' ? centerline : null,
    widthM: number(record.widthM),
    lower: altitude(record.lower),
    upper: altitude(record.upper),
    validFrom: iso(record.validFrom),
    validTo: iso(record.validTo),
    schedule: schedule ? schedule.map((line) => ({ ...line, days: [...line.days] })) : null,
    sharing: text(record.sharing),
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
  },
) {
  const { locale, companies, labels, accept, waiting } = with_;
  const enumText = (field: string, value: unknown) =>
    type.fields.get(field)?.schema['x-enum']?.[String(value)]?.[locale] ?? String(value);
  const state = stateOf(record);
  const auditState = number(record.auditState) ?? 0;
  return {
    id: record.id,
    version: record.version,
    ...extentView(record, companies),
    designator: text(record.designator),
    missionType: number(record.missionType),
    activityNature: text(record.activityNature),
    entryExit: text(record.entryExit),
    controlUnit: number(record.controlUnit),
    frequencyMhz: number(record.frequencyMhz),
    source: text(record.source),
    remark: text(record.remark),
    state,
    stateText: enumText('state', state),
    auditState,
    auditStateText: enumText('auditState', auditState),
    auditOpinion: text(record.auditOpinion),
    acceptState: accept,
    acceptText: accept === null ? null : textIn({ key: `audit.accept.${accept}` }, locale),
    waiting,
    openState: openStateOf(record),
    openChangedAt: iso(record.openChangedAt),
    openReason: text(record.openReason),
    proposedLevel: text(record.proposedLevel),
    submittedAt: iso(record.submittedAt),
    decideBy: iso(record.decideBy),
    decidedAt: iso(record.decidedAt),
    reason: text(record.reason),
    createdAt: iso(record.createdAt),
    updatedAt: iso(record.updatedAt),
    labels,
  };
}
