import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MonitorAlarmView } from '#contract/monitor.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { momentText } from './moment-text.ts';
import { monitorKey } from './monitor-queries.ts';

/** What is wrong now, each with a way to say that somebody looks after it. */
export function MonitorAlarms({ alarms }: { alarms: readonly MonitorAlarmView[] }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<MonitorAlarmView | null>(null);
  if (alarms.length === 0)
    return (
      <p role="status" className="monitor-quiet">
        <span aria-hidden="true">✓</span> {t('monitor.noAlarms')}
      </p>
    );
  return (
    <>
      <ul className="monitor-alarms" aria-label={t('monitor.alarms')}>
        {alarms.map((alarm) => (
          <li key={alarm.id} data-level={alarm.level} data-state={alarm.state}>
            <span className="monitor-level">
              <span aria-hidden="true">{alarm.level === 'warning' ? '▲' : '◆'}</span>{' '}
              {t(`monitor.level.${alarm.level}`)}
            </span>
            <strong>{alarm.text}</strong>
            <span className="cw-figures cw-soft">{momentText(alarm.raisedAt).slice(5, 16)}</span>
            {alarm.state === 'acknowledged' ? (
              <span className="cw-soft">
                {t('monitor.acknowledgedBy', { name: alarm.acknowledgedBy ?? '—' })}
                {alarm.note && ` · ${alarm.note}`}
              </span>
            ) : (
              <Button size="small" onClick={() => setAsked(alarm)}>
                {t('monitor.acknowledge')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && <Acknowledge alarm={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function Acknowledge({ alarm, onClose }: { alarm: MonitorAlarmView; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const { busy, failure, run } = useAsyncAction();
  const send = () =>
    run(async () => {
      await callService('Monitor', 'Acknowledge', { id: alarm.id, note });
      await client.invalidateQueries({ queryKey: monitorKey });
      onClose();
    });
  return (
    <Modal
      open
      title={t('monitor.acknowledge')}
      okText={t('monitor.acknowledge')}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p>{alarm.text}</p>
      <Input.TextArea
        aria-label={t('monitor.note')}
        placeholder={t('monitor.note')}
        value={note}
        maxLength={500}
        autoSize={{ minRows: 2 }}
        onChange={(event) => setNote(event.target.value)}
      />
      {failure !== null && <Failure error={failure} />}
    </Modal>
  );
}
