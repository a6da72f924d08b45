import { isUnlimited, readLimit } from '#domain/airspace/formats/limits.ts';
import {
  type Altitude,
  type AltitudeContext,
  altitudeM,
  amslBounds,
  isAltitude,
} from '#domain/geo/altitude.ts';
import { inverse, type Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { ringsOf } from '#domain/geo/polygons.ts';
import { metresPerFoot, metresPerNauticalMile } from '#domain/geo/units.ts';
import { longestText } from '#domain/messages/envelope.ts';
import type { Text } from '#domain/text/errors.ts';
import { shortened } from '#domain/text/shortened.ts';
import { nearestAlong } from '#domain/weather/along-route.ts';
import { areaIn } from './area.ts';
import type { Qualifiers } from './notam.ts';
import { secondsText } from './positions.ts';
import { conditions } from './q-conditions.ts';
import { subjects } from './q-subjects.ts';
import { readNotams } from './read.ts';
import { readSchedule } from './schedule.ts';
import { type KnownHolidays, scheduleTimes } from './schedule-times.ts';
import { namesFir, scopesAbout, scopesAt, scopesOf } from './scopes.ts';
import { plain } from './words.ts';
import { limitsText, limitText, messageLength, mostParts, type NotamFields, writeMessages } from './write.ts';

/** A NOTAM as a person fills it in. Times are UTC ms. */
export interface NotamDraft {
  fir: string;
  qCode: string;
  traffic: string;
  purpose: string;
  scope: string;
  locations: readonly string[];
  validFrom: number;
  validTo: number | null;
  isEstimated: boolean;
  isPermanent: boolean;
  schedule: string | null;
  text: string;
  textZh: string | null;
  lower: Altitude | null;
  upper: Altitude | null;
  /** Is written into the text, unless that describes the same area already. */
  area: Geometry | null;
}

/** A draft whose E) was read for where it holds. */
export interface PlacedDraft {
  draft: NotamDraft;
  /** The English E) as it is written: with the corners of the drawing, unless the text has an area. */
  text: string;
  /** What the filled in E) describes itself; null: nothing. */
  ownArea: Geometry | null;
  /** What the written E) describes. */
  area: Geometry | null;
}

export function placedDraft(draft: NotamDraft): PlacedDraft {
  const tidy = draft.text.trim();
  const ownArea = areaIn(tidy);
  if (ownArea || !draft.area) return { draft, text: tidy, ownArea, area: ownArea };
  const text = `${tidy}\n${areaWords(draft.area)}`.trim();
  return { draft, text, ownArea, area: areaIn(text) };
}

export interface DraftError {
  field: keyof NotamDraft | 'series';
  text: Text;
}

/** A recorded aerodrome. */
export interface DraftAerodrome {
  position: Position;
  /** Metres AMSL; null: not recorded. */
  elevationM: number | null;
}

/** What is recorded of the places in A). */
export interface DraftPlaces {
  /** By location indicator. */
  aerodromes: ReadonlyMap<string, DraftAerodrome>;
  /** The boundary of the FIR; null: not recorded. */
  region: Geometry | null;
  /** The ground below the area, metres AMSL; null: not looked up. */
  terrainM: AltitudeContext['terrainM'] | null;
}

/** What AFTN carries (Annex 10 Vol. II, 5.1.1.6); Chinese has a separate field. */
const aftn = /^[A-Z0-9\s\-?:().,'=/+"]*$/;
const dayMs = 86_400_000;
/** D) is checked no further ahead: dates recur every year. */
const checkedMs = 400 * dayMs;
/** The circle around an aerodrome (Doc 8126). */
const aerodromeNm = 5;
/** Within this distance of an aerodrome its elevation is that of the ground. */
const elevationNm = 10;
const ground: Altitude = { value: 0, unit: 'm', reference: 'AGL' };
/** A replacement begins at most so much after it is issued: the clock of a browser may be ahead. */
const clockMs = 300_000;

/** What forbids to issue it. */
export function draftErrors(
  placed: PlacedDraft,
  { now, holidays, ...places }: DraftPlaces & { now: number; holidays: KnownHolidays | null },
): DraftError[] {
  const errors: DraftError[] = [];
  const refuse: Refuse = (field, key, values = {}) =>
    errors.push({ field, text: { key: `notam.refused.${key}`, values } });
  const { draft } = placed;
  const circle = circleOf(placed, places);
  const code = /^Q([A-Z]{2})([A-Z]{2})$/.exec(draft.qCode);
  if (!code || !Object.hasOwn(subjects, code[1] ?? '') || !Object.hasOwn(conditions, code[2] ?? '')) {
    refuse('qCode', 'qCode');
  } else if (code[2] === 'CN') refuse('qCode', 'cancelled');
  if (!/^[A-Z]{4}$/.test(draft.fir)) refuse('fir', 'fir');
  if (draft.locations.length === 0 || draft.locations.some((one) => !/^[A-Z]{4}$/.test(one))) {
    refuse('locations', 'location');
  } else if (!isOfFir(draft) && namesFir(draft)) {
    refuse('locations', 'firAlone');
  } else if (!draft.area && !circle) refuse('locations', 'place');
  if (!scopesAt(draft).some((one) => one === draft.scope)) {
    refuse('scope', namesFir(draft) ? 'scopeFir' : 'scopeAerodrome');
  } else if (!scopesOf(draft).some((one) => one === draft.scope)) {
    refuse('scope', 'scopeSubject', { scopes: scopesAbout(draft.qCode).join(', ') });
  }
  if (draft.validFrom < now - dayMs) refuse('validFrom', 'begun');
  if (draft.isPermanent && draft.validTo !== null) refuse('validTo', 'permanentEnd');
  if (!draft.isPermanent && draft.validTo === null) refuse('validTo', 'noEnd');
  if (draft.validTo !== null && draft.validTo <= draft.validFrom) refuse('validTo', 'order');
  else if (draft.validTo !== null && draft.validTo <= now) refuse('validTo', 'past');
  if (draft.schedule) {
    const { items } = readSchedule(draft.schedule);
    const latest = draft.validFrom + checkedMs;
    const window = { from: draft.validFrom, to: Math.min(draft.validTo ?? latest, latest) };
    if (items.length === 0 || !aftn.test(draft.schedule)) refuse('schedule', 'schedule');
    else if (
      window.from < window.to &&
      scheduleTimes(items, window, circle?.center ?? null, holidays).length === 0
    ) {
      refuse('schedule', 'noHours');
    }
  }
  if (!/[A-Z0-9]/.test(draft.text) || !aftn.test(draft.text)) refuse('text', 'text');
  refuseLimits(draft, groundOf(placed, places), refuse);
  if (draft.area && !placed.area) refuse('area', 'area', { detail: draft.area.type });
  if (draft.area && placed.ownArea && !isSameArea(draft.area, placed.ownArea)) {
    refuse('area', 'areaOfText', { drawn: cornersText(draft.area), own: cornersText(placed.ownArea) });
  }
  // Some read the one language, some the other.
  const chineseArea = draft.textZh ? areaIn(draft.textZh) : null;
  if (chineseArea && !placed.area) refuse('textZh', 'areaOfZhAlone', { zh: cornersText(chineseArea) });
  if (chineseArea && placed.area && !isSameArea(chineseArea, placed.area)) {
    refuse('textZh', 'areaOfZh', { zh: cornersText(chineseArea), own: cornersText(placed.area) });
  }
  if (isOfFir(draft) && !placed.area) {
    for (const side of ['lower', 'upper'] as const) {
      if (isAboveGround(draft[side])) refuse(side, 'limitOfFir');
    }
  }
  return errors;
}

/** Above ground, and not the ground itself. */
export const isAboveGround = (limit: Altitude | null): boolean =>
  limit?.reference === 'AGL' && limit.value !== 0;

type Refuse = (field: DraftError['field'], key: string, values?: Text['values']) => void;

function refuseLimits({ lower, upper, scope }: NotamDraft, context: AltitudeContext, refuse: Refuse): void {
  const isWritable = (limit: Altitude, side: 'lower' | 'upper') =>
    isAltitude(limit) && limit.value >= 0 && readLimit(limitText(limit, side)) !== null;
  const isLowerWritable = !lower || (isWritable(lower, 'lower') && !isUnlimited(lower));
  const isUpperWritable = !upper || isWritable(upper, 'upper');
  if (!isLowerWritable) refuse('lower', 'limit');
  if (!isUpperWritable) refuse('upper', 'limit');
  // Annex 15: navigation warnings have F) and G).
  if (scope.includes('W')) {
    if (!lower) refuse('lower', 'limitsOfWarning');
    if (!upper) refuse('upper', 'limitsOfWarning');
  }
  if (!isLowerWritable || !isUpperWritable || !upper || isUnlimited(upper)) return;
  const from = lower ?? ground;
  const isUpsideDown =
    from.reference === upper.reference
      ? altitudeM(from) >= altitudeM(upper)
      : amslBounds(from, context).lowestM >= amslBounds(upper, context).highestM;
  if (isUpsideDown) refuse('upper', 'limits');
}

/**
 * What forbids to replace one: a replacement has the series, the places and the subject of the one before (Doc 8126). That one
 * ends when this is issued: this begins no later, unless both are still to come. `now`: UTC ms.
 */
export function replacementErrors(
  draft: NotamDraft,
  series: string,
  before: {
    number: string | null;
    fir: string;
    locations: readonly string[] | null;
    qCode: string | null;
    validFrom: string;
  },
  now: number,
): DraftError[] {
  const subjectOf = (code: string) => code.slice(1, 3);
  const listed = (places: readonly string[]) => places.toSorted().join(' ');
  const kept: [DraftError['field'], string, string | undefined][] = [
    ['series', series, before.number?.slice(0, 1)],
    ['fir', draft.fir, before.fir],
    ['locations', listed(draft.locations), before.locations ? listed(before.locations) : undefined],
    ['qCode', subjectOf(draft.qCode), before.qCode ? subjectOf(before.qCode) : undefined],
  ];
  const number = before.number ?? '';
  const errors = kept.flatMap(([field, own, value]): DraftError[] =>
    value === undefined || own === value
      ? []
      : [{ field, text: { key: 'notam.refused.kept', values: { number, value } } }],
  );
  const isGap = draft.validFrom > Math.max(now + clockMs, Date.parse(before.validFrom));
  return isGap
    ? [...errors, { field: 'validFrom', text: { key: 'notam.refused.gap', values: { number } } }]
    : errors;
}

/** A text that is read otherwise than it was filled in: `F) SFC G) FL400` within E) would be its limits. */
export function readingErrors(fields: NotamFields): DraftError[] {
  const messages = writeMessages(fields);
  const parts = messages.length;
  if (parts > mostParts) {
    return [{ field: 'text', text: { key: 'notam.refused.parts', values: { parts, most: mostParts } } }];
  }
  const unbroken = messages.find((message) => messageLength(message) > longestText);
  if (unbroken !== undefined) {
    const field = fields.textZh !== null && /\p{Script=Han}/u.test(unbroken) ? 'textZh' : 'text';
    return [{ field, text: { key: 'notam.refused.unbroken', values: { most: longestText } } }];
  }
  if (isItself(fields)) return [];
  const isChinese = fields.textZh !== null && isItself({ ...fields, textZh: null });
  return [
    isChinese
      ? { field: 'textZh', text: { key: 'notam.refused.readingZh' } }
      : { field: 'text', text: { key: 'notam.refused.reading' } },
  ];
}

/** Also without F) and G): of two in one text some readers take the first. */
const isItself = (fields: NotamFields) =>
  [fields, { ...fields, lower: null, upper: null }].every(isReadAgain);

function isReadAgain(fields: NotamFields): boolean {
  const [read, ...more] = readNotams(writeMessages(fields).join('\n\n'), 0);
  if (!read || more.length > 0 || read.originator !== null || itemsText(read) !== itemsText(fields))
    return false;
  const { text, textZh } = read;
  // With little English beside it both languages are read as one text.
  if (textZh === text) return folded(text) === folded(`${fields.text} ${fields.textZh ?? ''}`);
  return folded(text) === folded(fields.text) && folded(textZh ?? '') === folded(fields.textZh ?? '');
}

/** Without what the ends of lines, and the cuts between parts, add. */
const folded = (text: string) =>
  plain(text)
    .replace(/\s+/g, ' ')
    .replace(/ (?=-)|(?<=[，。；、]) /g, '')
    .trim();

/** All but E). */
const itemsText = (fields: NotamFields) =>
  JSON.stringify([
    fields.number,
    fields.type,
    fields.refers,
    fields.locations,
    fields.validFrom,
    fields.validTo,
    fields.isEstimated,
    fields.isPermanent,
    fields.schedule,
    limitsText(fields),
  ]);

/** The fields that are written, without number and type. */
export function composed(
  placed: PlacedDraft,
  places: DraftPlaces,
): Omit<NotamFields, 'number' | 'type' | 'refers'> {
  const { draft, text } = placed;
  return {
    ...draft,
    locations: [...draft.locations],
    q: qualifiersOf(placed, places),
    text,
  };
}

/** Written corners are to the second of arc, metres. */
const secondM = 31;

/** Is each corner of either on the edge of the other, as far as seconds of arc can tell? */
function isSameArea(one: Geometry, other: Geometry): boolean {
  const lies = (area: Geometry, along: Geometry) =>
    cornersOf(area).every((corner) =>
      ringsOf(along).some((ring) => {
        const edge = ring.map(([longitude, latitude]) => ({ latitude, longitude }));
        return (nearestAlong(edge, corner)?.distanceM ?? Number.POSITIVE_INFINITY) <= secondM;
      }),
    );
  return lies(one, other) && lies(other, one);
}

/** Characters of the corners of an area in a message of the form. */
const longestCorners = 100;

const cornersText = (area: Geometry): string =>
  shortened([...new Set(cornersOf(area).map(secondsText))].join('-'), longestCorners);

/** `AREA BOUNDED BY LINES JOINING POINTS: N…E…-N…E… BACK TO START.` of each outer ring. */
export function areaWords(area: Geometry): string {
  const rings =
    area.type === 'Polygon'
      ? area.coordinates.slice(0, 1)
      : area.type === 'MultiPolygon'
        ? area.coordinates.flatMap((part) => part.slice(0, 1))
        : [];
  return rings
    .map((ring, index) => {
      const corners = ring.slice(0, -1).map(([longitude, latitude]) => secondsText({ latitude, longitude }));
      const number = rings.length > 1 ? `${index + 1}) ` : '';
      return `${number}AREA BOUNDED BY LINES JOINING POINTS: ${corners.join('-')} BACK TO START.`;
    })
    .join('\n');
}

function qualifiersOf(placed: PlacedDraft, places: DraftPlaces): Qualifiers {
  const { fir, qCode, traffic, purpose, scope, lower, upper } = placed.draft;
  const circle = circleOf(placed, places);
  const context = groundOf(placed, places);
  // Rounded outwards: by these the NOTAM is found, by F) and G) it is read.
  const levels = [
    lower ? Math.floor(levelOf(lower, 'lowest', context)) : 0,
    upper ? Math.ceil(levelOf(upper, 'highest', context)) : 999,
  ];
  return {
    fir,
    code: qCode,
    traffic,
    purpose,
    scope,
    // A flight level may be below an altitude of more hundreds of feet.
    lowerFl: Math.max(0, Math.min(998, ...levels)),
    upperFl: Math.min(999, Math.max(1, ...levels)),
    center: circle?.center ?? null,
    radiusNm: circle?.radiusNm ?? null,
  };
}

function levelOf(altitude: Altitude, which: 'lowest' | 'highest', context: AltitudeContext): number {
  if (altitude.unit === 'FL') return altitude.value;
  // The ground is written as 000 wherever it is.
  if (altitude.value === 0 && altitude.reference === 'AGL') return 0;
  const bounds = amslBounds(altitude, context);
  return (which === 'lowest' ? bounds.lowestM : bounds.highestM) / (100 * metresPerFoot);
}

interface Circle {
  center: Position;
  radiusNm: number;
}

/** A) names the FIR alone, no aerodrome. */
const isOfFir = ({ locations, fir }: Pick<NotamDraft, 'locations' | 'fir'>) =>
  locations.length === 1 && locations[0] === fir;

/** The circle of the Q-line; null: the place is not known. */
function circleOf({ draft, area }: PlacedDraft, { aerodromes, region }: DraftPlaces): Circle | null {
  if (area) return around(cornersOf(area), (reachNm) => Math.min(998, Math.max(1, Math.ceil(reachNm))));
  if (isOfFir(draft)) return region && around(cornersOf(region), () => 999);
  const known = knownOf(draft, aerodromes);
  return (
    known &&
    around(
      known.map(({ position }) => position),
      (reachNm) => Math.min(998, Math.floor(reachNm) + aerodromeNm),
    )
  );
}

/** The aerodromes of A); null where one of them is not recorded. */
function knownOf({ locations }: NotamDraft, aerodromes: DraftPlaces['aerodromes']): DraftAerodrome[] | null {
  const known = locations.flatMap((one) => aerodromes.get(one) ?? []);
  return known.length === locations.length ? known : null;
}

/**
 * The ground where it holds: by the terrain data, else by the elevations of the aerodromes of A); empty: not known, as
 * further away from them.
 */
function groundOf({ draft, area }: PlacedDraft, { aerodromes, terrainM }: DraftPlaces): AltitudeContext {
  if (terrainM) return { terrainM };
  const known = knownOf(draft, aerodromes) ?? [];
  const elevations = known.flatMap(({ elevationM }) => elevationM ?? []);
  if (elevations.length === 0 || elevations.length < known.length) return {};
  const isNear = (corner: Position) =>
    known.some(({ position }) => inverse(position, corner).distanceM <= elevationNm * metresPerNauticalMile);
  if (area && !cornersOf(area).every(isNear)) return {};
  const [only] = elevations;
  return {
    terrainM: { lowest: Math.min(...elevations), highest: Math.max(...elevations) },
    ...(elevations.length === 1 && only !== undefined ? { aerodromeElevationM: only } : {}),
  };
}

const cornersOf = (area: Geometry): Position[] =>
  ringsOf(area)
    .flat()
    .map(([longitude, latitude]) => ({ latitude, longitude }));

/** A circle of whole nautical miles, centred on a minute; `radius`: by how far the furthest position is from its centre. */
function around(positions: readonly Position[], radius: (reachNm: number) => number): Circle | null {
  if (positions.length === 0) return null;
  const middle = (of: (one: Position) => number) => {
    const values = positions.map(of);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  const center = toMinute({
    latitude: middle(({ latitude }) => latitude),
    longitude: middle(({ longitude }) => longitude),
  });
  const reachM = Math.max(...positions.map((one) => inverse(center, one).distanceM));
  return { center, radiusNm: radius(reachM / metresPerNauticalMile) };
}

function toMinute({ latitude, longitude }: Position): Position {
  return { latitude: Math.round(latitude * 60) / 60, longitude: Math.round(longitude * 60) / 60 };
}
