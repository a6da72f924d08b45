import { type AltitudeFault, readAltitudeText } from '#domain/geo/altitude-text.ts';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { plainFigures } from '#domain/plain-figures.ts';
import type { PlanPart } from '#domain/plans/filed-fields.ts';
import type { FieldSchema } from '#domain/record/resource.ts';
import { readChoice } from '#domain/record/transfer/cell-choice.ts';
import { numberIn } from '#domain/record/transfer/cell-number.ts';
import { columnOf, type SheetColumnId, schemaColumns, sheetColumns } from './columns.ts';
import { type Candidate, type MeaningOf, namesIn } from './names.ts';
import type { SheetPlan, SheetRow } from './rows.ts';
import { readText } from './schema-cell.ts';
import { arrivalMinutes, momentOfClock, readClockText, readDayText } from './time-text.ts';

/** What is wrong with a cell: a key of the catalogue, and whom the name may have meant. */
export interface CellError {
  row: number;
  column: SheetColumnId;
  key: string;
  values?: Record<string, string>;
  candidates?: readonly Candidate[];
}

export interface ReadContext {
  meaningOf: MeaningOf;
  /** Of the sortie's rules and the plan's urgency. */
  rules: FieldSchema;
  urgency: FieldSchema;
  /** IANA name of the zone in which times are typed. */
  timeZone: string;
  /** The day on the wall there, `YYYY-MM-DD`. */
  today: string;
}

export interface ReadPlan {
  plan: SheetPlan;
  /** As the Navigation calls take it, without its operator; what cannot be read is absent. */
  values: Record<string, unknown> & { tasks: Record<string, unknown>[] };
  errors: CellError[];
  /** A name is still being looked up. */
  pending: boolean;
}

const drawnKinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

/** The drawn area of a cell: it holds GeoJSON. */
export function areaIn(text: string | undefined): Geometry | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isGeometry(value, drawnKinds) ? value : null;
  } catch {
    return null;
  }
}

const fieldsOf: Record<string, { airport: string; takeoffLandingPoint: string }> = {
  departure: { airport: 'departure', takeoffLandingPoint: 'departurePoint' },
  destination: { airport: 'destination', takeoffLandingPoint: 'destinationPoint' },
};

const altitudeFaults: Record<AltitudeFault, string> = {
  none: 'plan.sheet.fault.altitude',
  unit: 'plan.sheet.fault.altitudeUnit',
  datum: 'plan.sheet.fault.altitudeDatum',
  point: 'transfer.cell.altitudePoint',
};

const visual = /^(VFR|IFR)$/i;

/** The rows of a plan as its form has them: names found, times of the wall brought to UTC, heights with their datum. */
export function readPlan(rows: readonly SheetRow[], plan: SheetPlan, context: ReadContext): ReadPlan {
  const errors: CellError[] = [];
  let pending = false;
  const [firstRow = 0] = plan.rows;
  const first = rows[firstRow];

  function named(row: number, column: SheetColumnId, text: string): Candidate | null {
    const meaning = context.meaningOf(columnOf(column).resources ?? [], text);
    if (meaning.state === 'one') return meaning.record;
    if (meaning.state === 'pending') pending = true;
    else {
      const { candidates } = meaning;
      errors.push({ row, column, key: `plan.sheet.fault.${meaning.state}`, values: { text }, candidates });
    }
    return null;
  }

  /** The columns that are read by the schema of their field. */
  function bySchema(part: PlanPart, row: SheetRow | undefined, at: number): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const { id, field, schema, column } of schemaColumns[part]) {
      const text = row?.cells[id]?.trim() ?? '';
      if (text === '') continue;
      if (column.resources) {
        const ids = (column.several ? namesIn(text) : [text]).flatMap(
          (name) => named(at, id, name)?.id ?? [],
        );
        if (ids.length > 0) values[field] = column.several ? [...new Set(ids)] : ids[0];
        continue;
      }
      const read = readText(schema, text, context.timeZone);
      if ('value' in read) values[field] = read.value;
      else {
        const { key, values: stated = {} } = read.error;
        const texts = Object.fromEntries(
          Object.entries(stated).map(([name, value]) => [name, String(value)]),
        );
        errors.push({ row: at, column: id, key, values: texts });
      }
    }
    return values;
  }

  function task(row: SheetRow, at: number): Record<string, unknown> {
    const values: Record<string, unknown> = { ...row.task };
    const addError = (column: SheetColumnId, key: string, more: Record<string, string> = {}) =>
      errors.push({ row: at, column, key, values: more });
    const text = (id: SheetColumnId) => row.cells[id]?.trim() ?? '';
    if (text('callsign')) values.callsign = text('callsign').toUpperCase();
    if (text('aircraft')) {
      const record = named(at, 'aircraft', text('aircraft'));
      if (record) values.aircraft = record.id;
    }
    const pilots = namesIn(text('pilots')).flatMap((name) => named(at, 'pilots', name)?.id ?? []);
    if (pilots.length > 0) values.pilots = [...new Set(pilots)];
    for (const column of ['departure', 'destination'] as const) {
      const record = text(column) ? named(at, column, text(column)) : null;
      const field =
        record && fieldsOf[column]?.[record.resource === 'airport' ? 'airport' : 'takeoffLandingPoint'];
      if (record && field) values[field] = record.id;
    }
    if (text('airspace')) {
      const record = named(at, 'airspace', text('airspace'));
      if (record) values.airspace = record.id;
    }
    Object.assign(values, times(text, addError, context));
    for (const side of ['lower', 'upper'] as const) {
      if (!text(side)) continue;
      const reading = readAltitudeText(text(side));
      if ('value' in reading) values[side] = reading.value;
      else addError(side, altitudeFaults[reading.error], { text: text(side) });
    }
    if (text('area')) {
      const area = areaIn(text('area'));
      if (area) values.geometry = area;
      else addError('area', 'plan.sheet.fault.area');
    }
    if (text('width')) {
      const metres = numberIn(plainFigures(text('width')).replace(/(?:m|米)$/i, ''));
      if (metres !== undefined && metres > 0) values.corridorWidthM = metres;
      else addError('width', 'plan.sheet.fault.width');
    }
    if (text('route')) values.route = text('route').toUpperCase();
    const rules = text('rules');
    const read = visual.test(rules)
      ? { value: rules[0]?.toUpperCase() }
      : rules
        ? readChoice(context.rules, rules, 'zh-Hans')
        : { value: values.rules ?? 'V' };
    if ('value' in read) values.rules = read.value;
    else addError('rules', 'plan.sheet.fault.rules', { text: rules });
    return { ...values, ...bySchema('jobTask', row, at) };
  }

  const values: ReadPlan['values'] = { urgency: 'normal', unmanned: false, ...first?.plan, tasks: [] };
  const mission = first?.cells.mission?.trim();
  if (mission) {
    const record = named(firstRow, 'mission', mission);
    if (record) values.missionType = record.id;
  }
  const urgency = first?.cells.urgency?.trim();
  if (urgency) {
    const read = readChoice(context.urgency, urgency, 'zh-Hans');
    if ('value' in read) values.urgency = read.value;
    else
      errors.push({
        row: firstRow,
        column: 'urgency',
        key: 'plan.sheet.fault.urgency',
        values: { text: urgency },
      });
  }
  Object.assign(values, bySchema('plan', first, firstRow));
  for (const at of plan.rows) {
    const row = rows[at];
    if (!row) continue;
    values.tasks.push(task(row, at));
    if (at === firstRow) continue;
    for (const { id, ofPlan } of sheetColumns) {
      const own = ofPlan ? row.cells[id]?.trim() : '';
      // What the plan's other rows say of the plan must be what its first row says.
      if (own && own !== first?.cells[id]?.trim()) {
        errors.push({
          row: at,
          column: id,
          key: 'plan.sheet.fault.ofPlan',
          values: { row: String(firstRow + 1) },
        });
      }
    }
  }
  return { plan, values, errors, pending };
}

function times(
  text: (id: SheetColumnId) => string,
  addError: (column: SheetColumnId, key: string, values?: Record<string, string>) => void,
  { today, timeZone }: ReadContext,
): Record<string, unknown> {
  const day = text('date') ? readDayText(text('date'), today) : null;
  if (text('date') && day === null) addError('date', 'plan.sheet.fault.day', { text: text('date') });
  const etd = text('etd') ? readClockText(text('etd')) : null;
  // Its day has a column of its own: a departure with `+1` would be on another one.
  const isDeparture = etd !== null && etd.days === null;
  if (text('etd') && !isDeparture) addError('etd', 'plan.sheet.fault.clock', { text: text('etd') });
  const eta = text('eta') ? readClockText(text('eta')) : null;
  if (text('eta') && eta === null) addError('eta', 'plan.sheet.fault.clock', { text: text('eta') });
  if (day === null) {
    if (!text('date') && (etd || eta)) addError('date', 'plan.sheet.fault.dayMissing');
    return {};
  }
  if (!isDeparture) return {};
  const momentOf = (column: 'etd' | 'eta', minutes: number, offsetMin: number | null) => {
    const moment = momentOfClock(day, minutes, offsetMin, timeZone);
    if ('at' in moment) return { [column]: moment.at };
    addError(column, `plan.sheet.fault.${moment.fault}`, moment.values);
    return null;
  };
  const departure = momentOf('etd', etd.minutes, etd.offsetMin);
  if (departure === null) return {};
  if (eta === null) return departure;
  if (eta.days === null && eta.minutes === etd.minutes && eta.offsetMin === etd.offsetMin) {
    addError('eta', 'plan.sheet.fault.noTime');
    return departure;
  }
  return { ...departure, ...momentOf('eta', arrivalMinutes(etd, eta), eta.offsetMin) };
}

/** Days after its departure day on which a row arrives; null where its times cannot be read. */
export function daysLater(row: SheetRow): number | null {
  const etd = readClockText(row.cells.etd ?? '');
  const eta = readClockText(row.cells.eta ?? '');
  return etd && eta ? Math.floor(arrivalMinutes(etd, eta) / 1440) : null;
}
