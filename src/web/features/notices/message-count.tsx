import { AuditOutlined, NotificationOutlined, SoundOutlined } from '@ant-design/icons';
import { App, Badge, Button, Popover } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { holdsPermission } from '#web/client/access.ts';
import { useStore } from '#web/client/store.ts';
import { type MessageCount as Count, useIsAdministrator, useMessageCount } from './queries.ts';
import { alarm, muted, setMuted, speak } from './sound.ts';
import { spokenSummary } from './summary.ts';
import './notices.css';

/** Specification §9. */
const firstSpeechMs = 5_000;
const speechMs = 60_000;
const alertMs = 10_000;

/** Where each figure is worked off, and who may; the figure is what the list there holds. */
const desks: { name: Exclude<keyof Count, 'count'>; path: string; permission: string[] }[] = [
  { name: 'naircraft', path: '/situation/dynamic', permission: ['Pages.Navigation'] },
  { name: 'airspace', path: '/situation/airspaceAudit', permission: ['Pages.AirspaceApproval.Library'] },
  { name: 'aircraft', path: '/baseManage/aircraftAudit', permission: ['Pages.BaseManage.Craft_Audit'] },
  { name: 'pilot', path: '/baseManage/pilotAudit', permission: ['Pages.BaseManage.Pilot_Audit'] },
  { name: 'auth', path: '/permission/examine', permission: ['Pages.Users'] },
];

/** Plans and airspaces are one figure of the specification, and two lists. */
function shownAt(name: Exclude<keyof Count, 'count'>, count: Count): number {
  return name === 'naircraft' ? count.naircraft - count.airspace : count[name];
}

/** How much waits for me, in figures and aloud; and the switch that silences it. */
export function MessageCount() {
  const { t } = useTranslation();
  const count = useMessageCount();
  const silent = useStore(muted);
  useSummaryAloud(count);
  useMoreAlert(count);
  const list = (
    <ul className="cw-plain-list">
      {desks.map(({ name, path, permission }) => (
        <li key={name}>
          {holdsPermission(permission) ? (
            <Link to={path}>{t(`notices.count.${name}`)}</Link>
          ) : (
            t(`notices.count.${name}`)
          )}{' '}
          <span className="cw-figures">{count ? shownAt(name, count) : 0}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <Popover content={list} title={t('notices.count')} trigger="click" placement="topRight">
        <Button
          type="text"
          size="small"
          icon={<Marked count={count?.count ?? 0} icon={<AuditOutlined />} />}
          aria-label={t('notices.count.label', { count: count?.count ?? 0 })}
          title={t('notices.count.label', { count: count?.count ?? 0 })}
        />
      </Popover>
      <Button
        type="text"
        size="small"
        icon={silent ? <NotificationOutlined style={{ opacity: 0.5 }} /> : <SoundOutlined />}
        aria-pressed={silent}
        aria-label={t('notices.mute')}
        title={t(silent ? 'notices.muted' : 'notices.audible')}
        onClick={() => setMuted(!silent)}
      >
        {silent ? t('notices.mutedShort') : null}
      </Button>
    </>
  );
}

/** An icon with a figure at its corner. */
export function Marked({ count, icon }: { count: number; icon: ReactNode }) {
  return (
    <Badge count={count} size="small" overflowCount={99} color="var(--cw-error)">
      {icon}
    </Badge>
  );
}

/** 5 s after the page was opened, then once a minute. */
function useSummaryAloud(count: Count | undefined): void {
  const latest = useRef(count);
  latest.current = count;
  useEffect(() => {
    const say = () => {
      if (latest.current) speak(spokenSummary(latest.current));
    };
    let later: ReturnType<typeof setInterval> | undefined;
    const first = setTimeout(() => {
      say();
      later = setInterval(say, speechMs);
    }, firstSpeechMs);
    return () => {
      clearTimeout(first);
      clearInterval(later);
    };
  }, []);
}

/** The administrator is called until they answer when more has come in than they had seen. */
function useMoreAlert(count: Count | undefined): void {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const administrator = useIsAdministrator();
  const seen = useRef<number | undefined>(undefined);
  const ringing = useRef<ReturnType<typeof setInterval>>(undefined);
  const total = count?.count;
  useEffect(() => {
    const before = seen.current;
    seen.current = total;
    if (!administrator || total === undefined || before === undefined || total <= before) return;
    clearInterval(ringing.current);
    alarm();
    ringing.current = setInterval(alarm, alertMs);
    notification.warning({
      key: 'message-count',
      role: 'alert',
      duration: 0,
      message: t('notices.more', { count: total - before }),
      description: t('notices.more.all', { count: total }),
      onClose: () => clearInterval(ringing.current),
    });
  }, [total, administrator, notification, t]);
  useEffect(() => () => clearInterval(ringing.current), []);
}
