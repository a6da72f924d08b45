import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { MomentInput } from '#web/ui/moment-input.tsx';
import { planKey, refreshPlans } from './plan-queries.ts';

interface Proposal {
  id: number;
  plan: number;
  planNumber: string;
  callsign: string | null;
  companyName: string | null;
  kind: 'takeOff' | 'landing';
  /** UTC, ISO 8601. */
  at: string;
  airportName: string | null;
  pointName: string | null;
  icao24: string | null;
  mayDecide: boolean;
}

/** What surveillance saw leave or reach the ground: each is a proposal until a person accepts it. */
export function ReportProposals({ kind }: { kind: Proposal['kind'] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data, error, refetch } = useQuery<{ items: Proposal[] }, RequestError>({
    queryKey: [planKey, 'proposals', locale],
    queryFn: () => callService('Navigation', 'GetProposals', {}),
    refetchInterval: 30_000,
  });
  const items = (data?.items ?? []).filter((one) => one.kind === kind);
  if (error) {
    return <Failure title={t('plan.proposal.failed')} error={error} retry={() => void refetch()} />;
  }
  if (items.length === 0) return null;
  return (
    <section aria-label={t(`plan.proposal.title.${kind}`)}>
      <h2 className="plan-section">
        {t(`plan.proposal.title.${kind}`)} <span className="plan-soft">{items.length}</span>
      </h2>
      <ul className="plan-rows">
        {items.map((one) => (
          <OneProposal key={one.id} proposal={one} />
        ))}
      </ul>
    </section>
  );
}

function OneProposal({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [at, setAt] = useState(proposal.at);
  const [busy, setBusy] = useState<'AcceptProposal' | 'DismissProposal' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const name = proposal.callsign ?? proposal.planNumber;

  async function decide(call: 'AcceptProposal' | 'DismissProposal'): Promise<void> {
    if (busy) return;
    setBusy(call);
    setFailure(null);
    try {
      await callService('Navigation', call, {
        id: proposal.id,
        ...(call === 'AcceptProposal' && at !== proposal.at ? { at } : {}),
      });
      message.success(t(`plan.proposal.done.${call}`, { plan: name }));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(null);
      await refreshPlans(client);
    }
  }

  return (
    <li data-proposal={proposal.id} data-plan={proposal.planNumber}>
      <div className="plan-row-state">
        <Link to={`/navigation/details?id=${proposal.plan}`} className="cw-figures">
          <strong>{name}</strong>
        </Link>{' '}
        <span className="plan-soft cw-figures">{proposal.icao24}</span>
      </div>
      <div className="plan-row-main">
        {t(`plan.proposal.seen.${proposal.kind}`, {
          place: proposal.airportName ?? proposal.pointName ?? t('plan.proposal.somewhere'),
        })}{' '}
        <FlightTime at={proposal.at} />
        <div className="plan-soft">{proposal.companyName}</div>
        {failure !== null && <Failure title={t('approval.act.refused')} error={failure} />}
      </div>
      <div className="plan-row-time">
        {proposal.mayDecide && (
          <MomentInput
            aria-label={t('plan.proposal.time', { plan: name })}
            value={at}
            onChange={(next) => setAt(next ?? proposal.at)}
          />
        )}
      </div>
      <div className="plan-row-acts">
        {proposal.mayDecide ? (
          <>
            <Button
              size="small"
              type="primary"
              loading={busy === 'AcceptProposal'}
              aria-label={`${t('plan.proposal.accept')} ${name}`}
              data-action="accept"
              onClick={() => void decide('AcceptProposal')}
            >
              {t('plan.proposal.accept')}
            </Button>
            <Button
              size="small"
              loading={busy === 'DismissProposal'}
              aria-label={`${t('plan.proposal.dismiss')} ${name}`}
              data-action="dismiss"
              onClick={() => void decide('DismissProposal')}
            >
              {t('plan.proposal.dismiss')}
            </Button>
          </>
        ) : (
          <span className="plan-soft">{t('plan.report.notMine')}</span>
        )}
      </div>
    </li>
  );
}
