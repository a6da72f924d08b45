import { AlertOutlined } from '@ant-design/icons';
import { App, Button, Drawer, Empty, Tag } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlNotice } from '#contract/notices.ts';
import { localText } from '#web/client/clock.ts';
import { useNotifyError } from '#web/client/notify-error.ts';
import { callService } from '#web/client/services.ts';
import { useIsMobile } from '#web/ui/appearance.ts';
import { useRunning } from './folded.ts';
import { Marked } from './message-count.tsx';
import { useControlNotices, useRefresh } from './queries.ts';

const colours: Record<number, string> = { 1: 'red', 2: 'orange', 3: 'gold', 4: 'blue' };

/** Control notices in force: how many, what they say, and the word that one has taken note. */
export function NoticeButton() {
  const { t } = useTranslation();
  const notices = useControlNotices();
  const running = useRunning(notices);
  const mobile = useIsMobile();
  const [open, setOpen] = useState(false);
  // What runs along the top needs no chip; the gravest of the others stands for all.
  const worst = mobile ? undefined : notices.find((notice) => !running.includes(notice));
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<Marked count={notices.length} icon={<AlertOutlined />} />}
        aria-label={t('notices.control.label', { count: notices.length })}
        title={t('notices.control')}
        onClick={() => setOpen(true)}
      >
        {worst && (
          <Tag bordered={false} color={colours[worst.level] ?? 'default'} className="cw-notice-chip">
            {worst.levelText} {worst.title}
          </Tag>
        )}
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} title={t('notices.control')} width={420}>
        {notices.length === 0 && <Empty description={t('notices.control.none')} />}
        <ul className="cw-plain-list">
          {notices.map((notice) => (
            <li key={notice.id}>
              <Notice notice={notice} />
            </li>
          ))}
        </ul>
      </Drawer>
    </>
  );
}

function Notice({ notice }: { notice: ControlNotice }) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const tell = useNotifyError();
  const refresh = useRefresh();
  const entry = useRef<HTMLElement>(null);
  const acknowledge = () => {
    modal.confirm({
      title: t('notices.acknowledge.title', { name: notice.title }),
      content: notice.content,
      okText: t('notices.acknowledge'),
      cancelText: t('shell.cancel'),
      async onOk() {
        try {
          await callService('Notice', 'AcknowledgeStopActivity', { id: notice.id });
        } catch (error) {
          tell(error);
        }
        await refresh('notices');
      },
      // The button that was pressed has gone: the keyboard goes on at its notice.
      afterClose: () => entry.current?.focus(),
    });
  };
  return (
    <article className="cw-entry" ref={entry} tabIndex={-1}>
      <header className="cw-bar">
        <Tag color={colours[notice.level] ?? 'default'} style={{ color: 'var(--cw-ink)' }}>
          {notice.levelText}
        </Tag>
        <strong>{notice.title}</strong>
      </header>
      <p style={{ whiteSpace: 'pre-wrap', margin: '8px 0' }}>{notice.content}</p>
      <footer className="cw-bar" style={{ color: 'var(--cw-soft)' }}>
        <span>{notice.source ?? notice.creatorUserName ?? ''}</span>
        <span className="cw-figures">
          {localText(notice.startTime)} – {localText(notice.endTime)}
        </span>
        <span className="cw-grow" />
        {notice.mustAcknowledge &&
          (notice.acknowledgedAt ? (
            <span>✓ {t('notices.acknowledged', { time: localText(notice.acknowledgedAt) })}</span>
          ) : (
            <Button size="small" type="primary" onClick={acknowledge}>
              {t('notices.acknowledge')}
            </Button>
          ))}
      </footer>
    </article>
  );
}
