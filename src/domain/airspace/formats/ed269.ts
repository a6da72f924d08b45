import type { Altitude } from '#domain/geo/altitude.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import type { RingRepair } from '#domain/geo/repair-ring.ts';
import type { ShapeFields } from '#domain/geo/shapes.ts';
import { momentOf } from '#domain/plans/moments.ts';
import { isObject } from '#domain/text/narrow.ts';
import type { WeeklyTimes } from '#domain/time/activation.ts';
import { wallClockAt } from '#domain/time/wall-clock.ts';
import {
  finished,
  type ImportedDraft,
  type ImportedFeature,
  type ImportedFile,
  type ImportNote,
  longestRemark,
  mostFeatures,
  noFile,
  note,
  noteSystem,
  shown,
} from './draft.ts';
import { centreFault, geometryFault } from './geometry-fault.ts';
import { readLength } from './lengths.ts';
import { unlimited } from './limits.ts';
import { repairedArea, repairNote } from './repaired-area.ts';
import { shortWay } from './short-way.ts';
import { twoValuesOf } from './two-values.ts';

const restrictions: Record<string, string> = {
  PROHIBITED: 'prohibited',
  REQ_AUTHORISATION: 'uasControlled',
  REQ_AUTHORIZATION: 'uasControlled',
  CONDITIONAL: 'uasControlled',
  NO_RESTRICTION: 'uasSuitable',
};

/**
 * Reads EUROCAE ED-269 zones of unmanned aircraft: `{features: [zone …]}` and `{UASZoneList: [zone …]}`. A zone of
 * several volumes is several airspaces. Daily periods, which ED-269 gives in UTC, become the weekly pattern on the
 * wall of `timeZone` (IANA name) as it stands at `now` (UTC ms).
 */
export function* readEd269(
  content: unknown,
  timeZone: string,
  now: number,
): Generator<undefined, ImportedFile> {
  const list = zonesOf(content);
  if (!list) return noFile('ed269', 'notEd269');
  const [where, zones] = list;
  if (zones.length === 0) return noFile('ed269', 'empty');
  const features: ImportedFeature[] = [];
  for (const [index, zone] of zones.entries()) {
    const left = mostFeatures - features.length;
    if (left < volumesOf(zone)) return noFile('ed269', 'tooMany', { most: mostFeatures });
    features.push(...readZone(zone, `${where}.${index}`, { timeZone, now }));
    yield;
  }
  return { format: 'ed269', features: features.map((one, index) => ({ ...one, index })), errors: [] };
}

export function looksLikeEd269(content: unknown): boolean {
  const list = zonesOf(content);
  if (!list) return false;
  return list[0] === 'UASZoneList' || list[1].some(hasVolumes);
}

function zonesOf(content: unknown): [string, unknown[]] | null {
  if (!isObject(content)) return null;
  if (Array.isArray(content.UASZoneList)) return ['UASZoneList', content.UASZoneList];
  if (!Array.isArray(content.features)) return null;
  // Some offices call their list of zones a FeatureCollection: its features have volumes, as no feature of GeoJSON has.
  const isZone = (one: unknown) => hasVolumes(one) && one.geometry.some(isVolume);
  return content.type !== 'FeatureCollection' || content.features.some(isZone)
    ? ['features', content.features]
    : null;
}

const isVolume = (volume: unknown) => isObject(volume) && isObject(volume.horizontalProjection);

const hasVolumes = (zone: unknown): zone is { geometry: unknown[] } =>
  isObject(zone) && Array.isArray(zone.geometry);

/** How many airspaces a zone becomes. */
function volumesOf(zone: unknown): number {
  return hasVolumes(zone) ? Math.max(1, zone.geometry.length) : 1;
}

function readZone(zone: unknown, at: string, clock: { timeZone: string; now: number }): ImportedFeature[] {
  const broken = (path: string, key: string): ImportedFeature[] => [
    { index: 0, name: null, draft: null, errors: [note(path, key)], warnings: [] },
  ];
  if (!isObject(zone)) return broken(at, 'notZone');
  const text = (name: string) => {
    const value = zone[name];
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;
  };
  const name = text('name') ?? text('identifier') ?? '';
  const nameEn = text('nameEn');
  if (!Array.isArray(zone.geometry) || zone.geometry.length === 0) {
    return broken(`${at}.geometry`, 'noGeometry').map((one) => ({ ...one, name: name || null }));
  }
  const volumes: unknown[] = zone.geometry;
  const numbered = (whole: string, most: number, part: number) =>
    volumes.length > 1 ? `${whole.slice(0, most - 6)} ${part + 1}` : whole;
  const identifier = text('identifier')?.toUpperCase() ?? null;
  return volumes.map((volume, part) => {
    const errors: ImportNote[] = [];
    const warnings: ImportNote[] = [];
    const repairs: RingRepair[] = [];
    noteSystem(zone, at, errors);
    const restriction = text('restriction') ?? text('restrictionConditions') ?? '';
    const { remark, isCut } = remarkOf(zone);
    if (isCut) warnings.push(note(`${at}.message`, 'remarkCut'));
    const kind = Object.hasOwn(restrictions, restriction) ? restrictions[restriction] : undefined;
    if (!kind) errors.push(note(`${at}.restriction`, 'kind', { value: restriction.slice(0, 60) }));
    else if (restriction === 'CONDITIONAL') warnings.push(note(`${at}.restriction`, 'conditional'));
    const isDesignator = identifier !== null && /^[A-Z0-9-]{1,16}$/.test(identifier) && volumes.length === 1;
    const draft: ImportedDraft = {
      name: numbered(name, 64, part),
      nameEn: nameEn === null ? null : numbered(nameEn.slice(0, 128), 128, part),
      designator: isDesignator ? identifier : null,
      kind: kind ?? 'uasControlled',
      ...readVolume(volume, `${at}.geometry.${part}`, errors, warnings, repairs),
      ...readApplicability(zone.applicability, `${at}.applicability`, clock, errors, warnings),
      remark,
    };
    const feature: ImportedFeature = { index: 0, name: draft.name || null, draft, errors, warnings };
    if (repairs.length > 0) feature.repairs = repairs;
    const volumeAt = `${at}.geometry.${part}`;
    const places: Record<string, string> = {
      geometry: `${volumeAt}.horizontalProjection`,
      radiusM: `${volumeAt}.horizontalProjection`,
      center: `${volumeAt}.horizontalProjection`,
      lower: `${volumeAt}.lowerLimit`,
      upper: `${volumeAt}.upperLimit`,
      validFrom: `${at}.applicability`,
      validTo: `${at}.applicability`,
      schedule: `${at}.applicability`,
      designator: `${at}.identifier`,
      kind: `${at}.restriction`,
    };
    return finished(feature, (field) => places[field] ?? `${at}.${field}`);
  });
}

/** What a zone tells its pilots: its message, its conditions, its reason and whom to ask. */
function remarkOf(zone: Record<string, unknown>): { remark: string | null; isCut: boolean } {
  const { message, restriction, restrictionConditions, otherReasonInfo, zoneAuthority } = zone;
  // Without a restriction, the conditions hold its kind.
  const conditions = restriction === undefined || restriction === '' ? [] : textsOf(restrictionConditions);
  const authorities: unknown[] = Array.isArray(zoneAuthority) ? zoneAuthority : [zoneAuthority];
  const lines = [
    ...textsOf(message),
    ...conditions,
    ...textsOf(otherReasonInfo),
    ...authorities.map((authority) =>
      isObject(authority) ? authorityFields.flatMap((field) => textsOf(authority[field])).join(', ') : '',
    ),
  ];
  const whole = [...new Set(lines.filter((line) => line !== ''))].join('\n');
  return { remark: whole.slice(0, longestRemark) || null, isCut: whole.length > longestRemark };
}

const authorityFields = [
  ...['name', 'service', 'contactName', 'phone', 'email', 'siteURL', 'SiteURL', 'purpose', 'intervalBefore'],
];

/** A text, or each of a list. */
function textsOf(value: unknown): string[] {
  const listed: unknown[] = Array.isArray(value) ? value : [value];
  return listed.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []));
}

function readVolume(
  volume: unknown,
  at: string,
  errors: ImportNote[],
  warnings: ImportNote[],
  repairs: RingRepair[],
): Pick<ImportedDraft, 'geometry' | 'lower' | 'upper'> {
  const none = { geometry: null, lower: null, upper: null };
  if (!isObject(volume)) {
    errors.push(note(at, 'notZone'));
    return none;
  }
  const stated = typeof volume.uomDimensions === 'string' ? volume.uomDimensions.trim().toLowerCase() : null;
  const isKnown = stated === 'ft' || stated === 'm';
  // The unknown unit is an error already; metres only serve to check the remaining fields.
  const unit = isKnown ? stated : 'm';
  const { uomDimensions } = volume;
  if (!isKnown)
    errors.push(
      isBlank(uomDimensions)
        ? note(`${at}.uomDimensions`, 'noUnit')
        : note(`${at}.uomDimensions`, 'unit', { value: shown(uomDimensions) }),
    );
  const limit = (side: 'lower' | 'upper'): Altitude | null => {
    const stated = volume[`${side}Limit`];
    const value = numberIn(stated);
    const datum = volume[`${side}VerticalReference`];
    const reference = typeof datum === 'string' ? datum.trim().toUpperCase() : datum;
    if (stated === undefined || stated === null || stated === '') {
      warnings.push(note(`${at}.${side}Limit`, side === 'lower' ? 'groundTaken' : 'unlimitedTaken'));
      return side === 'lower' ? { value: 0, unit: 'm', reference: 'AGL' } : unlimited;
    }
    const values = typeof stated === 'string' ? twoValuesOf(stated) : null;
    if (values) {
      errors.push(note(`${at}.${side}Limit`, 'limitThousands', { value: shown(stated), ...values }));
      return null;
    }
    const isNumber = value !== null && value >= -1500 && value <= 100_000;
    if (isNumber && isBlank(reference)) {
      errors.push(note(`${at}.${side}Limit`, 'noDatum', { value: shown(stated) }));
      return null;
    }
    if (!isNumber || (reference !== 'AGL' && reference !== 'AMSL' && reference !== 'WGS84')) {
      errors.push(
        note(`${at}.${side}Limit`, 'limit', {
          value: isBlank(reference) ? shown(stated) : `${shown(stated)} ${shown(reference)}`,
        }),
      );
      return null;
    }
    if (value !== stated) warnings.push(note(`${at}.${side}Limit`, 'numberAsText', { value: shown(stated) }));
    return { value, unit, reference };
  };
  return {
    ...readProjection(volume.horizontalProjection, at, unit, errors, warnings, repairs),
    lower: limit('lower'),
    upper: limit('upper'),
  };
}

function readProjection(
  projection: unknown,
  place: string,
  unit: 'm' | 'ft',
  errors: ImportNote[],
  warnings: ImportNote[],
  repairs: RingRepair[],
): Pick<ImportedDraft, 'geometry'> & Partial<ImportedDraft> {
  const at = `${place}.horizontalProjection`;
  const read = <T>(value: T) => {
    const numbers = numbersIn(value);
    if (numbers !== value) warnings.push(note(at, 'numberAsText', { value: shown(value) }));
    return numbers;
  };
  noteSystem(projection, at, errors);
  if (isObject(projection) && projection.type === 'Circle') {
    const center = readCentre(read(projection.center), `${at}.center`, errors);
    const radiusM = readRadius(projection, at, unit, errors, warnings);
    return center && radiusM !== null
      ? { shape: 'circle', center, radiusM, geometry: null }
      : { geometry: null };
  }
  if (isObject(projection) && projection.type === 'Polygon') {
    const area = { type: 'Polygon', coordinates: shortWay(read(projection.coordinates)) };
    const repaired = repairedArea(area);
    if (!repaired) {
      errors.push(geometryFault(area, at));
      return { geometry: null };
    }
    warnings.push(...repaired.repairs.map((repair) => repairNote(repair, at)));
    repairs.push(...repaired.repairs);
    return { shape: 'polygon', geometry: repaired.geometry };
  }
  errors.push(
    isObject(projection) ? note(at, 'projection', { value: shown(projection.type) }) : note(at, 'noGeometry'),
  );
  return { geometry: null };
}

function readCentre(value: unknown, at: string, errors: ImportNote[]): ShapeFields['center'] {
  if (isBlank(value)) {
    errors.push(note(at, 'centreMissing'));
    return null;
  }
  const coordinates = shortWay(value);
  const fault = centreFault(coordinates, at);
  const center = { type: 'Point' as const, coordinates };
  if (!fault && isGeometry(center, ['Point'])) return center;
  errors.push(fault ?? note(at, 'centreNone', { value: shown(value) }));
  return null;
}

/**
 * The unit of the volume is that of all its dimensions; `radiusM` (ED-318) is in metres unless `radiusUnit` names another. A
 * text may state its own.
 */
function readRadius(
  projection: Record<string, unknown>,
  at: string,
  unit: 'm' | 'ft',
  errors: ImportNote[],
  warnings: ImportNote[],
): number | null {
  const stated = projection.radiusM ?? projection.radius;
  if (isBlank(stated)) {
    errors.push(note(`${at}.radius`, 'radiusMissing'));
    return null;
  }
  const length = readLength(stated, projection.radiusM === undefined ? unit : (projection.radiusUnit ?? 'm'));
  if ('metres' in length) {
    if (typeof stated === 'string') warnings.push(note(at, 'numberAsText', { value: shown(stated) }));
    return length.metres;
  }
  const keys = { number: 'radius', twoValues: 'limitThousands', unit: 'unit' };
  errors.push(note(`${at}.radius`, keys[length.error], length.values));
  return null;
}

/** A number, also one that a program wrote as text (`"120"`); null: none. */
function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d{1,9}(\.\d{1,12})?$/.test(value.trim()) ? Number(value) : null;
}

/** Coordinates, rings or a radius with every number as one; itself where it has no number as text. */
function numbersIn(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return numberIn(value) ?? value;
  // Positions, rings, an area: what is deeper is none of them.
  if (!Array.isArray(value) || depth > 2) return value;
  const read = value.map((one: unknown) => numbersIn(one, depth + 1));
  return read.some((one, index) => one !== value[index]) ? read : value;
}

const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

function readApplicability(
  value: unknown,
  at: string,
  clock: { timeZone: string; now: number },
  errors: ImportNote[],
  warnings: ImportNote[],
): Pick<ImportedDraft, 'validFrom' | 'validTo' | 'schedule'> {
  const none = { validFrom: null, validTo: null, schedule: null };
  const periods: unknown[] = Array.isArray(value)
    ? value
    : value === undefined || value === null
      ? []
      : [value];
  const [period, ...others] = periods;
  if (period === undefined) return none;
  // One validity is what a record has; of several nobody may choose one.
  if (others.length > 0 || !isObject(period)) {
    errors.push(others.length > 0 ? note(at, 'applicability') : note(at, 'time', { value: shown(period) }));
    return none;
  }
  for (const [name, value] of Object.entries(period))
    if (!periodFields.has(name) && !isEmpty(value))
      warnings.push(
        note(`${at}.${name.slice(0, 60)}`, 'timesIgnored', {
          value: `${name.slice(0, 60)}: ${shown(value)}`,
        }),
      );
  const time = (names: string[]): string | null => {
    const name = names.find((one) => !isBlank(period[one]));
    if (name === undefined) return null;
    const stated = period[name];
    const moment = typeof stated === 'string' ? momentOf(stated) : null;
    if (moment !== null) return new Date(moment).toISOString();
    if (names.includes('end') && typeof stated === 'string' && noEnd.test(stated)) {
      warnings.push(note(`${at}.${name}`, 'openEnd', { value: shown(stated) }));
      return null;
    }
    errors.push(note(`${at}.${name}`, 'time', { value: shown(stated) }));
    return null;
  };
  const permanent = period.permanent === 'YES' || period.permanent === true;
  const validFrom = permanent ? null : time(['startDateTime', 'start']);
  const validTo = permanent ? null : time(['endDateTime', 'end']);
  const daily = period.schedule ?? period.dailyPeriod;
  const listed: unknown[] = Array.isArray(daily) ? daily : [daily];
  const statedPeriods = listed.filter((one) => !isEmpty(one));
  if (statedPeriods.length === 0) {
    // Nothing is limited: with a validity it may have been forgotten, and is pointed at.
    if (!permanent && listed.length > 0 && daily !== undefined && daily !== null)
      warnings.push(note(`${at}.dailyPeriod`, 'emptyPeriod'));
    return { validFrom, validTo, schedule: null };
  }
  const schedule = Array.isArray(daily) ? statedPeriods.flatMap((one) => dailyLines(one, clock)) : null;
  if (!schedule || schedule.some((one) => one === null) || schedule.length > 14) {
    errors.push(note(`${at}.dailyPeriod`, 'schedule'));
    return { validFrom, validTo, schedule: null };
  }
  const lines = schedule.filter((one) => one !== null);
  if (lines.length > 0) warnings.push(note(`${at}.dailyPeriod`, 'wallTimes', { zone: clock.timeZone }));
  return { validFrom, validTo, schedule: lines.length > 0 ? lines : null };
}

const periodFields = new Set([
  ...['permanent', 'startDateTime', 'start', 'endDateTime', 'end', 'schedule', 'dailyPeriod'],
]);

/** A year that programs write for no end: 2200 and later, which no calendar of ours has. */
const noEnd = /^(?:2[2-9]|[3-9]\d)\d{2}-\d{2}-\d{2}(?:T|$)/;

function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isNothing))
  );
}

const isNothing = (value: unknown) => value === null || value === '';

/** `{}`, `{day: [], startTime: ""}`, every day without a time: a form that nobody filled in. */
function isEmpty(value: unknown): boolean {
  if (isBlank(value)) return true;
  if (!isObject(value)) return false;
  const { day, ...times } = value;
  const everyDay = isBlank(day) || day === 'ANY' || (Array.isArray(day) && day.includes('ANY'));
  return everyDay && Object.values(times).every(isBlank);
}

/** UTC on its days becomes the wall on its days: what begins late in UTC begins on the next day further east. */
function dailyLines(
  value: unknown,
  { timeZone, now }: { timeZone: string; now: number },
): (WeeklyTimes | null)[] {
  if (!isObject(value)) return [null];
  const named: unknown[] = Array.isArray(value.day) ? value.day : [value.day];
  const numbers = named.includes('ANY')
    ? [1, 2, 3, 4, 5, 6, 7]
    : named.map((day) => (typeof day === 'string' ? days.indexOf(day) + 1 : 0));
  const start = minutesOf(value.startTime);
  const last = minutesOf(value.endTime);
  // The last minute of a day is written for its end: without it a zone would be open for a minute at midnight.
  const end = last === 1439 ? 1440 : last;
  if (numbers.length === 0 || numbers.includes(0) || start === null || end === null) return [null];
  const { year, month, day, hour, minute } = wallClockAt(now, timeZone);
  const offset = Math.round(
    (Date.UTC(year, month - 1, day, hour, minute) - Math.floor(now / 60_000) * 60_000) / 60_000,
  );
  const wall = start + offset;
  const shift = Math.floor(wall / 1440);
  const list = [...new Set(numbers)].map((one) => ((one - 1 + shift + 7) % 7) + 1).sort((a, b) => a - b);
  return [{ days: list, startTime: hhmm(wall), endTime: hhmm(end + offset) }];
}

function minutesOf(value: unknown): number | null {
  const match =
    typeof value === 'string'
      ? /^T?(\d{2}):?(\d{2})(?::?\d{2}(?:\.\d+)?)?(?:Z|\+00:?00)?$/.exec(value)
      : null;
  if (!match) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  return hours <= 24 && minutes < 60 ? hours * 60 + minutes : null;
}

function hhmm(minutes: number): string {
  const day = ((minutes % 1440) + 1440) % 1440;
  return `${String(Math.floor(day / 60)).padStart(2, '0')}${String(day % 60).padStart(2, '0')}`;
}
