import { Alert, Button, Card, Skeleton, Tabs } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanDetail } from '#contract/plans/plan-output.ts';
import { durationText } from '#domain/text/times.ts';
import { useHolds } from '#web/client/access.ts';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { History } from '#web/engine/history.tsx';
import { FlowDiagrams } from '#web/features/approvals/flow/flow-diagram.tsx';
import { PlanBriefing } from '#web/features/briefing/plan-briefing.tsx';
import { PlanWeather } from '#web/features/weather/route-weather.tsx';
import { AirAround, useAround } from '#web/map/around/air-around.tsx';
import { useAirPicture } from '#web/map/around/use-air-picture.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FindingsList } from '#web/ui/findings-list.tsx';
import { Countdowns, FlightSpan, FlightTime, useNow } from '#web/ui/flight-time.tsx';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import { DetourList } from './detour/detour-list.tsx';
import { HeightBounds } from './height-bounds.tsx';
import { LivePlanMap } from './live-plan-map.tsx';
import { Operations } from './operations.tsx';
import { FlightOrders } from './orders/flight-orders.tsx';
import { usePlaceOf } from './place-of.ts';
import { type PendingPlanAct, PlanActDialog } from './plan-act-dialog.tsx';
import { clocksOf } from './plan-clocks.ts';
import { PlanFacts, TaskTable } from './plan-facts.tsx';
import { PlanMessages } from './plan-messages.tsx';
import { useFindings } from './plan-queries.ts';
import { Restriction } from './restriction.tsx';

/** By when the step that waits is to be decided, as the flow says; null: nothing waits, or it sets no limit. */
function stepDueAt({ flows }: PlanDetail): string | null {
  const running = flows.find(({ state }) => state === 'running');
  return running?.steps[running.stepIndex]?.dueAt ?? null;
}

/** State, clocks, and the times that have become known. */
export function StateLine({ detail, today }: { detail: PlanDetail; today?: boolean }) {
  const { t } = useTranslation();
  const { plan } = detail;
  const now = useNow(15_000);
  const clocks = clocksOf(plan, now);
  const locale = useLocale();
  const times: [string, string | null][] = [
    ['plan.page.realEtd', plan.realEtd],
    ['plan.page.takeoffAt', plan.takeoffAt],
    ['plan.page.realEta', plan.realEta],
  ];
  return (
    <div className="plan-state-line">
      <div aria-live="polite">
        <PlanStateTag state={plan.state} restricted={plan.restricted} today={today ?? false} />
      </div>
      <Countdowns
        limits={[
          { to: stepDueAt(detail), label: t('plan.steps.due') },
          ...clocks.map(({ to, key }) => ({ to, label: t(key) })),
        ]}
      />
      <FlightSpan from={plan.startTime} to={plan.endTime} />
      {times.map(([key, at]) =>
        at ? (
          <span key={key}>
            <span className="plan-soft">{t(key)} </span>
            <FlightTime at={at} />
          </span>
        ) : null,
      )}
      {plan.state === 9 && plan.flightNum !== null && (
        <span>
          <span className="plan-soft">{t('plan.act.underWay')} </span>
          <span className="cw-figures">{plan.flightNum}</span>
        </span>
      )}
      {plan.actualNum !== null && (
        <span>
          <span className="plan-soft">{t('plan.act.sorties')} </span>
          <span className="cw-figures">{plan.actualNum}</span>
        </span>
      )}
      {plan.sFltText !== '' && (
        <span title={t('plan.page.flightStatus')}>
          <span className="plan-soft">{t('plan.page.flightStatus')} </span>
          <strong className="cw-figures">{plan.sFltText}</strong>
        </span>
      )}
      {plan.delayMinutes !== null && (
        <span className="plan-late">
          {t('plan.page.delay', { span: durationText(plan.delayMinutes * 60_000, locale) })}
        </span>
      )}
    </div>
  );
}

/** Everything there is to know of a plan, for its page and for the approver's desk alike. */
export function PlanDocument({ detail, actions }: { detail: PlanDetail; actions?: ReactNode }) {
  const { t } = useTranslation();
  const { plan, tasks, flows } = detail;
  const resource = resourceNamed('plan');
  const found = useFindings(plan.id).data?.findings;
  const findings = useMemo(() => found ?? [], [found]);
  const air = useAirPicture('plan', plan.id);
  const around = useAround(air.data);
  const reasoned = plan.reason && [3, 7, 11, 12].includes(plan.state);
  return (
    <div className="plan-document">
      <StateLine detail={detail} />
      {actions}
      <FlightOrders plan={plan} />
      <PlanBriefing plan={plan} />
      {reasoned && <Alert type="error" showIcon message={t('plan.page.reason', { reason: plan.reason })} />}
      <Restriction plan={plan} />
      <DetourList plan={plan} tasks={tasks} only="open" />
      <div className="plan-columns">
        <div className="plan-column">
          <Card size="small" title={t('plan.page.steps')}>
            <FlowDiagrams flows={flows} />
          </Card>
          <Card size="small" title={t('plan.page.tasks', { count: tasks.length })}>
            <TaskTable tasks={tasks} />
          </Card>
          <DetourList plan={plan} tasks={tasks} only="answered" />
          <Card size="small" title={t('plan.page.facts')}>
            <PlanFacts plan={plan} />
          </Card>
        </div>
        <div className="plan-column">
          <Card
            size="small"
            title={t('plan.page.map')}
            extra={<KeepAirspace detail={detail} />}
            styles={{ body: { padding: 0 } }}
          >
            <LivePlanMap tasks={tasks} state={plan.state} findings={findings} around={around} />
            <AirAround query={air} />
            <HeightBounds picture={air.data} />
          </Card>
          {plan.state < 10 && (
            <Card size="small" title={t('weather.route.title')}>
              <PlanWeather id={plan.id} limits={tasks} />
            </Card>
          )}
          <Card size="small">
            <Tabs
              size="small"
              items={[
                {
                  key: 'findings',
                  label: t('plan.page.findings'),
                  children: <StoredFindings id={plan.id} />,
                },
                { key: 'messages', label: t('messages.tab'), children: <PlanMessages id={plan.id} /> },
                { key: 'records', label: t('plan.page.records'), children: <Operations id={plan.id} /> },
                {
                  key: 'changes',
                  label: t('plan.page.changes'),
                  children: resource && <History resource={resource} id={plan.id} version={plan.version} />,
                },
              ]}
            />
          </Card>
        </div>
      </div>
    </div>
  );
}

/** Where the plan flies, kept as an airspace template of one's own (specification §7, NAircraftToUserAirspace). */
function KeepAirspace({ detail: { plan, tasks } }: { detail: PlanDetail }) {
  const { t } = useTranslation();
  const keeps = useHolds(['Pages.AirspaceApproval.Create', 'Pages.Navigation.Create']);
  const [pending, setPending] = useState<PendingPlanAct | null>(null);
  if (!keeps || !tasks.some(({ footprint }) => footprint)) return null;
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        data-action="keepAirspace"
        onClick={() => setPending({ action: 'keepAirspace', plan, stepIndex: null })}
      >
        {t('plan.action.keepAirspace')}
      </Button>
      <PlanActDialog pending={pending} onClose={() => setPending(null)} />
    </>
  );
}

function StoredFindings({ id }: { id: number }) {
  const { t } = useTranslation();
  const placeOf = usePlaceOf();
  const { data, error, refetch } = useFindings(id);
  const findings = useMemo(() => data?.findings ?? [], [data]);
  if (error) return <Failure title={t('plan.check.failed')} error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} title={false} />;
  if (findings.length === 0) {
    return (
      <p className="plan-clear">
        <span aria-hidden="true">✓ </span>
        {t('plan.check.none')}
      </p>
    );
  }
  return <FindingsList findings={findings} placeOf={placeOf} />;
}
