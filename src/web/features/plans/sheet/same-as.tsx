import { useQuery } from '@tanstack/react-query';
import { Checkbox, Empty, Modal, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SheetRow } from '#domain/plans/sheet/rows.ts';
import { type FiledPlan, rowsOfPlans } from '#domain/plans/sheet/write-plan.ts';
import { planState } from '#domain/plans/states.ts';
import { dayAfter, daysBetween } from '#domain/plans/working-days.ts';
import type { JobTaskRecord, PlanRecord } from '#domain/record/records.gen.ts';
import { instantAt, serviceZone, today } from '#web/client/clock.ts';
import { dataProvider } from '#web/client/data.ts';
import { newKey } from '#web/client/new-key.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightSpan } from '#web/ui/flight-time.tsx';
import { DayPicker } from '#web/ui/pickers.tsx';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';

/** More plans than these are not flown by one operator on one day. */
const mostPlans = 500;

type DayPlan = FiledPlan & { plan: PlanRecord };

/** What was never filed, or was taken back, is not flown again by itself. */
const notRepeated: readonly unknown[] = [planState.new, planState.cancelled, planState.rejected];

async function plansOf(company: number | null, day: string): Promise<DayPlan[]> {
  const many = { currentPage: 1, pageSize: mostPlans, mode: 'server' as const };
  const { data: plans } = await dataProvider.getList<PlanRecord>({
    resource: 'plan',
    pagination: many,
    sorters: [{ field: 'startTime', order: 'asc' }],
    filters: [
      { field: 'startTime', operator: 'gte', value: new Date(instantAt(day)).toISOString() },
      { field: 'startTime', operator: 'lt', value: new Date(instantAt(dayAfter(day, 1))).toISOString() },
      { field: 'kind', operator: 'ne', value: 'standing' },
      ...(company === null ? [] : [{ field: 'company', operator: 'eq' as const, value: company }]),
    ],
  });
  if (plans.length === 0) return [];
  const { data: tasks } = await dataProvider.getList<JobTaskRecord>({
    resource: 'jobTask',
    pagination: { ...many, pageSize: 20 * plans.length },
    sorters: [{ field: 'sequence', order: 'asc' }],
    filters: [{ field: 'plan', operator: 'in', value: plans.map(({ id }) => id) }],
  });
  return plans.map((plan) => ({ plan, tasks: tasks.filter((task) => task.plan === plan.id) }));
}

interface Props {
  company: number | null;
  onTake: (rows: SheetRow[]) => void;
  onClose: () => void;
}

/** The flights of one day once more, on another: from today to tomorrow until other days are chosen. */
export function SameAs({ company, onTake, onClose }: Props) {
  const { t } = useTranslation();
  const now = today();
  const [from, setFrom] = useState(now);
  const [to, setTo] = useState(dayAfter(now, 1));
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { data, error, isPending } = useQuery({
    queryKey: ['sheet', 'same-as', company, from],
    queryFn: () => plansOf(company, from),
    staleTime: 0,
  });
  const isChosen = ({ plan }: DayPlan) => left.has(plan.id) === notRepeated.includes(plan.state);
  const chosen = (data ?? []).filter(isChosen);
  const toggle = (id: number) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  const take = () =>
    onTake(rowsOfPlans(chosen, { days: daysBetween(from, to), newKey, timeZone: serviceZone() }));
  const day = (label: string, value: string, set: (day: string) => void) => (
    <DayPicker
      aria-label={label}
      allowClear={false}
      value={dayjs(value)}
      onChange={(next) => next && set(next.format('YYYY-MM-DD'))}
    />
  );
  return (
    <Modal
      open
      title={t('plan.sheet.sameAs')}
      okText={t('plan.sheet.sameAs.take', { count: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0 }}
      cancelText={t('shell.cancel')}
      onOk={take}
      onCancel={onClose}
    >
      <div className="cw-bar" style={{ marginBlock: '1em' }}>
        {t('plan.sheet.sameAs.from')} {day(t('plan.sheet.sameAs.from'), from, setFrom)}{' '}
        {t('plan.sheet.sameAs.to')} {day(t('plan.sheet.sameAs.to'), to, setTo)}
      </div>
      {error && <Failure title={t('plan.page.failed')} error={error} />}
      {isPending && <Skeleton active />}
      {data?.length === 0 && <Empty description={t('plan.sheet.sameAs.none')} />}
      <ul className="cw-plain-list">
        {data?.map((one) => (
          <li key={one.plan.id}>
            <Checkbox checked={isChosen(one)} onChange={() => toggle(one.plan.id)}>
              <strong className="cw-figures">
                {[...new Set(one.tasks.map(({ callsign }) => callsign))].join(', ')}
              </strong>{' '}
              <FlightSpan from={one.plan.startTime ?? null} to={one.plan.endTime ?? null} />{' '}
              <PlanStateTag state={one.plan.state} />
            </Checkbox>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
