import { ArrowLeftOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { InboxItem } from '#contract/approvals/flow-config.ts';
import type { PlanDetail, StepDetail } from '#contract/plans/plan-output.ts';
import { useIsMobile } from '#web/ui/appearance.ts';
import { useDeskKeys } from '#web/ui/desk-keys.ts';
import { Failure } from '#web/ui/failure.tsx';
import { Countdown, FlightSpan } from '#web/ui/flight-time.tsx';
import { idOf } from '#web/ui/id-of.ts';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import type { Detour } from './detour/detour-queries.ts';
import { DetourQueue } from './detour/detour-queue.tsx';
import { type Act, weightOf } from './plan-act.ts';
import { type PendingPlanAct, PlanActDialog } from './plan-act-dialog.tsx';
import { PlanDocument } from './plan-document.tsx';
import { refreshPlans, type useInbox, usePlan, useSteps } from './plan-queries.ts';

/** The earlier of the step's own limit and the law's: what the queue is in the order of. */
function limitOf({ stepDueAt, decideBy }: InboxItem): string | null {
  if (!stepDueAt || !decideBy) return stepDueAt ?? decideBy;
  return Date.parse(stepDueAt) < Date.parse(decideBy) ? stepDueAt : decideBy;
}

/** The approver's desk: the queue by its legal clock, and the document that is open. */
export function InboxDesk({
  query,
  detours,
}: {
  query: ReturnType<typeof useInbox>;
  /** Those that wait for my answer. */
  detours: readonly Detour[];
}) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const [search, setSearch] = useSearchParams();
  const id = idOf(search.get('id'));
  const items = useMemo(() => query.data?.items ?? [], [query.data]);
  // What waits in the air comes first.
  const queued = useMemo(
    () => [...new Set([...detours.map(({ plan }) => plan), ...items.map((item) => item.id)])],
    [detours, items],
  );
  const open = useCallback(
    (next: number | null) => setSearch(next === null ? { tab: 'inbox' } : { tab: 'inbox', id: String(next) }),
    [setSearch],
  );
  const step = useCallback(
    (by: 1 | -1) => {
      const place = id === null ? -1 : queued.indexOf(id);
      const next = queued[place === -1 ? 0 : place + by];
      if (next !== undefined) open(next);
    },
    [queued, id, open],
  );

  if (query.error) {
    return (
      <div className="plan-desk-body">
        <Failure title={t('plan.desk.failed')} error={query.error} retry={() => void query.refetch()} />
      </div>
    );
  }
  if (!query.data) {
    return (
      <div className="plan-desk-body">
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    );
  }
  const queue = (
    <nav className="plan-queue" aria-label={t('plan.desk.queue')}>
      <DetourQueue detours={detours} open={id} onOpen={open} />
      {queued.length === 0 ? (
        <Empty description={t('plan.desk.empty')} style={{ padding: 24 }} />
      ) : (
        <ul>
          {items.map((item) => (
            <li key={item.flowInstance}>
              <button
                type="button"
                aria-current={item.id === id}
                data-plan={item.id}
                onClick={() => open(item.id)}
              >
                <span className="plan-queue-line">
                  <Countdown to={limitOf(item)} />
                  <span className="plan-soft">
                    {item.documentKindText} {item.stepIndex + 1}/{item.stepCount}
                  </span>
                </span>
                <strong className="cw-figures">{item.title}</strong>
                <span>
                  {item.missionTypeName} · {item.companyName}
                </span>
                <span className="plan-queue-line">
                  <FlightSpan from={item.startTime} to={item.endTime} />
                </span>
                <PlanStateTag state={item.state} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
  const document =
    id === null ? (
      <div className="plan-open" data-empty="true">
        <Empty
          description={queued.length === 0 ? t('plan.desk.allDone') : t('plan.desk.choose')}
          style={{ marginTop: 80 }}
        >
          {queued.length > 0 && (
            <Button type="primary" onClick={() => step(1)}>
              {t('plan.desk.first')}
            </Button>
          )}
        </Empty>
      </div>
    ) : (
      <OpenDocument key={id} id={id} onStep={step} onBack={mobile ? () => open(null) : undefined} />
    );
  if (mobile) return id === null ? queue : document;
  return (
    <div className="plan-desk-columns">
      {queue}
      {document}
    </div>
  );
}

function OpenDocument({
  id,
  onStep,
  onBack,
}: {
  id: number;
  onStep: (by: 1 | -1) => void;
  onBack: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  // Opening it as the step's approver takes it up (decisions.md §4); then the page is asked for, as it is after that.
  const steps = useSteps(id);
  const plan = usePlan(steps.data || steps.error ? id : null);
  const failure = steps.error ?? plan.error;
  if (failure) {
    return (
      <div className="plan-open">
        {onBack && <Back onBack={onBack} />}
        <Failure title={t('plan.page.failed')} error={failure} retry={() => void refreshPlans(client)} />
      </div>
    );
  }
  if (!steps.data || !plan.data) {
    return (
      <div className="plan-open">
        <Skeleton active paragraph={{ rows: 10 }} />
      </div>
    );
  }
  return <Decide detail={plan.data} step={steps.data} onStep={onStep} onBack={onBack} />;
}

function Back({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  return (
    <Button icon={<ArrowLeftOutlined />} onClick={onBack}>
      {t('plan.desk.back')}
    </Button>
  );
}

/** After these the plan no longer waits for who decided. */
const leaves = new Set<Act>(['reject', 'return', 'refuse', 'reassign']);

interface DecideProps {
  detail: PlanDetail;
  step: StepDetail;
  onStep: (by: 1 | -1) => void;
  onBack: (() => void) | undefined;
}

/** The buttons of a stage in their order, and the keys of the two that are pressed most. */
function buttonsOf(stage: StepDetail['stage'], state: number): Act[] {
  const release = stage ? stage === 'release' : state >= 4;
  return release
    ? ['reassign', 'refuse', 'allowRestricted', 'allow']
    : ['reassign', 'return', 'reject', 'approve'];
}

function Decide({ detail, step, onStep, onBack }: DecideProps) {
  const { t } = useTranslation();
  const [pending, setPending] = useState<PendingPlanAct | null>(null);
  const { plan } = detail;
  const buttons = buttonsOf(step.stage, plan.state);
  const why =
    step.whyNot ?? (step.stage === null ? t('plan.desk.nothingWaits', { state: plan.planNumber }) : null);
  const reasonOf = (action: Act): string | null =>
    step.decisions.includes(action)
      ? null
      : (why ??
        t(
          action === 'return'
            ? 'plan.desk.noReturn'
            : action === 'reassign'
              ? 'plan.desk.noReassign'
              : 'plan.desk.notHere',
        ));
  const start = (action: Act) => {
    if (reasonOf(action) === null) setPending({ action, plan, stepIndex: step.stepIndex });
  };
  const busy = pending !== null;

  useDeskKeys(
    {
      j: () => onStep(1),
      k: () => onStep(-1),
      a: () => start(buttons.includes('allow') ? 'allow' : 'approve'),
      r: () => start(buttons.includes('refuse') ? 'refuse' : 'reject'),
    },
    !busy,
  );

  return (
    <section className="plan-open" aria-label={plan.planNumber}>
      <header className="cw-bar">
        {onBack && <Back onBack={onBack} />}
        <h2 className="cw-title cw-figures">
          {plan.callsign} <span className="plan-soft">{plan.planNumber}</span>
        </h2>
        <span className="cw-grow" />
        {!onBack && <span className="plan-soft">{t('plan.desk.keys')}</span>}
      </header>
      <PlanDocument
        detail={detail}
        actions={
          <div className="plan-decide">
            <fieldset className="cw-bar cw-plain" aria-label={t('plan.act.group')}>
              {(step.stage === null ? [] : buttons).map((action) => {
                const reason = reasonOf(action);
                const weight = weightOf(action);
                return (
                  <Button
                    key={action}
                    type={weight === 'primary' ? 'primary' : 'default'}
                    danger={weight === 'danger'}
                    disabled={reason !== null}
                    aria-haspopup="dialog"
                    data-action={action}
                    title={reason ?? undefined}
                    onClick={() => start(action)}
                  >
                    {t(`plan.action.${action}`)}
                  </Button>
                );
              })}
            </fieldset>
            {why && <Alert type="info" showIcon message={why} />}
          </div>
        }
      />
      <PlanActDialog
        pending={pending}
        onClose={() => setPending(null)}
        onDone={(done) => {
          // The next in the queue comes up by itself where this plan no longer waits for me.
          if (leaves.has(done.action)) onStep(1);
        }}
      />
    </section>
  );
}
