import type { ReportSubscription } from '#domain/record/records.gen.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { ScheduledReports } from '#server/features/reports/scheduled-reports.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { IdsByKey } from '#server/seed/ensure.ts';

const common = { time: '08:00', zone: 'Asia/Shanghai', isActive: true } as const;

/**
 * Plan reports that are sent by schedule, each made once at the first start, so that its recipients have one to read. Nothing
 * where there is one already, or where the demo has no accounts.
 */
export async function seedDemoReports(deps: {
  records: Records;
  sql: Sql;
  reports: Pick<ScheduledReports, 'service'>;
  users: IdsByKey;
}): Promise<void> {
  const { records, sql, reports, users } = deps;
  const some = await sql.selectFrom('reportSubscription').select('id').limit(1).executeTakeFirst();
  const sendNow = reports.service.methods.find(({ name }) => name === 'SendNow');
  if (some || users.size === 0 || !sendNow) return;
  const staff = await sql.selectFrom('user').select('id').where('userName', '=', 'admin').execute();
  const idsOf = (...names: string[]) => names.flatMap((name) => users.get(name) ?? []);
  const schedules: ReportSubscription[] = [
    {
      ...common,
      name: '每周飞行计划报表（演示）',
      nameEn: 'Weekly flight plan report (demo)',
      period: 'week',
      every: 'week',
      weekday: 1,
      format: 'xlsx',
      users: [...staff.map(({ id }) => id), ...idsOf('atmb', 'operator')],
    },
    {
      ...common,
      name: '月度飞行计划报表（演示）',
      nameEn: 'Monthly flight plan report (demo)',
      period: 'month',
      every: 'month',
      monthDay: 1,
      format: 'csv',
      users: [...staff.map(({ id }) => id), ...idsOf('atmb', 'aiw')],
    },
  ];
  for (const schedule of schedules) {
    const { id } = await records.create(systemCaller(), 'reportSubscription', schedule);
    await sendNow.handle({ id }, systemCaller());
  }
}
