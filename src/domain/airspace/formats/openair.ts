import { parseCoordinate } from '../../geo/coordinates.ts';
import { direct, inverse, type LonLat, type Position, sweepDeg } from '../../geo/geodesy.ts';
import { type Geometry, maxVertices } from '../../geo/geojson.ts';
import {
  finished,
  type ImportedDraft,
  type ImportedFeature,
  type ImportedFile,
  mostFeatures,
  noFile,
  note,
} from './draft.ts';
import { classOf, kindOf } from './kinds.ts';
import { isUnlimited, readLimit } from './limits.ts';

const metresPerNm = 1852;

/** One airspace while its lines are read. */
interface Reading {
  feature: ImportedFeature;
  draft: ImportedDraft;
  line: number;
  points: LonLat[];
  centre: Position | null;
  clockwise: boolean;
  circle: { centre: Position; radiusM: number } | null;
  /** AC was read: another one begins the next airspace. */
  begun: boolean;
}

/**
 * Reads OpenAir: AC AN AL AH with DP, V X=/D=, DA, DB and DC, in both dialects (AY, AI, AF, AG), both line ends,
 * comments, and coordinates in degrees with minutes and seconds or with decimals of minutes. Each airspace is read by
 * itself: what is wrong with one is said at its line, and the others are read.
 */
export function readOpenAir(text: string): ImportedFile {
  const features: ImportedFeature[] = [];
  let reading: Reading | null = null;
  const end = () => {
    if (reading) features.push(closed(reading));
    reading = null;
  };
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  for (const [index, raw] of lines.entries()) {
    const content = raw.replace(/\s\*.*$/, '').trim();
    if (content === '' || content.startsWith('*')) continue;
    const [, command = '', value = ''] = /^([A-Za-z]{1,2})(?:[\s=]+(.*))?$/.exec(content) ?? [];
    const name = command.toUpperCase();
    // A new airspace begins with AC; the newer dialect may say AY or AN before it.
    if (name === 'AC' && reading?.begun !== false) {
      end();
      if (features.length >= mostFeatures) return noFile('openair', 'tooMany', { most: mostFeatures });
      reading = begin(features.length, index + 1);
    }
    if (!reading) {
      if (name === '') return noFile('openair', 'notOpenAir', { line: index + 1 });
      if (['AN', 'AY'].includes(name)) reading = begin(features.length, index + 1);
      else if (known.has(name)) continue;
      else return noFile('openair', 'notOpenAir', { line: index + 1 });
    }
    apply(reading, name, value.trim(), index + 1);
  }
  end();
  return features.length > 0 ? { format: 'openair', features, errors: [] } : noFile('openair', 'empty');
}

const known = new Set([
  'AC',
  'AN',
  'AY',
  'AI',
  'AL',
  'AH',
  'AT',
  'AF',
  'AG',
  'AX',
  'AA',
  'V',
  'DP',
  'DC',
  'DA',
  'DB',
  'DY',
  'SP',
  'SB',
  'TO',
  'TC',
]);

function begin(index: number, line: number): Reading {
  const draft: ImportedDraft = {
    name: '',
    kind: '',
    shape: 'polygon',
    geometry: null,
    lower: null,
    upper: null,
  };
  return {
    feature: { index, name: null, draft, errors: [], warnings: [] },
    draft,
    line,
    points: [],
    centre: null,
    clockwise: true,
    circle: null,
    begun: false,
  };
}

function apply(reading: Reading, command: string, value: string, line: number): void {
  const { draft, feature } = reading;
  const wrong = (path: string, key: string) =>
    feature.errors.push(note(path, key, { value: value.slice(0, 60) }, line));
  const warn = (path: string, key: string) =>
    feature.warnings.push(note(path, key, { value: value.slice(0, 60) }, line));
  switch (command) {
    case 'AC': {
      reading.begun = true;
      const airspaceClass = classOf(value);
      // "C" and "D" are classes here, never a danger area: the letter of that is Q.
      if (airspaceClass) {
        draft.airspaceClass = airspaceClass;
        return;
      }
      const kind = kindOf(value);
      if (kind) draft.kind = kind;
      // The newer dialect says so where AY names the kind.
      else if (!/^(UNC|UNCLASSIFIED|OTHER)$/i.test(value)) wrong('AC', 'kind');
      return;
    }
    case 'AY': {
      const kind = kindOf(value);
      if (kind) draft.kind = kind;
      else if (!/^(NONE|UNC)$/i.test(value)) warn('AY', 'kindIgnored');
      return;
    }
    case 'AN':
      draft.name = value;
      feature.name = value.slice(0, 200);
      return;
    case 'AL':
    case 'AH': {
      const field = command === 'AL' ? 'lower' : 'upper';
      const limit = readLimit(value);
      if (!limit) return void wrong(command, 'limit');
      draft[field] = limit.altitude;
      if (limit.assumed.length > 0)
        warn(command, limit.assumed.includes('unit') ? 'unitAssumed' : 'referenceAssumed');
      if (isUnlimited(limit.altitude)) warn(command, 'unlimited');
      return;
    }
    case 'AF': {
      const frequency = Number(value);
      if (Number.isFinite(frequency) && frequency >= 2 && frequency <= 400) draft.frequencyMhz = frequency;
      else warn('AF', 'ignored');
      return;
    }
    case 'AG':
      draft.remark = value.slice(0, 500);
      return;
    case 'AI':
    case 'AX':
      return;
    case 'AT':
    case 'SP':
    case 'SB':
      return;
    case 'V':
      variable(reading, value, () => wrong('V', 'variable'));
      return;
    case 'DP': {
      const point = readPoint(value);
      if (point) reading.points.push(lonLat(point));
      else wrong('DP', 'coordinate');
      return;
    }
    case 'DC': {
      const radiusM = Number(value) * metresPerNm;
      if (!reading.centre) return void wrong('DC', 'noCentre');
      if (!(radiusM > 0) || radiusM > 1_000_000) return void wrong('DC', 'radius');
      reading.circle = { centre: reading.centre, radiusM };
      return;
    }
    case 'DA': {
      const [radius, from, to] = value.split(',').map((part) => Number(part.trim()));
      if (!reading.centre) return void wrong('DA', 'noCentre');
      if (
        radius === undefined ||
        from === undefined ||
        to === undefined ||
        !(radius > 0) ||
        radius > 540 ||
        !isBearing(from) ||
        !isBearing(to)
      ) {
        return void wrong('DA', 'arc');
      }
      arc(reading, reading.centre, radius * metresPerNm, from, to);
      return;
    }
    case 'DB': {
      const [first, second] = value.split(',').map((part) => readPoint(part));
      if (!reading.centre) return void wrong('DB', 'noCentre');
      if (!first || !second) return void wrong('DB', 'coordinate');
      const [a, b] = [inverse(reading.centre, first), inverse(reading.centre, second)];
      if (a.distanceM <= 0 || Math.abs(a.distanceM - b.distanceM) > 0.02 * a.distanceM + 100)
        warn('DB', 'arcRadii');
      reading.points.push(lonLat(first));
      arc(reading, reading.centre, (a.distanceM + b.distanceM) / 2, a.initialBearingDeg, b.initialBearingDeg);
      reading.points.push(lonLat(second));
      return;
    }
    case '':
      // Nobody knows what it would have been: a corner that is left out is another airspace.
      return void wrong('?', 'command');
    default:
      warn(command, 'ignored');
  }
}

function variable(reading: Reading, value: string, wrong: () => void): void {
  const [, name = '', content = ''] = /^([A-Za-z])\s*=\s*(.*)$/.exec(value) ?? [];
  if (name.toUpperCase() === 'X') {
    const centre = readPoint(content);
    if (centre) reading.centre = centre;
    else wrong();
  } else if (name.toUpperCase() === 'D') {
    if (content === '+' || content === '-') reading.clockwise = content === '+';
    else wrong();
  } else if (!['W', 'Z'].includes(name.toUpperCase())) wrong();
}

const isBearing = (value: number) => Number.isFinite(value) && value >= 0 && value <= 360;

/** An arc in the direction that V D= says, a corner every 5° or less; it stays so until it is said again. */
function arc(reading: Reading, centre: Position, radiusM: number, fromDeg: number, toDeg: number): void {
  // It is told so where its outline is judged.
  if (reading.points.length > maxVertices) return;
  const sweep = reading.clockwise ? sweepDeg(fromDeg, toDeg) : -sweepDeg(toDeg, fromDeg);
  const steps = Math.max(1, Math.ceil(Math.abs(sweep) / 5));
  for (let i = 0; i <= steps; i += 1) {
    reading.points.push(lonLat(direct(centre, fromDeg + (sweep * i) / steps, radiusM)));
  }
}

/** `39:29:30 N 119:46:08 W`, `39:29.9N 119:46.1W`, with or without blanks. */
function readPoint(text: string): Position | null {
  const [, first = '', second = ''] = /^\s*([\d:. ]+[NSns])[\s,]*([\d:. ]+[EWew])\s*$/.exec(text) ?? [];
  const latitude = parseCoordinate(first.replaceAll(':', ' '), 'latitude');
  const longitude = parseCoordinate(second.replaceAll(':', ' '), 'longitude');
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function lonLat({ longitude, latitude }: Position): LonLat {
  return [Math.round(longitude * 1e7) / 1e7, Math.round(latitude * 1e7) / 1e7];
}

function closed(reading: Reading): ImportedFeature {
  const { draft, feature, points, circle } = reading;
  if (circle && points.length > 0) feature.errors.push(note('DC', 'circleAndPoints', {}, reading.line));
  else if (circle) {
    const { centre, radiusM } = circle;
    Object.assign(draft, {
      shape: 'circle',
      center: { type: 'Point', coordinates: lonLat(centre) },
      radiusM: Math.round(radiusM * 100) / 100,
    });
  } else draft.geometry = ringOf(points);
  if (draft.kind === '') {
    // A class says how it is controlled, not what it is: the commonest is taken, and said.
    draft.kind = draft.airspaceClass === 'G' || draft.airspaceClass === 'W' ? 'reporting' : 'cta';
    feature.warnings.push(note('AC', 'kindTaken', { kind: draft.kind }, reading.line));
  }
  const names: Record<string, string> = { geometry: 'DP', lower: 'AL', upper: 'AH', name: 'AN' };
  const done = finished(feature, (field) => names[field] ?? field);
  return {
    ...done,
    errors: done.errors.map((one) => (one.line === undefined ? { ...one, line: reading.line } : one)),
  };
}

function ringOf(points: LonLat[]): Geometry | null {
  const corners = points.filter(
    ([x, y], i) => i === 0 || x !== points[i - 1]?.[0] || y !== points[i - 1]?.[1],
  );
  const [first] = corners;
  const last = corners.at(-1);
  if (!first || !last || corners.length < 3) return null;
  const isClosed = first[0] === last[0] && first[1] === last[1];
  return { type: 'Polygon', coordinates: [isClosed ? corners : [...corners, first]] };
}
