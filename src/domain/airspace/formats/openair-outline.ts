import { parseCoordinate } from '#domain/geo/coordinates.ts';
import { direct, inverse, type LonLat, type Position, sweepDeg } from '#domain/geo/geodesy.ts';
import { firstCrossing, type Geometry, maxVertices, ringCrosses } from '#domain/geo/geojson.ts';
import { joined } from '#domain/geo/polygons.ts';
import { type RingRepair, repairRing } from '#domain/geo/repair-ring.ts';
import { metresPerNauticalMile } from '#domain/geo/units.ts';
import type { ImportedDraft } from './draft.ts';
import { longestM } from './lengths.ts';

/** A record of the file that made a part of the extent. */
export interface At {
  record: string;
  line: number;
}

/** What is wrong with a record (`error`), or was taken otherwise than it stands (`warning`): a key of `airspace.import`. */
export type RecordNote = { level: 'error' | 'warning'; key: string; values?: Record<string, number> };

const wrong = (key: string): RecordNote => ({ level: 'error', key });

/** Where one airspace of an OpenAir file lies, while its records are read. */
export class Outline {
  readonly #corners: (At & { place: LonLat })[] = [];
  readonly #axis: LonLat[] = [];
  #centre: Position | null = null;
  #clockwise = true;
  #widthM: number | null = null;
  #circle: { centre: Position; radiusM: number } | null = null;
  #last: At = { record: 'DP', line: 0 };

  /** Nothing was drawn yet: a name or a type that comes now is still this airspace's. */
  get empty(): boolean {
    return this.#corners.length === 0 && this.#axis.length === 0 && !this.#circle;
  }

  /** The last record that drew. */
  get last(): At {
    return this.#last;
  }

  /** Reads V, DP, DA, DB, DC or DY; null where nothing is to be said about it. */
  apply(record: string, value: string, line: number): RecordNote | null {
    if (record === 'V') return this.#variable(value);
    this.#last = { record, line };
    switch (record) {
      case 'DP': {
        const point = readPoint(value);
        if (!point) return wrong('coordinate');
        this.#corner(lonLat(point));
        return sixty.test(value) ? { level: 'warning', key: 'sixty' } : null;
      }
      case 'DY': {
        const point = readPoint(value);
        if (!point) return wrong('coordinate');
        if (this.#axis.length <= maxVertices) this.#axis.push(lonLat(point));
        return null;
      }
      case 'DC': {
        const radiusM = numberIn(value) * metresPerNauticalMile;
        if (!this.#centre) return wrong('noCentre');
        if (!(radiusM > 0) || radiusM > longestM) return wrong('radius');
        if (this.#circle) return wrong('severalShapes');
        this.#circle = { centre: this.#centre, radiusM };
        return null;
      }
      case 'DA':
        return this.#arcOfBearings(value);
      default:
        return this.#arcOfEnds(value);
    }
  }

  /** What the records make, in the fields of an airspace. */
  extent(): { fields: Partial<ImportedDraft>; note: RecordNote | null; repairs?: RingRepair[] } {
    const circle = this.#circle;
    if ([circle !== null, this.#corners.length > 0, this.#axis.length > 0].filter(Boolean).length > 1)
      return { fields: {}, note: wrong('severalShapes') };
    if (circle) {
      const center = { type: 'Point' as const, coordinates: lonLat(circle.centre) };
      return {
        fields: { shape: 'circle', center, radiusM: Math.round(circle.radiusM * 100) / 100 },
        note: null,
      };
    }
    if (this.#axis.length > 0) {
      if (this.#widthM === null) return { fields: {}, note: wrong('noWidth') };
      const centerline = { type: 'LineString' as const, coordinates: this.#axis };
      return { fields: { shape: 'corridor', centerline, widthM: this.#widthM }, note: null };
    }
    return this.#area();
  }

  /** The area within the corners; one that meets itself is repaired, or stays as it is and is refused where it is judged. */
  #area(): { fields: Partial<ImportedDraft>; note: RecordNote | null; repairs?: RingRepair[] } {
    const geometry = this.#ring();
    const places = new Set(this.#corners.map(({ place }) => place.join(' '))).size;
    if (places > 0 && places < 3)
      return { fields: { geometry: null }, note: { ...wrong('twoPoints'), values: { count: places } } };
    const ring = geometry?.type === 'Polygon' ? geometry.coordinates[0] : undefined;
    if (!ring || ring.length > maxVertices || !ringCrosses(ring)) return { fields: { geometry }, note: null };
    const repaired = repairRing(ring);
    if (!repaired || repaired.repairs.length === 0) return { fields: { geometry }, note: null };
    return { fields: { geometry: joined(repaired.polygons) }, note: null, repairs: repaired.repairs };
  }

  /** The record that drew the corner nearest to a place. */
  recordAt([longitude, latitude]: LonLat): At {
    const far = ({ place }: { place: LonLat }) => Math.hypot(place[0] - longitude, place[1] - latitude);
    const [first, ...others] = this.#corners;
    if (!first) return this.#last;
    const { record, line } = others.reduce((near, one) => (far(one) < far(near) ? one : near), first);
    return { record, line };
  }

  /** The record at which the outline goes wrong: where it first meets itself, or has a corner too many. */
  errorAt(key: string): At {
    const corners = this.#corners;
    const index = key.endsWith('.crossing')
      ? firstCrossing(corners.map(({ place }) => place))
      : key.endsWith('.tooMany')
        ? maxVertices
        : corners.length - 1;
    const { record, line } = corners[index] ?? this.#last;
    return { record, line };
  }

  #variable(value: string): RecordNote | null {
    const [, letter = '', content = ''] = /^([A-Za-z])\s*=\s*(.*)$/s.exec(value) ?? [];
    switch (letter.toUpperCase()) {
      case 'X': {
        const centre = readPoint(content);
        if (!centre) return wrong('variable');
        this.#centre = centre;
        return null;
      }
      case 'D':
        if (content !== '+' && content !== '-') return wrong('variable');
        this.#clockwise = content === '+';
        return null;
      case 'W': {
        const widthM = numberIn(content) * metresPerNauticalMile;
        if (!(widthM > 0) || widthM > longestM) return wrong('variable');
        this.#widthM = widthM;
        return null;
      }
      // How near the map must be for it to be drawn.
      case 'Z':
        return null;
      default:
        return wrong('variable');
    }
  }

  #corner(place: LonLat): void {
    const before = this.#corners.at(-1)?.place;
    const isSame = before && before[0] === place[0] && before[1] === place[1];
    // One too many is enough to say so.
    if (!isSame && this.#corners.length <= maxVertices) this.#corners.push({ ...this.#last, place });
  }

  /** `DA radius, from, to`: nautical miles, true bearings. */
  #arcOfBearings(value: string): RecordNote | null {
    const [radius, from, to, ...more] = value.split(/\s*,\s*|\s+/).map(numberIn);
    const centre = this.#centre;
    if (!centre) return wrong('noCentre');
    if (radius === undefined || !(radius > 0) || radius * metresPerNauticalMile > longestM)
      return wrong('arc');
    if (!isBearing(from) || !isBearing(to) || more.length > 0) return wrong('arc');
    const radiusM = radius * metresPerNauticalMile;
    this.#corner(lonLat(direct(centre, from, radiusM)));
    this.#arc({ centre, from, to, radiiM: [radiusM, radiusM] });
    this.#corner(lonLat(direct(centre, to, radiusM)));
    return null;
  }

  /**
   * `DB first, second`: both ends are the file's own points, to the digit, because the outline goes on from them.
   * Where they are not equally far from the centre (its coordinates are rounded), the radius changes evenly between.
   */
  #arcOfEnds(value: string): RecordNote | null {
    const centre = this.#centre;
    if (!centre) return wrong('noCentre');
    const [, one = '', other = ''] = (value.length <= mostOfPoints && pairOfPoints.exec(value)) || [];
    const [first, second] = [readPoint(one), readPoint(other)];
    if (!first || !second) return wrong('coordinate');
    const [a, b] = [inverse(centre, first), inverse(centre, second)];
    if (a.distanceM <= 0 || b.distanceM <= 0) return wrong('arc');
    this.#corner(lonLat(first));
    // Where an airway does not turn its joint is an arc from a point to itself: no turn, and no circle.
    if (first.latitude === second.latitude && first.longitude === second.longitude) return null;
    this.#arc({
      centre,
      from: a.initialBearingDeg,
      to: b.initialBearingDeg,
      radiiM: [a.distanceM, b.distanceM],
    });
    this.#corner(lonLat(second));
    const unequal = Math.abs(a.distanceM - b.distanceM) > 0.02 * a.distanceM + 100;
    return unequal ? { level: 'warning', key: 'arcRadii' } : null;
  }

  /** The corners between the ends of an arc, one every 5° or less, in the direction that V D= says. */
  #arc(arc: { centre: Position; from: number; to: number; radiiM: [number, number] }): void {
    // It is told so where its outline is judged.
    if (this.#corners.length > maxVertices) return;
    const sweep = this.#clockwise ? sweepDeg(arc.from, arc.to) : -sweepDeg(arc.to, arc.from);
    const steps = Math.max(1, Math.ceil(Math.abs(sweep) / 5));
    const [start, end] = arc.radiiM;
    for (let i = 1; i < steps; i += 1) {
      const part = i / steps;
      this.#corner(lonLat(direct(arc.centre, arc.from + sweep * part, start + (end - start) * part)));
    }
  }

  #ring(): Geometry | null {
    const ring = this.#corners.map(({ place }) => place);
    const [first] = ring;
    const last = ring.at(-1);
    if (!first || !last || ring.length < 3) return null;
    const isClosed = first[0] === last[0] && first[1] === last[1];
    return { type: 'Polygon', coordinates: [isClosed ? ring : [...ring, first]] };
  }
}

/** Decimals with a point, and nothing else that `Number` takes for a number; NaN: it is none. */
const numberIn = (text: string): number =>
  /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;

const isBearing = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && value >= 0 && value <= 360;

/** The longest text searched for points: on longer ones the patterns would take quadratic time. */
const mostOfPoints = 200;
/** Some files write a comma between latitude and longitude too. */
const pairOfPoints = /^([^NSEW]*[NS][^NSEW]*[EW])[\s,;]*([^NSEW]*[NS][^NSEW]*[EW])$/i;

/** `39:29:30 N 119:46:08 W`, `39:29.9N 119:46.1W`, with or without blanks. */
function readPoint(text: string): Position | null {
  if (text.length > mostOfPoints) return null;
  const [, first = '', second = ''] = /^\s*([\d:. ]+[NS])[\s,]*([\d:. ]+[EW])\s*$/i.exec(text) ?? [];
  const latitude = readAngle(first, 'latitude');
  const longitude = readAngle(second, 'longitude');
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Programs that round to a second write 59.96 seconds as 60: the next minute. */
const sixty = /(:\d+):60(?:\.0*)?\s*([NSEW])/i;

function readAngle(text: string, axis: 'latitude' | 'longitude'): number | null {
  const tidy = text.replace(sixty, '$1:00$2').replaceAll(':', ' ');
  const degrees = parseCoordinate(tidy, axis);
  if (degrees === null || !sixty.test(text)) return degrees;
  return degrees + (/[SW]/i.test(text) ? -1 : 1) / 60;
}

function lonLat({ longitude, latitude }: Position): LonLat {
  return [Math.round(longitude * 1e7) / 1e7, Math.round(latitude * 1e7) / 1e7];
}
