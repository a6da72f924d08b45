import { Type } from '@sinclair/typebox';
import { call, excelFile, fileCall } from '#contract/call.ts';
import { idInput } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';
import { reportBuckets, reportPeriods } from '#domain/plans/report-period.ts';
import { statisticsReaders } from '#domain/statistics/readers.ts';

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
const metrics = {
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
  bucket: Type.Union(reportBuckets.map((one) => Type.Literal(one))),
  timeZone: Type.String(),
  generatedAt: Type.String(),
  onTimeMinutes: Type.Number(),
  lateReportMinutes: Type.Number(),
};
const line = Type.Object({ id: nullable(Type.Integer()), name: nullable(Type.String()), ...metrics });
const point = Type.Object({ key: Type.String(), ...metrics });

/** Plan reports (specification §7, /statistics/navigationForms): counted by the database in the caller's rows. */
export const navigationReport = {
  GetNAircraftReport: call({
    verb: 'POST',
    permission: statisticsReaders,
    writes: false,
    summary: 'Plans of a period by time, operator, mission type, aircraft type and aerodrome',
    input,
    output: Type.Object({
      ...head,
      totals: Type.Object(metrics),
      series: Type.Array(point),
      companies: Type.Array(line),
      missionTypes: Type.Array(line),
      aircraftTypes: Type.Array(line),
      airports: Type.Array(line),
    }),
  }),
  GetFlyTypeNames: call({
    verb: 'POST',
    permission: statisticsReaders,
    writes: false,
    summary: 'The mission types of the plans of a period, the busiest first',
    input,
    output: Type.Object({ ...head, items: Type.Array(line) }),
  }),
  GetFlyTypeNameList: call({
    verb: 'POST',
    permission: statisticsReaders,
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
  }),
  GetFlyTypeNameUnit: call({
    verb: 'POST',
    permission: statisticsReaders,
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
  }),
  ExportNAircraftReport: fileCall({
    verb: 'GET',
    permission: statisticsReaders,
    summary: 'The report as an Excel workbook: a sheet for each table',
    input,
    file: excelFile,
  }),
};

/** What was sent by a scheduled report: everyone reads what was made for them alone. */
export const reportResults = {
  Get: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'A report that was made for the caller, as it was then',
    input: idInput,
    output: Type.Object({
      name: Type.String(),
      /** UTC, ISO 8601. */
      dueAt: Type.String(),
      report: navigationReport.GetNAircraftReport.output,
    }),
  }),
  Download: fileCall({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'The same as the file that was sent',
    input: idInput,
    file: 'application/octet-stream',
  }),
  SendNow: call({
    verb: 'POST',
    permission: ['Pages.Statistics'],
    summary: 'Makes and sends a scheduled report at once, of the period before now',
    input: idInput,
    output: Type.Object({ recipients: Type.Integer() }),
  }),
};
