import { BellOutlined } from '@ant-design/icons';
import { Button, Drawer, Empty } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { Reminder } from '#contract/notices.ts';
import { callService } from '#web/client/services.ts';
import { useArrivals } from './arrivals.tsx';
import { Marked } from './message-count.tsx';
import { MessageEntry } from './message-entry.tsx';
import { useRefresh, useReminders } from './queries.ts';
import { alarm } from './sound.ts';

/** The alarm sounds again while the list is open with something unread (specification §9). */
const alarmMs = 10_000;

/** What I am to be reminded of: unread first, each marked by itself. */
export function ReminderButton() {
  const { t } = useTranslation();
  const reminders = useReminders();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  useArrivals();
  const unread = reminders.filter(({ isRead }) => isRead === 0).length;

  useEffect(() => {
    if (!open || unread === 0) return;
    alarm();
    const timer = setInterval(alarm, alarmMs);
    return () => clearInterval(timer);
  }, [open, unread]);

  const read = async ({ id, isRead }: Reminder) => {
    if (isRead === 0) await callService('Reminder', 'SetRead', { id });
    await refresh('reminders');
  };

  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<Marked count={unread} icon={<BellOutlined />} />}
        aria-label={t('notices.reminders.label', { count: unread })}
        title={t('notices.reminders')}
        onClick={() => setOpen(true)}
      />
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title={t('notices.reminders')}
        width={420}
        extra={
          <Link to="/message/allmessage" onClick={() => setOpen(false)}>
            {t('notices.all')}
          </Link>
        }
      >
        {reminders.length === 0 && <Empty description={t('notices.reminders.none')} />}
        <ul className="cw-plain-list">
          {reminders.map((reminder) => (
            <li key={reminder.id}>
              <MessageEntry
                message={reminder}
                onRead={() => read(reminder)}
                onOpen={(path) => {
                  setOpen(false);
                  void navigate(path);
                }}
              />
            </li>
          ))}
        </ul>
      </Drawer>
    </>
  );
}
