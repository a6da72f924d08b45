import { BellOutlined } from '@ant-design/icons';
import { Button, Drawer, Empty } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Reminder } from '#contract/notices.ts';
import { relativeTime } from '#domain/text/times.ts';
import { localText, serviceZone } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { opensScreen } from '#web/client/screens.ts';
import { callService } from '#web/client/services.ts';
import { Marked } from './message-count.tsx';
import { useRefresh, useReminders } from './queries.ts';
import { alarm } from './sound.ts';

/** The alarm sounds again while the list is open with something unread (specification §9). */
const alarmMs = 10_000;

/** What I am to be reminded of: unread first, each marked by itself. */
export function ReminderButton() {
  const { t } = useTranslation();
  const locale = useLocale();
  const reminders = useReminders();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
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
      <Drawer open={open} onClose={() => setOpen(false)} title={t('notices.reminders')} width={420}>
        {reminders.length === 0 && <Empty description={t('notices.reminders.none')} />}
        <ul className="cw-plain-list">
          {reminders.map((reminder) => {
            const path = pathOf(reminder);
            return (
              <li key={reminder.id}>
                <article className="cw-entry" tabIndex={-1}>
                  <p style={{ margin: 0, fontWeight: reminder.isRead === 0 ? 600 : 400 }}>
                    {reminder.isRead === 0 && <span aria-hidden="true">● </span>}
                    {reminder.content}
                  </p>
                  {reminder.opinion && <q>{reminder.opinion}</q>}
                  <footer className="cw-bar" style={{ color: 'var(--cw-soft)' }}>
                    <time
                      className="cw-figures"
                      dateTime={reminder.creationTime}
                      title={localText(reminder.creationTime)}
                    >
                      {relativeTime(reminder.creationTime, Date.now(), { locale, timeZone: serviceZone() }) ??
                        '---'}
                    </time>
                    <span className="cw-grow" />
                    {path && (
                      <Button
                        size="small"
                        onClick={() => {
                          setOpen(false);
                          void read(reminder).finally(() => navigate(path));
                        }}
                      >
                        {t('notices.open')}
                      </Button>
                    )}
                    {reminder.isRead === 0 ? (
                      <Button
                        size="small"
                        onClick={({ currentTarget }) => {
                          // The button goes when it has done its work: the keyboard goes on at its entry.
                          const entry = currentTarget.closest('article');
                          void read(reminder).then(() => entry?.focus());
                        }}
                      >
                        {t('notices.read')}
                      </Button>
                    ) : (
                      <span>{t('notices.wasRead')}</span>
                    )}
                  </footer>
                </article>
              </li>
            );
          })}
        </ul>
      </Drawer>
    </>
  );
}

function pathOf({ resource, recordId }: Reminder): string | undefined {
  if (resource === null || recordId === null) return undefined;
  if (resource === 'plan') return `/navigation/details?id=${recordId}`;
  const type = resourceNamed(resource);
  return type && opensScreen(type, 'show') ? `${type.path}/${recordId}` : undefined;
}
