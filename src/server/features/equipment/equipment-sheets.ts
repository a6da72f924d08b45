import type {
  AvailabilitySpan,
  EquipmentCoverage,
  EquipmentGateway,
  EquipmentSource,
  EquipmentTerminal,
  Interference,
} from '#contract/equipment.ts';
import type { JointPicture } from '#domain/equipment/joint-coverage.ts';
import { cornerOf } from '#domain/statistics/heat-cells.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { parseTime } from '#domain/text/times.ts';
import { tableFile } from '#server/engine/transfer/table-file.ts';
import type { OutCell, SheetFormat } from '#server/engine/transfer/write-sheet.ts';
import type { FileAnswer } from '#server/http/service.ts';

export interface SheetOf {
  format: SheetFormat;
  locale: Locale;
  now: Date;
  timeZone: string;
}

interface Column<T> {
  key: string;
  width?: number;
  text?: boolean;
  of(row: T): OutCell;
}

/** One table as a file; times on the wall of the service. */
function sheet<T>(
  rows: readonly T[],
  titleKey: string,
  columns: readonly Column<T>[],
  to: SheetOf,
): FileAnswer {
  const say = (key: string) => textIn({ key }, to.locale);
  const title = say(titleKey);
  const table = {
    name: title,
    title,
    columns: columns.map(({ key, width, text }) => ({
      header: say(`equipment.sheet.${key}`),
      ...(width ? { width } : {}),
      ...(text ? { text } : {}),
    })),
    rows: rows.map((row) => columns.map(({ of }) => of(row))),
  };
  return tableFile(table, to.format, to.timeZone, to.now);
}

const timeIn =
  ({ timeZone }: SheetOf) =>
  (at: number | null): string | null =>
    at === null ? null : parseTime(at, '{y}-{m}-{d} {h}:{i}:{s}', timeZone);

export function sourceSheet(rows: readonly EquipmentSource[], to: SheetOf): FileAnswer {
  const time = timeIn(to);
  const say = (key: string) => textIn({ key }, to.locale);
  const span = (key: string, of: (row: EquipmentSource) => AvailabilitySpan): Column<EquipmentSource>[] => [
    { key, of: (row) => of(row).percent },
    { key: `${key}Watched`, of: (row) => of(row).watched },
  ];
  return sheet(
    rows,
    'equipment.sheet.sources',
    [
      { key: 'name', width: 28, text: true, of: ({ name }) => name },
      { key: 'state', of: ({ state }) => say(`equipment.state.${state}`) },
      { key: 'fault', width: 28, of: ({ fault }) => fault },
      { key: 'lastAt', width: 20, of: ({ lastAt }) => time(lastAt) },
      { key: 'rate', of: ({ recordsPerSecond }) => recordsPerSecond },
      { key: 'delayP50', of: ({ delayP50S }) => delayP50S },
      { key: 'delayP95', of: ({ delayP95S }) => delayP95S },
      ...span('day', ({ day }) => day),
      ...span('week', ({ week }) => week),
      ...span('month', ({ month }) => month),
      { key: 'declared', of: ({ declared }) => declared },
      { key: 'seen', of: ({ seen }) => seen },
      { key: 'beyond', of: ({ beyond }) => beyond },
      { key: 'gaps', of: ({ declared, gaps }) => (declared === null ? null : gaps) },
    ],
    to,
  );
}

export function gatewaySheet(rows: readonly EquipmentGateway[], to: SheetOf): FileAnswer {
  const time = timeIn(to);
  return sheet(
    rows,
    'equipment.sheet.gateways',
    [
      { key: 'name', width: 28, text: true, of: ({ name }) => name },
      { key: 'state', of: ({ state }) => textIn({ key: `equipment.state.${state}` }, to.locale) },
      { key: 'sentAt', width: 20, of: ({ lastSentAt }) => time(lastSentAt) },
      { key: 'receivedAt', width: 20, of: ({ lastReceivedAt }) => time(lastReceivedAt) },
      { key: 'waiting', of: ({ waiting }) => waiting },
      { key: 'sent', of: ({ sent }) => sent },
      { key: 'received', of: ({ received }) => received },
      { key: 'failed', of: ({ failed }) => failed },
    ],
    to,
  );
}

export function terminalSheet(rows: readonly EquipmentTerminal[], to: SheetOf): FileAnswer {
  const time = timeIn(to);
  const say = (key: string) => textIn({ key }, to.locale);
  return sheet(
    rows,
    'equipment.sheet.terminals',
    [
      { key: 'terminal', width: 24, text: true, of: ({ terminal }) => terminal },
      { key: 'kind', of: ({ kind }) => say(`equipment.kind.${kind}`) },
      { key: 'aircraft', text: true, of: ({ aircraft }) => aircraft?.registration ?? null },
      { key: 'state', of: ({ state }) => say(`equipment.terminal.${state}`) },
      { key: 'lastAt', width: 20, of: ({ lastAt }) => time(lastAt) },
      { key: 'perMinute', of: ({ reportsPerMinute }) => reportsPerMinute },
      { key: 'reports', of: ({ reports }) => reports },
      { key: 'days', of: ({ days }) => days },
      { key: 'heardBy', width: 40, of: ({ sources }) => sources.join('; ') },
    ],
    to,
  );
}

/** Cells of one source with what each is; the corner is that to the south-west. */
export function cellSheet(coverage: EquipmentCoverage, to: SheetOf): FileAnswer {
  const time = timeIn(to);
  const rows = (['seen', 'beyond', 'gaps'] as const).flatMap((what) =>
    coverage[what].map((cell) => ({ what, cell })),
  );
  return sheet(
    rows,
    'equipment.sheet.coverage',
    [
      { key: 'what', of: ({ what }) => textIn({ key: `equipment.sheet.${what}` }, to.locale) },
      { key: 'longitude', of: ({ cell }) => cell[0] },
      { key: 'latitude', of: ({ cell }) => cell[1] },
      { key: 'reports', of: ({ cell }) => cell[2] },
      { key: 'lastAt', width: 20, of: ({ cell }) => time(cell[3]) },
    ],
    to,
  );
}

/** Cells with GNSS interference as they are listed, those of one hour or the present ones; a place is the middle of a cell. */
export function interferenceSheet({ at, hour, degrees, cells }: Interference, to: SheetOf): FileAnswer {
  const time = timeIn(to);
  return sheet(
    cells,
    'equipment.sheet.interference',
    [
      { key: 'hour', width: 20, of: () => time(hour ?? at) },
      { key: 'middleLongitude', of: ({ longitude }) => longitude + degrees / 2 },
      { key: 'middleLatitude', of: ({ latitude }) => latitude + degrees / 2 },
      { key: 'state', of: ({ state }) => textIn({ key: `equipment.interference.${state}` }, to.locale) },
      { key: 'since', width: 20, of: ({ since }) => time(since) },
      { key: 'affected', of: ({ affected }) => affected },
      { key: 'heard', of: ({ heard }) => heard },
      { key: 'percent', of: ({ percent }) => percent },
      { key: 'degraded', of: ({ degraded }) => degraded },
      { key: 'jumps', of: ({ jumps }) => jumps },
      { key: 'losses', of: ({ losses }) => losses },
      { key: 'accuracy', of: ({ accuracyM }) => (accuracyM === null ? null : Math.round(accuracyM)) },
      { key: 'widened', of: ({ widenedM }) => widenedM },
    ],
    to,
  );
}

/** Cells of all sources together with what each is; the corner is that to the south-west. */
export function jointSheet(picture: JointPicture, to: SheetOf): FileAnswer {
  const time = timeIn(to);
  const rows = (['gaps', 'blind', 'single', 'several'] as const).flatMap((what) =>
    picture[what].map((cell) => ({ sources: null, flights: null, reports: null, ...cell, what })),
  );
  return sheet(
    rows,
    'equipment.sheet.joint',
    [
      { key: 'what', of: ({ what }) => textIn({ key: `equipment.joint.${what}` }, to.locale) },
      { key: 'longitude', of: ({ cell }) => cornerOf(cell)[0] },
      { key: 'latitude', of: ({ cell }) => cornerOf(cell)[1] },
      { key: 'sourceCount', of: ({ sources }) => sources },
      { key: 'reports', of: ({ reports }) => reports },
      { key: 'flights', of: ({ flights }) => flights },
      {
        key: 'lastAt',
        width: 20,
        of: ({ what, lastAt }) => (what === 'gaps' || what === 'blind' ? null : time(lastAt)),
      },
      {
        key: 'lastFlightAt',
        width: 20,
        of: ({ what, lastAt }) => (what === 'gaps' || what === 'blind' ? time(lastAt) : null),
      },
    ],
    to,
  );
}
