import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PositionState } from '#contract/watch.ts';
import { useHolds } from '#web/client/access.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { zuluText } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { remember, remembered } from '#web/map/map-memory.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { OfferDialog, TakeDialog } from './handover.tsx';
import { WatchLog } from './watch-log.tsx';
import { useWatchPositions } from './watch-queries.ts';
import './watch.css';

type Asking = { what: 'offer' | 'take' | 'signOff'; id: number } | null;

/** Beside the map: who is on which position since when, signing on and off, handing over, and the log. */
export function WatchPanel() {
  const { t } = useTranslation();
  const { data, error, refetch } = useWatchPositions();
  const maySetUp = useHolds(['Pages.Operating']);
  const [asking, setAsking] = useState<Asking>(null);
  const [open, setOpen] = useState(() => remembered('watchLog') === true);
  const action = useAsyncAction();
  const positions = data?.items ?? [];
  const asked = positions.find(({ id }) => id === asking?.id);
  const close = () => setAsking(null);
  const toggle = () => {
    remember('watchLog', !open);
    setOpen(!open);
  };
  const act = (work: () => Promise<unknown>) =>
    void action.run(async () => {
      await work();
      await refetch();
    });
  const done = () => {
    close();
    void refetch();
  };

  return (
    <aside className="cw-watch" aria-label={t('watch.title')}>
      <header>
        <h2>{t('watch.title')}</h2>
        <Button size="small" aria-expanded={open} onClick={toggle}>
          {t('watch.log')}
        </Button>
      </header>
      {error && <Failure title={t('watch.failed')} error={error} retry={() => void refetch()} />}
      {action.failure !== null && <Failure error={action.failure} />}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {data && positions.length === 0 && (
        <p className="cw-soft">
          {t('watch.none')} {maySetUp && <Link to="/flightWatch/watchPosition">{t('watch.make')}</Link>}
        </p>
      )}
      <ul>
        {positions.map((position) => (
          <Position
            key={position.id}
            position={position}
            busy={action.busy}
            ask={(what) => setAsking({ what, id: position.id })}
            act={act}
          />
        ))}
      </ul>
      {open && <WatchLog positions={positions} />}
      {asked && asking?.what === 'offer' && <OfferDialog position={asked} onClose={done} />}
      {asked && asking?.what === 'take' && <TakeDialog position={asked} onClose={done} />}
      {asked && asking?.what === 'signOff' && (
        <ConfirmDialog
          title={t('watch.signOff')}
          okText={t('watch.signOff')}
          danger
          failed={t('watch.failed')}
          onCancel={close}
          work={async () => {
            await callService('Watch', 'SignOff', { position: asked.id });
            done();
          }}
        >
          {t('watch.signOffSure', { position: asked.name })}
        </ConfirmDialog>
      )}
    </aside>
  );
}

function Position({
  position,
  busy,
  ask,
  act,
}: {
  position: PositionState;
  busy: boolean;
  ask: (what: 'offer' | 'take' | 'signOff') => void;
  act: (work: () => Promise<unknown>) => void;
}) {
  const { t } = useTranslation();
  const me = useStore(currentUser)?.user?.id;
  const { id, name, frequencyMhz, holder, offer } = position;
  const isMine = holder?.isMe === true;
  const mayTake = offer !== null && !isMine && (offer.to === null || offer.to === me);
  return (
    <li className="cw-watch-position" data-mine={isMine}>
      <p>
        <strong>{name}</strong>{' '}
        {frequencyMhz !== null && <span className="cw-figures cw-soft">{frequencyMhz.toFixed(3)}</span>}
        <br />
        {holder ? (
          <>
            {holder.name}
            {isMine && ` (${t('watch.me')})`}{' '}
            <span className="cw-figures cw-soft">{t('watch.since', { time: zuluText(holder.since) })}</span>
          </>
        ) : (
          <span className="cw-soft">{t('watch.free')}</span>
        )}
      </p>
      {offer && (
        <p role="status" className="cw-soft">
          {isMine
            ? t('watch.waiting', { name: offer.toName ?? t('watch.anyone') })
            : t('watch.offeredBy', { name: offer.fromName })}
        </p>
      )}
      <div className="cw-bar">
        {!holder && (
          <Button
            size="small"
            disabled={busy}
            onClick={() => act(() => callService('Watch', 'SignOn', { position: id }))}
          >
            {t('watch.signOn')}
          </Button>
        )}
        {mayTake && (
          <Button size="small" type="primary" onClick={() => ask('take')}>
            {t('watch.take')}
          </Button>
        )}
        {isMine && offer && (
          <Button
            size="small"
            disabled={busy}
            onClick={() => act(() => callService('Watch', 'WithdrawHandover', { id: offer.id }))}
          >
            {t('watch.withdraw')}
          </Button>
        )}
        {isMine && !offer && (
          <Button size="small" type="primary" onClick={() => ask('offer')}>
            {t('watch.handOver')}
          </Button>
        )}
        {isMine && (
          <Button size="small" onClick={() => ask('signOff')}>
            {t('watch.signOff')}
          </Button>
        )}
      </div>
    </li>
  );
}
