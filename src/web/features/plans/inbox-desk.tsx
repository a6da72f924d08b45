import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { InboxItem } from '#contract/approvals/flow-config.ts';
import type { PlanDetail, StepDetail } from '#contract/plans/plan-output.ts';
import { timesText } from '#web/client/clock.ts';
import {
  ApprovalDesk,
  DeskDocument,
  DeskWait,
  type DeskWays,
} from '#web/features/approvals/approval-desk.tsx';
import { NextLimit } from '#web/ui/flight-time.tsx';
import { idOf } from '#web/ui/id-of.ts';
import { ApproveTogether } from './approve-together.tsx';
import type { Detour } from './detour/detour-queries.ts';
import { DetourQueue } from './detour/detour-queue.tsx';
import { type Act, weightOf } from './plan-act.ts';
import { type PendingPlanAct, PlanActDialog } from './plan-act-dialog.tsx';
import { PlanDocument } from './plan-document.tsx';
import { refreshPlans, useFindings, type useInbox, usePlan, useSteps } from './plan-queries.ts';

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
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [approving, setApproving] = useState<readonly InboxItem[] | null>(null);
  const together = items.filter((item) => item.documentKind === 'plan' && chosen.has(item.id));
  const similar = items.filter((item) => together.some((one) => isSimilar(one, item)));
  const restOf = (item: InboxItem) =>
    [
      `${item.documentKindText} ${item.stepIndex + 1}/${item.stepCount}`,
      item.startTime && item.endTime ? timesText(item.startTime, item.endTime) : null,
      item.missionTypeName,
      item.companyName,
    ]
      .filter(Boolean)
      .join(' · ');
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
            <strong className="cw-figures">{item.title}</strong>
            <NextLimit
              limits={[
                { to: item.stepDueAt, label: t('plan.steps.due') },
                {
                  to: item.decideBy,
                  label: t(`plan.clock.${item.documentKind === 'release' ? 'release' : 'legal'}`),
                },
              ]}
            />
          </span>
          <span className="plan-queue-rest plan-soft" title={restOf(item)}>
            {restOf(item)}
          </span>
        </>
      )}
      order={order}
      chosen={chosen}
      onChoose={(item) => {
        if (item.documentKind !== 'plan') return null;
        return {
          label: t('plan.together.choose', { plan: item.title }),
          toggle: () => setChosen((before) => toggled(before, item.id)),
        };
      }}
      before={
        <>
          <DetourQueue detours={detours} open={id} onOpen={open} />
          {together.length > 0 && (
            <div className="cw-bar plan-choice" role="toolbar" aria-label={t('approval.desk.chosen')}>
              <Button type="primary" size="small" onClick={() => setApproving(together)}>
                {t('plan.together.approve', { count: together.length })}
              </Button>
              {similar.length > together.length && (
                <Button size="small" onClick={() => setChosen(new Set(similar.map((item) => item.id)))}>
                  {t('plan.together.similar', { count: similar.length })}
                </Button>
              )}
              <Button size="small" type="text" onClick={() => setChosen(new Set())}>
                {t('plan.together.clear')}
              </Button>
            </div>
          )}
          {approving && (
            <ApproveTogether
              items={approving}
              onClose={() => setApproving(null)}
              onDone={(left) => setChosen(new Set(left))}
            />
          )}
        </>
      }
      empty={t('plan.desk.empty')}
      choose={t('plan.desk.choose')}
      id={id}
      onOpen={open}
      document={(plan, ways) => <OpenDocument key={plan} id={plan} {...ways} />}
    />
  );
}

/** Of one company, for one mission, at one step. */
function isSimilar(one: InboxItem, other: InboxItem): boolean {
  return (['documentKind', 'companyName', 'missionTypeName', 'stepIndex'] as const).every(
    (field) => one[field] === other[field],
  );
}

function toggled(before: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
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
    <Decide key={plan.data.plan.id} detail={plan.data} step={steps.data} {...ways} />
  );
}

const decisions: Record<'plan' | 'release', Act[]> = {
  plan: ['approve', 'return', 'reassign', 'reject'],
  release: ['allow', 'allowRestricted', 'reassign', 'refuse'],
};

function Decide({ detail, step, ...ways }: { detail: PlanDetail; step: StepDetail } & DeskWays) {
  const { t } = useTranslation();
  const [pending, setPending] = useState<PendingPlanAct | null>(null);
  const { plan } = detail;
  const found = useFindings(plan.id).data?.findings ?? [];
  const quotes = [...new Set(found.map(({ message }) => message))];
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
        onStart={(action) => setPending({ action, plan, stepIndex: step.stepIndex, quotes })}
        {...ways}
      >
        {(buttons) => <PlanDocument detail={detail} actions={buttons} />}
      </DeskDocument>
      <PlanActDialog pending={pending} onClose={() => setPending(null)} onDone={ways.onDecided} />
    </>
  );
}
