import { WarningOutlined } from '@ant-design/icons';
import { Badge, Button, Drawer } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useHolds } from '#web/client/access.ts';
import { useStore } from '#web/client/store.ts';
import { titleCount } from '#web/ui/document-title.ts';
import { useNow } from '#web/ui/flight-time.tsx';
import { useLevelSound } from '#web/ui/use-level-sound.ts';
import { AlertDock } from './alert-dock.tsx';
import {
  chosenAlert,
  isOpen,
  shownDocks,
  useAlerts,
  useLiveAlerts,
  watchersOfAlerts,
} from './alert-store.ts';
import { levelSigns } from './alert-words.tsx';
import './alerts.css';

/** In the header of every page, for whoever watches the air: what nobody has acknowledged, heard, counted and one click away. */
export function AlertsButton() {
  return useHolds(watchersOfAlerts) ? <Sign /> : null;
}

function Sign() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [listed, setListed] = useState(false);
  useLiveAlerts();
  const { alerts } = useAlerts();
  const open = alerts.filter(isOpen);
  useLevelSound('alerts', open, useNow());
  const [first] = open;
  const count = open.length;
  useEffect(() => {
    titleCount.set(count);
    return () => titleCount.set(0);
  }, [count]);
  // Another page may have a list of its own.
  useEffect(() => {
    void pathname;
    setListed(false);
  }, [pathname]);
  const besides = useStore(shownDocks) > (listed ? 1 : 0);
  const label = first
    ? t('alerts.sign', { count, level: t(`alert.level.${first.level}`) })
    : t('alerts.signNone');
  return (
    <>
      <Button
        type="text"
        className="cw-alerts-sign"
        data-level={first?.level ?? 'none'}
        title={label}
        icon={
          <span aria-hidden="true">
            <Badge count={count} size="small" overflowCount={99}>
              <WarningOutlined />
            </Badge>
          </span>
        }
        onClick={() => {
          if (!besides) setListed(true);
          else if (first) chosenAlert.set(first.id);
        }}
      >
        {first && (
          <span aria-hidden="true" className="cw-alerts-level">
            {levelSigns[first.level]} {t(`alert.level.${first.level}`)}
          </span>
        )}
        <span className="cw-hidden">{label}</span>
      </Button>
      <span className="cw-hidden" role="status">
        {first ? label : ''}
      </span>
      <Drawer
        open={listed && !besides}
        title={
          <>
            {t('alerts.title')} <span className="cw-figures">{alerts.length}</span>
          </>
        }
        width={380}
        styles={{ body: { padding: 0, display: 'flex' } }}
        destroyOnHidden
        onClose={() => setListed(false)}
      >
        <AlertDock titled={false} />
      </Drawer>
    </>
  );
}
