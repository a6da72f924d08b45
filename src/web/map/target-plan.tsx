import { Button, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CorrelationCandidate } from '#contract/track-correlation.ts';
import { boundToCompanies } from '#domain/identity/access.ts';
import { airspaceWatch } from '#domain/plans/readers.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { useHolds } from '#web/client/access.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { Failure } from '#web/ui/failure.tsx';

/** Which plan a target flies and why that is believed; whoever watches the air says otherwise here. */
export function TargetPlan({ target, planText }: { target: Target; planText: string | null }) {
  const { t } = useTranslation();
  const { planId, correlation } = target;
  const mayWatch = useHolds(airspaceWatch);
  const actor = useStore(currentUser)?.actor;
  const corrects = mayWatch && actor !== undefined && !boundToCompanies(actor);
  const { busy, failure, run } = useAsyncAction();
  const cut = () =>
    run(async () => void (await callService('TrackCorrelation', 'Cut', { track: target.id })));
  return (
    <div className="cw-card-state">
      {planId === null ? (
        <span>△ {t('map.target.noPlan')}</span>
      ) : (
        <Link to={`/navigation/details?id=${planId}`}>
          ▲ {t('map.target.plan')} {planText ?? `#${planId}`}
        </Link>
      )}
      {correlation && (
        <span>{correlation.byHand ? t('map.correlation.byHand') : <Reasons {...correlation} />}</span>
      )}
      {corrects && planId !== null && (
        <Button size="small" loading={busy} onClick={() => void cut()}>
          {t('map.correlation.cut')}
        </Button>
      )}
      {corrects && planId === null && <Correlate track={target.id} />}
      {failure !== null && <Failure title={t('map.correlation.refused')} error={failure} />}
    </div>
  );
}

/** What speaks for it and against, in words, with the score. */
function Reasons({ reasons, score }: Pick<CorrelationCandidate, 'reasons' | 'score'>) {
  const { t } = useTranslation();
  return (
    <>
      {reasons.map((reason) => t(`map.correlation.reason.${reason}`)).join(t('map.correlation.and'))}{' '}
      {t('map.correlation.score', { score })}
    </>
  );
}

function Correlate({ track }: { track: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [candidates, setCandidates] = useState<CorrelationCandidate[] | null>(null);
  const [plan, setPlan] = useState<number | null>(null);
  const { busy, failure, run, tell } = useAsyncAction();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, when it is opened
  useEffect(() => {
    if (!open) return;
    let stopped = false;
    callService('TrackCorrelation', 'GetCandidates', { track }).then(
      (found) => {
        if (!stopped) setCandidates(found);
      },
      (error: unknown) => {
        if (!stopped) tell(error);
      },
    );
    return () => {
      stopped = true;
    };
  }, [open, track]);
  if (!open) {
    return (
      <Button size="small" onClick={() => setOpen(true)}>
        {t('map.correlation.correlate')}
      </Button>
    );
  }
  const correlate = () =>
    run(async () => {
      if (plan !== null) await callService('TrackCorrelation', 'Correlate', { track, plan });
    });
  const chosen = candidates?.find((one) => one.plan === plan);
  return (
    <div>
      <Select
        size="small"
        showSearch
        optionFilterProp="label"
        style={{ width: '100%' }}
        loading={candidates === null && failure === null}
        aria-label={t('map.correlation.choose')}
        placeholder={t('map.correlation.choose')}
        notFoundContent={t('map.correlation.none')}
        value={plan}
        onChange={setPlan}
        options={(candidates ?? []).map((one) => ({
          value: one.plan,
          label: `${one.callsign} · ${one.planNumber}`,
        }))}
      />
      {chosen && (
        <p className="cw-card-note">
          <Reasons {...chosen} />
        </p>
      )}
      <Button
        size="small"
        type="primary"
        loading={busy}
        disabled={plan === null}
        onClick={() => void correlate()}
      >
        {t('map.correlation.set')}
      </Button>
      {failure !== null && <Failure title={t('map.correlation.refused')} error={failure} />}
    </div>
  );
}
