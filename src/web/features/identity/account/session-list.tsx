import { DesktopOutlined, LaptopOutlined, MobileOutlined, TabletOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionView } from '#contract/my-account.ts';
import { localText } from '#web/client/clock.ts';

const icons: Record<SessionView['device'], ComponentType> = {
  desktop: DesktopOutlined,
  phone: MobileOutlined,
  tablet: TabletOutlined,
  program: LaptopOutlined,
};

/** Sessions as cards: device, browser, address, since when, last seen; each but this one may be ended. */
export function SessionList({
  sessions,
  busyId,
  onEnd,
}: {
  sessions: SessionView[];
  busyId: number | null;
  onEnd: (session: SessionView) => void;
}) {
  const { t } = useTranslation();
  return (
    <ul className="cw-cards" aria-label={t('account.sessions')}>
      {sessions.map((session) => {
        const Icon = icons[session.device];
        const name = nameOf(session, t);
        return (
          <li key={session.id}>
            <article className="cw-entry">
              <header className="cw-bar">
                <span aria-hidden="true">
                  <Icon />
                </span>
                <strong>{name}</strong>
                {session.here && (
                  <Tag color="green" style={{ color: 'var(--cw-ink)' }}>
                    {t('account.session.here')}
                  </Tag>
                )}
                {session.name && (
                  <Tag>{t(session.isDisplay ? 'account.session.display' : 'account.session.bound')}</Tag>
                )}
                {session.remembered && <Tag>{t('account.session.remembered')}</Tag>}
                <span className="cw-grow" />
                {!session.here && (
                  <Button
                    danger
                    size="small"
                    loading={busyId === session.id}
                    aria-label={t('account.session.endOf', { name, address: session.address })}
                    onClick={() => onEnd(session)}
                  >
                    {t('account.session.end')}
                  </Button>
                )}
              </header>
              <dl className="cw-fields">
                {session.name && (
                  <Fact
                    label={t('account.session.browser')}
                    value={[session.browser, session.system].filter(Boolean).join(' · ')}
                  />
                )}
                <Fact label={t('account.session.address')} value={session.address} />
                <Fact label={t('account.session.since')} value={localText(session.startedAt)} />
                <Fact label={t('account.session.seen')} value={localText(session.lastSeenAt)} />
                <Fact label={t('account.session.until')} value={localText(session.endsAt)} />
              </dl>
            </article>
          </li>
        );
      })}
    </ul>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="cw-figures">{value}</dd>
    </div>
  );
}

/** A bound device by what its owner calls it, else by what it says of itself. */
function nameOf({ name, browser, system, device }: SessionView, t: (key: string) => string): string {
  if (name) return name;
  const known = [browser, system].filter(Boolean).join(' · ');
  return known === '' ? t(`account.device.${device}`) : known;
}
