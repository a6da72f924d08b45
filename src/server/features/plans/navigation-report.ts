import { Type } from '@sinclair/typebox';
import { reportPeriods } from '#domain/plans/report-period.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { fileName, mediaTypes } from '#server/engine/transfer/write-sheet.ts';
import { nullable } from '#server/http/nullable.ts';
import { FileAnswer, method, type ServiceMethod } from '#server/http/service.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { createPlanReporting } from './plan-report.ts';
import { reportWorkbook } from './report-workbook.ts';

/** As the routes of /statistics ask (specification §2); rows by scope like everything. */
const readers = ['Pages.Statistics', 'Pages.Navigation', 'Pages.StandingNAircraft'];

const ids = Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 200 }));
const day = (description: string) => Type.Optional(Type.String({ maxLength: 10, description }));

const input = Type.Object({
  period: Type.Optional(
    Type.Union(
      reportPeriods.map((one) => Type.Literal(one)),
      { description: 'default: month' },
    ),
  ),
  from: day('YYYY-MM-DD: a day of the period, or the first of a custom one; default: today'),
  to: day('YYYY-MM-DD: the last day of a custom period'),
  companies: ids,
  missionTypes: ids,
  aircraftTypes: ids,
  airports: ids,
  kinds: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
});

const count = Type.Integer();
const figures = {
  /** Filed; drafts and standing plans are none of it. */
  plans: count,
  pending: count,
  approved: count,
  rejected: count,
  revoked: count,
  cancelled: count,
  lapsed: count,
  inFlight: count,
  flown: count,
  sorties: Type.Number(),
  /** Flown, take-off to landing. */
  minutes: Type.Number(),
  departed: count,
  onTime: count,
  lateReports: count,
  missingReports: count,
};
const head = {
  period: Type.String(),
  /** Days on the wall of `timeZone`, both included. */
  from: Type.String(),
  to: Type.String(),
  /** What one point of a line stands for: hour, day, week (its Monday) or month. */
  bucket: Type.String(),
  timeZone: Type.String(),
  generatedAt: Type.String(),
  onTimeMinutes: Type.Number(),
  lateReportMinutes: Type.Number(),
};
const line = Type.Object({ id: nullable(Type.Integer()), name: nullable(Type.String()), ...figures });
const point = Type.Object({ key: Type.String(), ...figures });

/** Plan reports (specification §7, /statistics/navigationForms): counted by the database in the caller's rows. */
export function reportMethods(deps: {
  records: Records;
  sql: Sql;
  clock: () => Date;
  figures: () => Promise<PlanParameters>;
}): ServiceMethod[] {
  const reporting = createPlanReporting(deps);
  return [
    method({
      verb: 'POST',
      name: 'GetNAircraftReport',
      permission: readers,
      writes: false,
      summary: 'Plans of a period by time, operator, mission type, aircraft type and aerodrome',
      input,
      output: Type.Object({
        ...head,
        totals: Type.Object(figures),
        series: Type.Array(point),
        companies: Type.Array(line),
        missionTypes: Type.Array(line),
        aircraftTypes: Type.Array(line),
        airports: Type.Array(line),
      }),
      handle: (wish, caller) => reporting.report(caller, wish),
    }),
    method({
      verb: 'POST',
      name: 'GetFlyTypeNames',
      permission: readers,
      writes: false,
      summary: 'The mission types of the plans of a period, the busiest first',
      input,
      output: Type.Object({ ...head, items: Type.Array(line) }),
      handle: (wish, caller) => reporting.missionTypes(caller, wish),
    }),
    method({
      verb: 'POST',
      name: 'GetFlyTypeNameList',
      permission: readers,
      writes: false,
      summary: 'Each mission type along the time of the report',
      input,
      output: Type.Object({
        ...head,
        keys: Type.Array(Type.String()),
        items: Type.Array(
          Type.Object({
            id: nullable(Type.Integer()),
            name: nullable(Type.String()),
            points: Type.Array(point),
          }),
        ),
      }),
      handle: (wish, caller) => reporting.missionTypesByTime(caller, wish),
    }),
    method({
      verb: 'POST',
      name: 'GetFlyTypeNameUnit',
      permission: readers,
      writes: false,
      summary: 'The mission types of each operator',
      input,
      output: Type.Object({
        ...head,
        items: Type.Array(
          Type.Object({
            company: Type.Integer(),
            companyName: nullable(Type.String()),
            values: Type.Array(line),
          }),
        ),
      }),
      handle: (wish, caller) => reporting.missionTypesByUnit(caller, wish),
    }),
    method({
      verb: 'GET',
      name: 'ExportNAircraftReport',
      permission: readers,
      summary: 'The report as an Excel workbook: a sheet for each table',
      input,
      output: Type.Unsafe<FileAnswer>({ type: 'string', format: 'binary' }),
      file: mediaTypes.xlsx,
      async handle(wish, caller) {
        const report = await reporting.report(caller, wish);
        const title = textIn({ key: 'report.title' }, caller.locale);
        return new FileAnswer({
          name: fileName(`${title}-${report.from}-${report.to}`, 'xlsx', deps.clock(), report.timeZone),
          mediaType: mediaTypes.xlsx,
          stream: reportWorkbook(report, caller.locale),
        });
      },
    }),
  ];
}
