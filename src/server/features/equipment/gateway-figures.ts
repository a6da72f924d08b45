import { sql as raw } from 'kysely';
import type { EquipmentGateway } from '#contract/equipment.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import type { MessageGatewayRecord } from '#domain/record/records.gen.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { Sql } from '#server/db/sql.ts';

const shownDays = 31;
const dayMs = 86_400_000;
/** What waits for longer is late. */
const lateAfterMs = 10 * 60_000;

interface Figures {
  gateway: number;
  sentAt: number | null;
  receivedAt: number | null;
  failedAt: number | null;
  waiting: number;
  oldestAt: number | null;
  sent: number;
  received: number;
  failed: number;
}

/** How message gateways go, from the messages that went through them. */
export async function readGateways(
  sql: Sql,
  gateways: readonly MessageGatewayRecord[],
  nowMs: number,
  timeZone: string,
): Promise<EquipmentGateway[]> {
  const yesterday = new Date(nowMs - dayMs).toISOString();
  const today = dayOf(nowMs, timeZone);
  const first = dayAfter(today, 1 - shownDays);
  const ms = (column: string) => raw`(extract(epoch from ${raw.raw(column)})::float8 * 1000)`;
  const { rows: figures } = await raw<Figures>`
    select gateway, ${ms("max(sent_at) filter (where direction = 'out')")} as "sentAt",
      ${ms("max(coalesce(received_at, created_at)) filter (where direction = 'in')")} as "receivedAt",
      ${ms("max(updated_at) filter (where direction = 'out' and (state = 'failed' or (state = 'pending' and error is not null)))")}
        as "failedAt",
      count(*) filter (where direction = 'out' and state = 'pending')::int as waiting,
      ${ms("min(created_at) filter (where direction = 'out' and state = 'pending')")} as "oldestAt",
      count(*) filter (where sent_at >= ${yesterday}::timestamptz)::int as sent,
      count(*) filter (where direction = 'in' and coalesce(received_at, created_at) >= ${yesterday}::timestamptz)::int as received,
      count(*) filter (where state = 'failed' and updated_at >= ${yesterday}::timestamptz)::int as failed
    from plan_message where gateway is not null and deleted_at is null group by gateway`.execute(sql);
  const { rows: days } = await raw<{ gateway: number; day: string; count: number }>`
    select gateway, to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*)::int as count
    from (
      select gateway, case direction when 'in' then coalesce(received_at, created_at) else sent_at end as at
      from plan_message where gateway is not null and deleted_at is null
        and created_at >= ${`${first}T00:00:00Z`}::timestamptz - interval '1 day'
    ) as each where at is not null group by 1, 2`.execute(sql);
  return gateways.map((gateway) => {
    const found = figures.find((one) => Number(one.gateway) === gateway.id);
    const counts = new Map(
      days.filter((one) => Number(one.gateway) === gateway.id).map(({ day, count }) => [day, count]),
    );
    return {
      id: gateway.id,
      name: gateway.name,
      kind: gateway.kind ?? 'directory',
      direction: gateway.direction ?? 'out',
      state: gateway.isEnabled === false ? 'off' : stateOf(found, nowMs),
      lastSentAt: found?.sentAt ?? null,
      lastReceivedAt: found?.receivedAt ?? null,
      waiting: found?.waiting ?? 0,
      oldestAt: found?.oldestAt ?? null,
      sent: found?.sent ?? 0,
      received: found?.received ?? 0,
      failed: found?.failed ?? 0,
      recent: Array.from({ length: shownDays }, (_, index) => counts.get(dayAfter(first, index)) ?? 0),
    };
  });
}

function stateOf(found: Figures | undefined, nowMs: number): EquipmentGateway['state'] {
  if (!found) return 'quiet';
  const { sentAt, receivedAt, failedAt, oldestAt } = found;
  if (failedAt !== null && failedAt > (sentAt ?? 0) && nowMs - failedAt < dayMs) return 'failing';
  if (oldestAt !== null && nowMs - oldestAt > lateAfterMs) return 'late';
  return nowMs - Math.max(sentAt ?? 0, receivedAt ?? 0) < dayMs ? 'live' : 'quiet';
}
