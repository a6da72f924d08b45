import { metresPerFoot, mpsPerFootPerMinute, mpsPerKnot } from '#domain/geo/units.ts';
import { createLineSplitter } from '#domain/surveillance/track/lines.ts';
import {
  decoderOf,
  noteOther,
  noteUnusable,
  type Reading,
  type SourceDecoder,
} from '#domain/surveillance/track/reading.ts';
import {
  type Accuracy,
  calculatedAccuracy,
  callsignOf,
  type Report,
  writtenAddress,
} from '#domain/surveillance/track/report.ts';
import { type FigureName, isUsable, takeReport } from '#domain/surveillance/track/take-report.ts';
import { createAircraftMemory, type Said } from './aircraft-memory.ts';

/** Columns of a line of SBS-1 (BaseStation, port 30003); `errorM` only in lines of multilateration. */
const column = {
  message: 0,
  kind: 1,
  address: 4,
  generatedDay: 6,
  generatedTime: 7,
  loggedDay: 8,
  loggedTime: 9,
  callsign: 10,
  altitudeFt: 11,
  groundSpeedKt: 12,
  trackDeg: 13,
  latitude: 14,
  longitude: 15,
  verticalRateFtMin: 16,
  squawk: 17,
  emergency: 19,
  onGround: 21,
  errorM: 24,
} as const;
type Column = keyof typeof column;

/** Lines about the receiver's own lists say nothing of where an aircraft is. */
const others: ReadonlySet<string> = new Set(['SEL', 'ID', 'AIR', 'STA', 'CLK']);
/** A line of the receiver (`MSG`), or of a server that calculated the position from several receivers (`MLAT`). */
const reported: ReadonlySet<string> = new Set(['MSG', 'MLAT']);
/** Up to which column a line of each kind has what it is sent for; writers leave out empty ones behind. */
const lastNeeded: Readonly<Record<string, Column>> = {
  1: 'callsign',
  2: 'longitude',
  3: 'longitude',
  4: 'trackDeg',
  5: 'altitudeFt',
  6: 'squawk',
  7: 'altitudeFt',
  8: 'callsign',
};

/** Figures of a line, and by what they are multiplied. */
const figures = [
  ['altitudeFt', 'pressureAltitudeM', metresPerFoot],
  ['groundSpeedKt', 'groundSpeedMps', mpsPerKnot],
  ['trackDeg', 'trackDeg', 1],
  ['verticalRateFtMin', 'verticalRateMps', mpsPerFootPerMinute],
] as const satisfies readonly (readonly [Column, FigureName & keyof Said, number])[];

/** Columns of a line of a receiver, and of multilateration; a line with decimal commas has more. */
const [columns, mlatColumns] = [22, 25];
/** Lines are written within seconds: a longer lag is of two clocks or zones. */
const longestLagMs = 600_000;

const figurePattern = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/**
 * SBS-1: comma-separated lines, each with the part that one Mode S message said. Their times are local to the receiver
 * in a zone that they do not say: a line is of when it came in, less what it lay between "generated" and "logged".
 * Altitude is pressure altitude. A value is kept for later lines only where an aircraft can have it.
 */
export function createSbsDecoder(isStream: boolean): SourceDecoder {
  const memory = createAircraftMemory();
  const splitter = createLineSplitter('\n', isStream);

  function take(line: string, receivedAtMs: number, into: Reading): void {
    const cells = line.split(',').map((cell) => cell.trim());
    const cell = (name: Column): string => cells[column[name]] ?? '';
    if (others.has(cell('message'))) {
      into.records++;
      noteOther(into, 'track.other.receiverLists', line);
      return;
    }
    const needed = lastNeeded[cell('kind')];
    const written = writtenAddress(cell('address'));
    const most = cell('message') === 'MSG' ? columns : mlatColumns;
    // Positions always have decimals: whole numbers are fragments of figures with decimal commas. One empty cell may follow.
    const isWhole = needed !== undefined && cells.length > column[needed];
    const isShifted =
      cells.length > most + 1 ||
      cells.slice(most).some((one) => one !== '') ||
      (cell('latitude') !== '' && !`${cell('latitude')}${cell('longitude')}`.includes('.'));
    if (!reported.has(cell('message')) || !isWhole || isShifted || written === null) {
      into.errors.push('track.read.syntax');
      return;
    }
    into.records++;
    const isIcao = written.addressType === 'icao';
    const key = isIcao ? written.address : `~${written.address}`;
    const atMs = receivedAtMs - lainMs(cell);
    memory.hear(key, saidIn(cell, into), atMs);
    const latitude = figureOf(cell('latitude'));
    const longitude = figureOf(cell('longitude'));
    if (latitude === null && longitude === null) {
      noteOther(into, 'track.other.noPosition', key);
      return;
    }
    const own: Partial<Report> = isIcao
      ? {}
      : { icao24: null, addressType: written.addressType, trackNumber: key };
    if (cell('message') === 'MLAT') own.accuracy = calculatedIn(cell, into);
    const position = { latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN };
    takeReport(memory.report(key, position, own, atMs), into, receivedAtMs);
  }

  return decoderOf(
    function* (bytes, receivedAtMs, into) {
      for (const line of splitter.take(bytes, into)) {
        yield 1;
        if (line !== '') take(line, receivedAtMs, into);
      }
    },
    { isStream },
  );
}

type Cell = (name: Column) => string;

/** What a line says of an aircraft beside its place, without what no aircraft can have. */
function saidIn(cell: Cell, into: Reading): Said {
  const said: Said = {};
  const callsign = callsignOf(cell('callsign'));
  if (callsign !== null) said.callsign = callsign;
  else if (cell('callsign') !== '') noteUnusable(into, 'callsign', cell('callsign'));
  const squawk = cell('squawk');
  // A single 0 is how writers fill the column of a code that they do not know.
  if (/^[0-7]{2,4}$/.test(squawk)) said.mode3A = squawk.padStart(4, '0');
  else if (squawk !== '' && squawk !== '0') noteUnusable(into, 'mode3A', squawk);
  for (const [name, field, factor] of figures) {
    const figure = figureOf(cell(name));
    if (figure === null) continue;
    if (isUsable(field, figure * factor)) said[field] = figure * factor;
    else noteUnusable(into, field, cell(name));
  }
  // Of kind 2 are the positions that are sent on the ground; not all writers fill the column.
  const onGround = flagIn(cell, 'onGround', into) ?? (cell('kind') === '2' ? true : null);
  if (onGround !== null) said.onGround = onGround;
  const emergency = flagIn(cell, 'emergency', into);
  if (emergency !== null) said.emergency = emergency ? 'general' : null;
  return said;
}

/** null: empty; NaN: no figure. */
function figureOf(text: string): number | null {
  if (text === '') return null;
  return figurePattern.test(text) ? Number(text) : Number.NaN;
}

/** −1 in what the standard's maker writes, 1 in others. */
const isSet: Readonly<Record<string, boolean>> = {
  '-1': true,
  '1': true,
  true: true,
  '0': false,
  false: false,
};

function flagIn(cell: Cell, name: 'onGround' | 'emergency', into: Reading): boolean | null {
  const text = cell(name).toLowerCase();
  if (text === '') return null;
  if (Object.hasOwn(isSet, text)) return isSet[text] ?? null;
  noteUnusable(into, name, cell(name));
  return null;
}

/** The estimate of its own error that a server of multilateration writes behind its stations. */
function calculatedIn(cell: Cell, into: Reading): Accuracy {
  const errorM = figureOf(cell('errorM'));
  if (errorM === null) return calculatedAccuracy;
  if (errorM > 0 && errorM < 1e6) return { ...calculatedAccuracy, horizontalM: errorM };
  noteUnusable(into, 'accuracy', cell('errorM'));
  return calculatedAccuracy;
}

/** How long a line lay between its message and its writing, milliseconds; both times are of one clock. */
function lainMs(cell: Cell): number {
  const generatedAt = momentOf(cell('generatedDay'), cell('generatedTime'));
  const loggedAt = momentOf(cell('loggedDay'), cell('loggedTime'));
  const lag = generatedAt === null || loggedAt === null ? 0 : loggedAt - generatedAt;
  return lag < 0 || lag > longestLagMs ? 0 : lag;
}

function momentOf(day: string, time: string): number | null {
  if (!/^\d{4}\/\d{2}\/\d{2}$/.test(day) || !/^\d{2}:\d{2}:\d{2}(\.\d{1,6})?$/.test(time)) return null;
  const at = Date.parse(`${day.replaceAll('/', '-')}T${time}Z`);
  return Number.isFinite(at) ? at : null;
}
