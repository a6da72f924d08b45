import { momentOf } from '#domain/plans/moments.ts';
import {
  finished,
  type ImportedDraft,
  type ImportedFeature,
  type ImportedFile,
  type ImportNote,
  mostFeatures,
  noFile,
  note,
} from './draft.ts';
import { kindValues, openAirClass, openAirKind } from './kinds.ts';
import { isUnlimited, limitFault, readLimit } from './limits.ts';
import { Outline } from './openair-outline.ts';
import { repairNote } from './repaired-area.ts';

/** One airspace while its lines are read. */
interface Reading {
  feature: ImportedFeature;
  draft: ImportedDraft;
  line: number;
  outline: Outline;
  /** What was read, with its line and value. */
  read: Map<string, { line: number; value: string }>;
}

/** Of the terrain, and of how it is drawn: nothing of an airspace. */
const drawing = new Set(['AT', 'SP', 'SB', 'TO', 'TC', 'TX']);
const known = new Set([
  ...['AC', 'AN', 'AY', 'AI', 'AL', 'AH', 'AF', 'AG', 'AX', 'AA', 'V', 'DP', 'DC', 'DA', 'DB', 'DY'],
  ...drawing,
]);
/** Their value is text of its own. */
const texts = new Set(['AN', 'AG', 'AI']);
/** These begin the next airspace once the one before has been drawn. */
const beginning = new Set(['AC', 'AN', 'AY']);
/** Of these an airspace has one: two that differ leave it uncertain which was meant. */
const once = new Set(['AC', 'AN', 'AY', 'AL', 'AH']);

/**
 * Reads OpenAir: AC AN AL AH with DP, V X=/D=/W=, DA, DB, DC and DY, in both dialects (AY, AA, AI, AF, AG, AX), all
 * line ends, comments, and coordinates in degrees with minutes and seconds or with decimals of minutes. Each airspace
 * is read by itself: what is wrong with one is said with its record and line, and the others are read.
 */
export function* readOpenAir(text: string): Generator<undefined, ImportedFile> {
  const features: ImportedFeature[] = [];
  const before: ImportNote[] = [];
  let reading: Reading | null = null;
  const end = () => {
    if (reading && !isStyle(reading)) features.push(closed(reading));
    reading = null;
  };
  const lines = withoutEnd(text.replace(/^\uFEFF/, '')).split(/\r\n|\r|\n/);
  for (const [index, raw] of lines.entries()) {
    const content = raw.trim();
    if (/^[*;]|^$/.test(content)) continue;
    const line = index + 1;
    const [, command = '', rest = ''] = /^([A-Za-z]{1,2})!?(?:[\s=]+(.*))?$/s.exec(content) ?? [];
    const name = command.toUpperCase();
    // OpenAir has comments on lines of their own. Behind coordinates and limits, programs write them too; in a name these
    // signs are part of it.
    const value = texts.has(name) ? rest : rest.replace(/(\s;|\*).*$/s, '');
    const isNext = beginning.has(name) && (name === 'AC' ? reading?.read.has('AC') : !reading?.outline.empty);
    // Terrain is no airspace, and its corners are not those of the airspace before it.
    if (isNext || ['TO', 'TC'].includes(name)) {
      end();
      yield;
    }
    if (!reading && beginning.has(name)) {
      if (features.length >= mostFeatures) return noFile('openair', 'tooMany', { most: mostFeatures });
      reading = begin(features.length, line, before.splice(0));
    }
    if (reading) apply(reading, name, value.trim(), line);
    else if (!known.has(name)) before.push(note('?', 'before', { value: content.slice(0, 60) }, line));
  }
  end();
  if (features.length > 0) return { format: 'openair', features, errors: [] };
  const [first] = before;
  if (first?.line === undefined) return noFile('openair', 'empty');
  return noFile('openair', 'notOpenAir', { line: first.line }, first.line);
}

/** Without the end-of-file mark (Ctrl-Z) and padding that old programs append. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && '\u001a\0\r\n '.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** How a class is to be drawn from here on: a class with a pen or a brush, and no airspace. */
function isStyle({ read, outline }: Reading): boolean {
  return outline.empty && [...read.keys()].every((one) => one === 'AC' || drawing.has(one)) && read.size > 1;
}

function begin(index: number, line: number, before: ImportNote[]): Reading {
  const draft: ImportedDraft = {
    name: '',
    kind: '',
    shape: 'polygon',
    geometry: null,
    lower: null,
    upper: null,
  };
  return {
    feature: { index, name: null, draft, errors: [], warnings: before.slice(0, mostBefore) },
    draft,
    line,
    outline: new Outline(),
    read: new Map(),
  };
}

/** Characters of AG that are stored as the remark. */
const mostRemark = 500;

/** Lines before the first airspace that are named one by one. */
const mostBefore = 20;

function apply(reading: Reading, command: string, value: string, line: number): void {
  const { draft, feature, outline, read } = reading;
  const ownValues = { value: value.slice(0, 60) };
  const wrong = (key: string, values: Record<string, string> = {}) =>
    void feature.errors.push(note(command, key, { ...ownValues, ...values }, line));
  const wrongLimit = () => {
    const { key, values } = limitFault(value);
    wrong(key, values);
  };
  const warn = (key: string, values: Record<string, string> = ownValues) =>
    void feature.warnings.push(note(command, key, values, line));
  const earlier = read.get(command);
  const isLimit = command === 'AL' || command === 'AH';
  if (earlier && once.has(command) && earlier.value !== value) {
    if (isLimit && !readLimit(value)) wrongLimit();
    else wrong('twice');
    return;
  }
  read.set(command, { line, value });
  switch (command) {
    case 'AC':
    case 'AY':
      return void classified(draft, command, value, warn);
    case 'AN':
      draft.name = value;
      feature.name = value.slice(0, 200);
      return;
    case 'AL':
    case 'AH': {
      const limit = readLimit(value);
      if (!limit) return void wrongLimit();
      draft[command === 'AL' ? 'lower' : 'upper'] = limit.altitude;
      if (limit.assumed.length > 0) warn(limit.assumed.includes('unit') ? 'unitAssumed' : 'referenceAssumed');
      if (isUnlimited(limit.altitude)) warn('unlimited');
      return;
    }
    case 'AF': {
      const frequency = Number(value);
      // An airspace has room for one: the first is taken.
      const isFirst = draft.frequencyMhz === undefined && frequency >= 2 && frequency <= 400;
      if (isFirst) draft.frequencyMhz = frequency;
      else if (draft.frequencyMhz !== frequency) warn('ignored');
      return;
    }
    case 'AG':
      if (earlier) {
        if (earlier.value !== value) warn('ignored');
        return;
      }
      draft.remark = value.slice(0, mostRemark);
      if (value.length > mostRemark) warn('textCut', { most: String(mostRemark) });
      return;
    case 'AA': {
      const [from = '', to = '', ...more] = value.split('/').map((one) => momentOf(one.trim()));
      // Several intervals are not one validity: without them it is taken as always in use, which is the safe side.
      if (earlier || typeof from !== 'number' || typeof to !== 'number' || more.length > 0) {
        draft.validFrom = null;
        draft.validTo = null;
        return void warn('timesIgnored');
      }
      draft.validFrom = new Date(from).toISOString();
      draft.validTo = new Date(to).toISOString();
      return;
    }
    case 'V':
    case 'DP':
    case 'DA':
    case 'DB':
    case 'DC':
    case 'DY': {
      const found = outline.apply(command, value, line);
      if (found)
        feature[found.level === 'error' ? 'errors' : 'warnings'].push(
          note(command, found.key, ownValues, line),
        );
      return;
    }
    case 'AX':
      if (value !== '' && earlier?.value !== value) warn('ignored');
      return;
    case 'AI':
      return;
    default:
      if (drawing.has(command)) return;
      // Nobody knows what it would have been: a corner that is left out is another airspace.
      if (command === '' || command.startsWith('D'))
        return void feature.errors.push(note(command || '?', 'command', ownValues, line));
      if (!earlier) warn('ignored');
  }
}

/** AC names the class, in the older dialect also the kind; AY names the kind and wins. */
function classified(
  draft: ImportedDraft,
  command: 'AC' | 'AY',
  value: string,
  warn: (key: string, values?: Record<string, string>) => void,
): void {
  // "C" and "D" are classes here, never a danger area: the letter of that is Q.
  const airspaceClass = command === 'AC' ? openAirClass(value) : null;
  if (airspaceClass) {
    if (airspaceClass.airspaceClass) draft.airspaceClass = airspaceClass.airspaceClass;
    else warn('classIgnored');
    return;
  }
  const found = openAirKind(value);
  if (found) {
    if (command === 'AC' && draft.kind !== '') return;
    draft.kind = found.kind;
    if (found.near) warn('kindNear', { value: value.slice(0, 60), kind: found.kind });
  } else if (!unclassified.test(value)) warn('kindIgnored');
}

const unclassified = /^(UNC|UKN|UNCLASSIFIED|UNKNOWN|OTHER|NONE|CUSTOM)$/i;

function closed(reading: Reading): ImportedFeature {
  const { draft, feature, outline, read } = reading;
  const { fields, note: error, repairs = [] } = outline.extent();
  Object.assign(draft, fields);
  if (error) feature.errors.push(note(outline.last.record, error.key, error.values ?? {}, outline.last.line));
  for (const repair of repairs) {
    const { record, line } = outline.recordAt(repair.at);
    feature.warnings.push(repairNote(repair, record, line));
  }
  if (repairs.length > 0) feature.repairs = repairs;
  const unknown = feature.warnings.find(
    ({ path, text }) => path === 'AC' && text.key.endsWith('.kindIgnored'),
  );
  if (draft.kind === '' && unknown) {
    // Neither record says what it is: whether it is prohibited nobody may guess.
    feature.warnings = feature.warnings.filter((one) => one !== unknown);
    feature.errors.push(note('AC', 'kind', unknown.text.values, unknown.line));
  } else if (draft.kind === '') {
    // A class says how it is controlled, not what it is: the commonest is taken, and said.
    draft.kind = draft.airspaceClass === 'G' ? 'reporting' : 'cta';
    const line = read.get('AC')?.line ?? reading.line;
    feature.warnings.push(note('AC', 'kindTaken', kindValues(draft.kind), line));
  }
  const shape = outline.last.record;
  const names: Record<string, string> = {
    geometry: shape,
    lower: 'AL',
    upper: 'AH',
    name: 'AN',
    kind: read.has('AY') ? 'AY' : 'AC',
    airspaceClass: 'AC',
    frequencyMhz: 'AF',
    remark: 'AG',
    validFrom: 'AA',
    validTo: 'AA',
    center: shape,
    radiusM: shape,
    centerline: shape,
    widthM: 'V',
  };
  const recordOf = (field: string) => names[field] ?? field;
  const done = finished(feature, recordOf);
  return {
    ...done,
    errors: done.errors.map(placed),
    warnings: done.warnings.map(placed),
    placeOf: (field) => ({ path: recordOf(field), line: read.get(recordOf(field))?.line ?? reading.line }),
  };

  /** With the line of the record that it is about; of a record that is missing, the line where the airspace begins. */
  function placed(one: ImportNote): ImportNote {
    if (one.line !== undefined) return one;
    if (one.path !== shape) return { ...one, line: read.get(one.path)?.line ?? reading.line };
    const { record, line } = outline.errorAt(one.text.key);
    return { ...one, path: record, line: line || reading.line };
  }
}
