import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Empty, Form, Input, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlanItem } from '#contract/plans/plan-output.ts';
import { type PlanState, planState } from '#domain/plans/states.ts';
import { useDirty } from '#web/client/live.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightSpan, FlightTime, useNow } from '#web/ui/flight-time.tsx';
import { MomentInput } from '#web/ui/moment-input.tsx';
import { NumberInput } from '#web/ui/number-input.tsx';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import { RuleText } from '#web/ui/rule-text.tsx';
import { LandedElsewhere } from './landed-elsewhere.tsx';
import { actsFor } from './next-action.ts';
import type { ActInput } from './plan-act.ts';
import { type PendingPlanAct, PlanActDialog } from './plan-act-dialog.tsx';
import { routeText } from './plan-facts.tsx';
import { refreshPlans, useLivePlans, usePlan, usePlans } from './plan-queries.ts';
import { ReportProposals } from './report-proposals.tsx';
import { Restriction, restrictionOf } from './restriction.tsx';
import { type ReportedPlan, unsentReports } from './unsent-reports.ts';
import { useFarFromRelease } from './use-far-from-release.ts';
import { useReport } from './use-report.tsx';
import '#web/ui/style/document.css';

interface Kind {
  action: 'takeOff' | 'land';
  /** Plans that wait for the report, and those whose report stands. */
  waits: PlanState;
  reported: PlanState;
  timeOf: (plan: PlanItem) => string | null;
}

const takeOff: Kind = {
  action: 'takeOff',
  waits: planState.releaseAllowed,
  reported: planState.inFlight,
  timeOf: ({ takeoffAt }) => takeoffAt,
};
const landing: Kind = {
  action: 'land',
  waits: planState.inFlight,
  reported: planState.landed,
  timeOf: ({ realEta }) => realEta,
};

/** Take-off report (specification §2, /intelligence/takeOffReport). */
export function TakeOffReportPage() {
  return <ReportPage kind={takeOff} />;
}

/** Landing report (/intelligence/landingReport). */
export function LandingReportPage() {
  return <ReportPage kind={landing} />;
}

/** A day back: what was reported lately can be looked up and, inside the grace time, mended. */
const lookBackMs = 24 * 3_600_000;

function ReportPage({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const now = useNow(60_000);
  const query = usePlans({ states: [kind.waits, kind.reported], sorting: 'startTime asc' });
  useLivePlans();
  const unsent = useStore(unsentReports).filter(({ first }) => !first);
  const matches = (plan: ReportedPlan) =>
    `${plan.callsign} ${plan.planNumber} ${routeText(plan.labels)}`
      .toLowerCase()
      .includes(text.trim().toLowerCase());
  const flown = (state: PlanState) => state === kind.waits || state === kind.reported;
  const plans = (query.data?.items ?? []).filter(matches);
  // A flight whose take-off waits for a connection has left: its landing can be reported behind it.
  const left = kind.action === 'land' ? unsent.filter(({ action }) => action === 'takeOff') : [];
  const written = new Set(unsent.filter(({ action }) => action === kind.action).map(({ plan }) => plan.id));
  const waiting: ReportedPlan[] = [
    ...plans.filter(({ state }) => state === kind.waits),
    ...left
      .map(({ plan }) => plan)
      .filter((plan) => matches(plan) && !plans.some(({ id, state }) => id === plan.id && flown(state))),
  ].filter(({ id }) => !written.has(id));
  const reported = plans
    .filter((plan) => {
      const at = kind.timeOf(plan);
      return plan.state === kind.reported && at !== null && Date.parse(at) > now - lookBackMs;
    })
    .sort((a, b) => Date.parse(kind.timeOf(b) ?? '') - Date.parse(kind.timeOf(a) ?? ''));
  return (
    <div className="cw-page plan-stack">
      <header className="cw-bar">
        <h1 className="cw-title">{t(`plan.report.title.${kind.action}`)}</h1>
        <span className="cw-grow" />
        <Input.Search
          allowClear
          style={{ width: 260 }}
          aria-label={t('plan.report.search')}
          placeholder={t('plan.report.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </header>
      {query.error && (
        <Failure title={t('plan.list.failed')} error={query.error} retry={() => void query.refetch()} />
      )}
      {/* What was on the screen before the connection went can still be reported on. */}
      {!query.data && left.length === 0 ? (
        !query.error && <Skeleton active paragraph={{ rows: 8 }} title={false} />
      ) : (
        <>
          <ReportProposals kind={kind.action === 'takeOff' ? 'takeOff' : 'landing'} />
          <section aria-label={t(`plan.report.waiting.${kind.action}`)}>
            <h2 className="plan-section">
              {t(`plan.report.waiting.${kind.action}`)} <span className="plan-soft">{waiting.length}</span>
            </h2>
            {waiting.length === 0 ? (
              <Empty description={t(`plan.report.empty.${kind.action}`)} />
            ) : (
              <ul className="plan-report-grid">
                {waiting.map((plan) => (
                  <li key={plan.id} data-plan={plan.planNumber}>
                    <ReportForm kind={kind} plan={plan} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          {reported.length > 0 && (
            <section aria-label={t(`plan.report.reported.${kind.action}`)}>
              <h2 className="plan-section">
                {t(`plan.report.reported.${kind.action}`)}{' '}
                <span className="plan-soft">{reported.length}</span>
              </h2>
              <ul className="plan-rows">
                {reported.map((plan) => (
                  <Reported key={plan.id} kind={kind} plan={plan} />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </div>
  );
}

function PlanName({ plan }: { plan: ReportedPlan }) {
  return (
    <>
      <Link to={`/navigation/details?id=${plan.id}`} className="cw-figures">
        <strong>{plan.callsign ?? plan.planNumber}</strong>
      </Link>{' '}
      <span className="plan-soft cw-figures">{plan.planNumber}</span>
    </>
  );
}

function ReportForm({ kind, plan }: { kind: Kind; plan: ReportedPlan }) {
  const { t } = useTranslation();
  const report = useReport();
  const client = useQueryClient();
  const actor = useStore(currentUser)?.actor;
  const fieldId = useId();
  const now = useNow(15_000);
  // Now, until someone types another time: the minute goes on while nobody does.
  const [typed, setTyped] = useState<string | null | undefined>(undefined);
  const [number, setNumber] = useState<number | null>(plan.actualNum ?? 1);
  const [reason, setReason] = useState('');
  const [restrictionRead, setRestrictionRead] = useState(false);
  const [landed, setLanded] = useState<Pick<ActInput, 'landedAirport' | 'landedPoint'>>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const at = typed === undefined ? new Date(Math.floor(now / 60_000) * 60_000).toISOString() : typed;
  useDirty(typed !== undefined);
  const mine = actsFor(actor, plan.company);
  const leaves = kind.action === 'takeOff';
  const far = useFarFromRelease(plan, leaves ? at : null);
  const unread = leaves && restrictionOf(plan) !== null && !restrictionRead;

  async function send(): Promise<void> {
    if (!at || busy || unread) return;
    setBusy(true);
    setFailure(null);
    try {
      const why = far === null ? '' : reason.trim();
      await report(kind.action, plan, {
        at,
        sorties: number,
        ...(why && { reason: why }),
        ...(leaves && { restrictionRead }),
        ...landed,
      });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
      void refreshPlans(client);
    }
  }

  return (
    <Card
      size="small"
      title={<PlanName plan={plan} />}
      extra={<PlanStateTag state={plan.state} restricted={plan.restricted} />}
    >
      <p style={{ marginTop: 0 }}>
        {routeText(plan.labels)}
        <br />
        <FlightSpan from={plan.realEtd ?? plan.startTime} to={plan.endTime} />
      </p>
      <Restriction
        plan={plan}
        read={restrictionRead}
        {...(leaves && mine && { onRead: setRestrictionRead })}
      />
      <div className="plan-report-form">
        <label htmlFor={`${fieldId}-time`}>{t(`plan.act.time.${kind.action}`)}</label>
        <MomentInput
          id={`${fieldId}-time`}
          value={at ?? undefined}
          disabled={!mine}
          onChange={(next) => setTyped(next ?? null)}
        />
        <label htmlFor={`${fieldId}-number`}>{t('plan.act.sorties')}</label>
        <NumberInput
          id={`${fieldId}-number`}
          min={0}
          max={9999}
          precision={0}
          changeOnWheel={false}
          disabled={!mine}
          value={number}
          onChange={setNumber}
        />
      </div>
      {kind.action === 'land' && mine && (
        <Form layout="vertical" component="div">
          <LandedElsewhere input={landed} onChange={setLanded} />
        </Form>
      )}
      {far !== null && mine && (
        <FarFromRelease plan={plan} minutes={far} reason={reason} onReason={setReason} />
      )}
      {failure !== null && <Failure title={t('approval.act.refused')} error={failure} />}
      <div className="cw-bar" style={{ marginTop: 8, justifyContent: 'flex-end' }}>
        {typed !== undefined && (
          <Button size="small" onClick={() => setTyped(undefined)}>
            {t('plan.report.now')}
          </Button>
        )}
        {mine ? (
          <Button
            type="primary"
            loading={busy}
            disabled={!at || unread}
            title={unread ? t('plan.restriction.needed') : undefined}
            data-action={kind.action}
            aria-label={`${t(`plan.action.${kind.action}`)} ${plan.callsign ?? plan.planNumber}`}
            onClick={() => void send()}
          >
            {t(`plan.action.${kind.action}`)}
          </Button>
        ) : (
          <span className="plan-soft">{t('plan.report.notMine')}</span>
        )}
      </div>
    </Card>
  );
}

interface FarProps {
  plan: ReportedPlan;
  /** Off the released time by more. */
  minutes: number;
  reason: string;
  onReason: (reason: string) => void;
}

/** Says before it is sent that the release does not cover this take-off: it is changed, or the reason is given. */
function FarFromRelease({ plan, minutes, reason, onReason }: FarProps) {
  const { t } = useTranslation();
  const id = useId();
  const [pending, setPending] = useState<PendingPlanAct | null>(null);
  return (
    <>
      <Alert
        type="warning"
        showIcon
        style={{ marginTop: 8 }}
        message={t('plan.report.far', { minutes })}
        description={
          <>
            <RuleText text={t('plan.rule.basic-38')} />
            <label htmlFor={id} style={{ display: 'block', marginTop: 8 }}>
              {t('plan.report.reason')}
            </label>
            <Input
              id={id}
              maxLength={1000}
              value={reason}
              onChange={(event) => onReason(event.target.value)}
            />
          </>
        }
        action={
          <Button
            size="small"
            aria-haspopup="dialog"
            data-action="editRelease"
            onClick={() => setPending({ action: 'editRelease', plan, stepIndex: null })}
          >
            {t('plan.report.changeRelease')}
          </Button>
        }
      />
      <PlanActDialog pending={pending} onClose={() => setPending(null)} />
    </>
  );
}

/** A report that stands; its plan is asked whether it may still be mended, for the reason shown where not. */
function Reported({ kind, plan }: { kind: Kind; plan: PlanItem }) {
  const { t } = useTranslation();
  const actor = useStore(currentUser)?.actor;
  const mine = actsFor(actor, plan.company);
  const { data } = usePlan(mine ? plan.id : null);
  const [pending, setPending] = useState<PendingPlanAct | null>(null);
  const views = (data?.actions ?? []).filter(
    ({ action }) => action === 'editReport' || action === 'revertReport',
  );
  const reason = views.find(({ allowed }) => !allowed)?.reason;
  return (
    <li data-plan={plan.planNumber} data-state={plan.state}>
      <div className="plan-row-state">
        <PlanStateTag state={plan.state} restricted={plan.restricted} />
      </div>
      <div className="plan-row-main">
        <PlanName plan={plan} />
        <div>{routeText(plan.labels)}</div>
      </div>
      <div className="plan-row-time">
        <FlightTime at={kind.timeOf(plan)} />
        <span className="plan-soft">
          {t('plan.act.sorties')} {plan.actualNum ?? '—'}
        </span>
      </div>
      <div className="plan-row-acts">
        {views.map(({ action, allowed, reason: why }) => (
          <Button
            key={action}
            size="small"
            disabled={!allowed}
            title={why ?? undefined}
            aria-label={`${t(`plan.action.${action}`)} ${plan.callsign ?? plan.planNumber}`}
            data-action={action}
            onClick={() => setPending({ action, plan, stepIndex: null })}
          >
            {t(`plan.action.${action}`)}
          </Button>
        ))}
        {reason && <span className="plan-soft">{reason}</span>}
      </div>
      <PlanActDialog pending={pending} onClose={() => setPending(null)} />
    </li>
  );
}
