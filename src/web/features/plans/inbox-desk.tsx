import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { InboxItem } from '#contract/approvals/flow-config.ts';
import type { PlanDetail, StepDetail } from '#contract/plans/plan-output.ts';
import {
  ApprovalDesk,
  DeskDocument,
  DeskWait,
  type DeskWays,
} from '#web/features/approvals/approval-desk.tsx';
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

/** The approver's desk of plans and releases, by their legal clock. */
export function InboxDesk({
  query,
  detours,
}: {
  query: ReturnType<typeof useInbox>;
  /** Those that wait for my answer. */
  detours: readonly Detour[];
}) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const id = idOf(search.get('id'));
  const items = query.data?.items ?? [];
  // What waits in the air comes first.
  const order = [...new Set([...detours.map(({ plan }) => plan), ...items.map((item) => item.id)])];
  const open = (next: number | null) =>
    setSearch(next === null ? { tab: 'inbox' } : { tab: 'inbox', id: String(next) });
  return (
    <ApprovalDesk
      query={query}
      failed={t('plan.desk.failed')}
      label={t('plan.desk.queue')}
      items={items}
      line={(item) => (
        <>
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
        </>
      )}
      order={order}
      before={<DetourQueue detours={detours} open={id} onOpen={open} />}
      empty={t('plan.desk.empty')}
      choose={t('plan.desk.choose')}
      id={id}
      onOpen={open}
      document={(plan, ways) => <OpenDocument key={plan} id={plan} {...ways} />}
    />
  );
}

function OpenDocument({ id, ...ways }: { id: number } & DeskWays) {
  const { t } = useTranslation();
  const client = useQueryClient();
  // Opening it as the step's approver takes it up (decisions.md §4); then the page is asked for, as it is after that.
  const steps = useSteps(id);
  const plan = usePlan(steps.data || steps.error ? id : null);
  const failure = steps.error ?? plan.error;
  return failure || !steps.data || !plan.data ? (
    <DeskWait
      title={t('plan.page.failed')}
      error={failure}
      retry={() => void refreshPlans(client)}
      {...ways}
    />
  ) : (
    <Decide detail={plan.data} step={steps.data} {...ways} />
  );
}

/** After these the plan no longer waits for who decided. */
const leaves = new Set<Act>(['reject', 'return', 'refuse', 'reassign']);

const decisions: Record<'plan' | 'release', Act[]> = {
  plan: ['reassign', 'return', 'reject', 'approve'],
  release: ['reassign', 'refuse', 'allowRestricted', 'allow'],
};

function Decide({ detail, step, ...ways }: { detail: PlanDetail; step: StepDetail } & DeskWays) {
  const { t } = useTranslation();
  const [pending, setPending] = useState<PendingPlanAct | null>(null);
  const { plan } = detail;
  const release = step.stage ? step.stage === 'release' : plan.state >= 4;
  const why =
    step.whyNot ?? (step.stage === null ? t('plan.desk.nothingWaits', { state: plan.planNumber }) : null);
  const notHere = (action: Act) =>
    action === 'return' ? 'noReturn' : action === 'reassign' ? 'noReassign' : 'notHere';
  return (
    <>
      <DeskDocument
        name={plan.planNumber}
        heading={
          <>
            {plan.callsign} <span className="plan-soft">{plan.planNumber}</span>
          </>
        }
        actions={step.stage === null ? [] : decisions[release ? 'release' : 'plan']}
        group={t('plan.act.group')}
        nameOf={(action) => t(`plan.action.${action}`)}
        weightOf={weightOf}
        reasonOf={(action) =>
          step.decisions.includes(action) ? null : (why ?? t(`plan.desk.${notHere(action)}`))
        }
        approve={release ? 'allow' : 'approve'}
        refuse={release ? 'refuse' : 'reject'}
        why={why}
        busy={pending !== null}
        onStart={(action) => setPending({ action, plan, stepIndex: step.stepIndex })}
        {...ways}
      >
        {(buttons) => <PlanDocument detail={detail} actions={buttons} />}
      </DeskDocument>
      <PlanActDialog
        pending={pending}
        onClose={() => setPending(null)}
        onDone={(done) => {
          // The next in the queue comes up by itself where this plan no longer waits for me.
          if (leaves.has(done.action)) ways.onStep(1);
        }}
      />
    </>
  );
}
