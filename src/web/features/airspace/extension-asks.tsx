import { Button, Card } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHolds } from '#web/client/access.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { AirspaceActDialog, type PendingAct } from './airspace-act-dialog.tsx';
import { airspaceName } from './airspace-place.ts';
import { useExtensionAsks, useLiveAirspaces } from './airspace-queries.ts';

/** For the keeper of the library: the holders' requests for a later end, each with its two answers. Nothing where none waits. */
export function ExtensionAsks() {
  const { t } = useTranslation();
  const keeps = useHolds(['Pages.AirspaceApproval.Library']);
  useLiveAirspaces();
  const { data, error, refetch } = useExtensionAsks(keeps);
  const [pending, setPending] = useState<PendingAct | null>(null);
  if (error) {
    return (
      <div className="airspace-asks">
        <Failure title={t('airspace.ask.failed')} error={error} retry={() => void refetch()} />
      </div>
    );
  }
  const items = data?.items ?? [];
  if (items.length === 0 && !pending) return null;
  return (
    <Card size="small" className="airspace-asks" title={t('airspace.ask.title', { count: items.length })}>
      <ul className="airspace-found">
        {items.map(({ airspace, ...ask }) => {
          const { id, designator, companyName, validTo } = airspace;
          const name = airspaceName(airspace);
          return (
            <li key={ask.id} data-id={id}>
              <div className="cw-bar">
                <Link to={`/situation/detailsAir?id=${id}`}>
                  <strong>{name}</strong>
                </Link>
                <span className="cw-figures plan-soft">{designator}</span>
                {companyName && <span>{companyName}</span>}
                <span className="cw-grow" />
                <span className="cw-bar">
                  {(['extend', 'declineExtension'] as const).map((action) => (
                    <Button
                      key={action}
                      size="small"
                      type={action === 'extend' ? 'primary' : 'default'}
                      danger={action === 'declineExtension'}
                      aria-haspopup="dialog"
                      aria-label={t('approval.act.title', { action: t(`airspace.act.name.${action}`), name })}
                      data-action={action}
                      onClick={() => setPending({ action, airspace, ask })}
                    >
                      {t(`airspace.act.name.${action}`)}
                    </Button>
                  ))}
                </span>
              </div>
              <div>
                {validTo && (
                  <>
                    {t('airspace.act.presentEnd')} <FlightTime at={validTo} year /> →{' '}
                  </>
                )}
                {t('airspace.ask.until')} <FlightTime at={ask.validTo} year />
              </div>
              <div className="plan-soft">
                {ask.byName && `${ask.byName} · `}
                <FlightTime at={ask.at} />
                {ask.reason && (
                  <>
                    {' · '}
                    <q>{ask.reason}</q>
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <AirspaceActDialog pending={pending} onClose={() => setPending(null)} />
    </Card>
  );
}
