import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { fileName, mediaTypes } from '#server/engine/transfer/write-sheet.ts';
import { FileAnswer, type Handlers } from '#server/http/service.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { createPlanReporting } from './plan-report.ts';
import { reportWorkbook } from './report-workbook.ts';

/** Plan reports (specification §7, /statistics/navigationForms): counted by the database in the caller's rows. */
export function reportMethods(deps: {
  records: Records;
  sql: Sql;
  clock: () => Date;
  readParameters: () => Promise<PlanParameters>;
}): Pick<
  Handlers<'Navigation'>,
  | 'GetNAircraftReport'
  | 'GetFlyTypeNames'
  | 'GetFlyTypeNameList'
  | 'GetFlyTypeNameUnit'
  | 'ExportNAircraftReport'
> {
  const reporting = createPlanReporting(deps);
  return {
    GetNAircraftReport: (input, caller) => reporting.report(caller, input),
    GetFlyTypeNames: (input, caller) => reporting.missionTypes(caller, input),
    GetFlyTypeNameList: (input, caller) => reporting.missionTypesByTime(caller, input),
    GetFlyTypeNameUnit: (input, caller) => reporting.missionTypesByUnit(caller, input),
    async ExportNAircraftReport(input, caller) {
      const report = await reporting.report(caller, input);
      const title = textIn({ key: 'report.title' }, caller.locale);
      return new FileAnswer({
        name: fileName(`${title}-${report.from}-${report.to}`, 'xlsx', deps.clock(), report.timeZone),
        mediaType: mediaTypes.xlsx,
        stream: reportWorkbook(report, caller.locale),
      });
    },
  };
}
