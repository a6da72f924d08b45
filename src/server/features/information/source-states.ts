import { sql as raw } from 'kysely';
import type { InformationSourceState } from '#contract/information.ts';
import type { Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';

const hourMs = 3_600_000;

interface Counted {
  source: number;
  state: string;
  reason: unknown;
  total: number;
  lastHour: number;
}

/** How every source goes, by what it sent: whichever server took it. `at`: UTC ms. */
export async function sourceStates(
  sql: Sql,
  { at, locale, faults }: { at: number; locale: Locale; faults: ReadonlyMap<number, Text> },
): Promise<InformationSourceState[]> {
  const since = (ms: number) => new Date(at - ms).toISOString();
  const { rows: sources } = await raw<{
    id: number;
    name: string;
    nameEn: string | null;
    transport: string;
    enabled: boolean;
    deadAfterMin: number | null;
    createdAt: string;
    lastAt: string | null;
  }>`
    select s.id, s.name, s.name_en as "nameEn", s.transport, s.enabled, s.dead_after_min as "deadAfterMin", s.created_at as "createdAt",
      greatest((select max(m.received_at) from information_message m where m.source = s.id),
        (select max(i.received_at) from radar_image i where i.source_id = s.id),
        (select l.at from lightning_heard l where l.source_id = s.id)) as "lastAt"
    from information_source s where s.deleted_at is null order by s.name, s.id limit 1000`.execute(sql);
  const { rows: counts } = await raw<Counted>`
    select source, state, case when state = 'unreadable' then reason end as reason, count(*)::int as total,
      (count(*) filter (where received_at > ${since(hourMs)}::timestamptz))::int as "lastHour"
    from information_message
    where received_at > ${since(24 * hourMs)}::timestamptz and source is not null and deleted_at is null
    group by 1, 2, 3
    union all
    select source_id, state, case when state = 'unreadable' then reason::jsonb end as reason, count(*)::int as total,
      (count(*) filter (where received_at > ${since(hourMs)}::timestamptz))::int as "lastHour"
    from radar_image where received_at > ${since(24 * hourMs)}::timestamptz
    group by 1, 2, 3
    union all
    select source_id, 'stored', null, count(*)::int as total,
      (count(*) filter (where received_at > ${since(hourMs)}::timestamptz))::int as "lastHour"
    from lightning_stroke where received_at > ${since(24 * hourMs)}::timestamptz
    group by 1`.execute(sql);
  return sources.map(({ id, name, nameEn, transport, enabled, deadAfterMin, createdAt, lastAt }) => {
    const own = counts.filter(({ source }) => source === id);
    const failed = own.filter(({ state }) => state === 'unreadable');
    const fault = faults.get(id);
    const last = lastAt === null ? null : new Date(lastAt).getTime();
    const sum = (of: Counted[], by: 'total' | 'lastHour') => of.reduce((all, one) => all + one[by], 0);
    return {
      sourceId: id,
      name: nameIn({ name, nameEn }, locale),
      transport,
      enabled,
      lastAt: last,
      isSilent: enabled && at - (last ?? new Date(createdAt).getTime()) > (deadAfterMin ?? 90) * 60_000,
      reportsLastHour: sum(own, 'lastHour'),
      reports: sum(own, 'total'),
      unreadable: sum(failed, 'total'),
      reasons: failed
        .sort((a, b) => b.total - a.total)
        .map(({ reason, total }) => ({ reason: wordedIn(reason, locale) ?? '', count: total })),
      fault: fault ? textIn(fault, locale) : null,
    };
  });
}
