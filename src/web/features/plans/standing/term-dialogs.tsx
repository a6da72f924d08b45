import { useQueryClient } from '@tanstack/react-query';
import { App, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayAfter } from '#domain/plans/working-days.ts';
import { callService } from '#web/client/services.ts';
import { refreshPlans } from '#web/features/plans/plan-queries.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DayPicker } from '#web/ui/pickers.tsx';

interface Props {
  plan: { id: number; planNumber: string; validTo: string };
  today: string;
  onClose: () => void;
}

const textOf = (day: Dayjs | null) => day?.format('YYYY-MM-DD') ?? null;

/** The term ends sooner: what is not made by then is not made any more. */
export function EndTermDialog({ plan, today, onClose }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [day, setDay] = useState(today);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  return (
    <ConfirmDialog
      title={t('standing.end.title', { plan: plan.planNumber })}
      okText={t('standing.end')}
      danger
      failed={t('standing.end.failed')}
      onCancel={onClose}
      work={async () => {
        setTried(true);
        if (!reason.trim()) return;
        await callService('Navigation', 'EndStanding', { id: plan.id, validTo: day, reason: reason.trim() });
        await refreshPlans(client);
        message.success(t('standing.end.done', { plan: plan.planNumber, day }));
        onClose();
      }}
    >
      <p>{t('standing.end.text')}</p>
      <div className="standing-ask">
        <label htmlFor="standing-end-day">{t('standing.lastDay')}</label>
        <DayPicker
          id="standing-end-day"
          allowClear={false}
          value={dayjs(day)}
          minDate={dayjs(today)}
          maxDate={dayjs(plan.validTo)}
          onChange={(value) => setDay(textOf(value) ?? today)}
        />
        <label htmlFor="standing-end-reason">{t('approval.act.reason')}</label>
        <Input.TextArea
          id="standing-end-reason"
          rows={2}
          maxLength={1000}
          status={tried && !reason.trim() ? 'error' : ''}
          aria-invalid={tried && !reason.trim()}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </ConfirmDialog>
  );
}

/** A further term is a plan of its own: its draft opens, to be looked through and submitted. */
export function ExtendTermDialog({
  plan,
  maxDays,
  onClose,
  onMade,
}: Omit<Props, 'today'> & { maxDays: number; onMade: (id: number) => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [day, setDay] = useState(dayAfter(plan.validTo, maxDays));
  return (
    <ConfirmDialog
      title={t('standing.extend.title', { plan: plan.planNumber })}
      okText={t('standing.extend')}
      failed={t('standing.extend.failed')}
      onCancel={onClose}
      work={async () => {
        const made = await callService('Navigation', 'ExtendStanding', {
          id: plan.id,
          validTo: day,
        });
        await refreshPlans(client);
        message.success(t('standing.extend.done', { plan: made.planNumber }));
        onMade(made.id);
      }}
    >
      <p>{t('standing.extend.text', { from: dayAfter(plan.validTo, 1) })}</p>
      <div className="standing-ask">
        <label htmlFor="standing-extend-day">{t('standing.lastDay')}</label>
        <DayPicker
          id="standing-extend-day"
          allowClear={false}
          value={dayjs(day)}
          minDate={dayjs(dayAfter(plan.validTo, 1))}
          onChange={(value) => setDay(textOf(value) ?? day)}
        />
      </div>
    </ConfirmDialog>
  );
}
