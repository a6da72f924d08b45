import { useQueryClient } from '@tanstack/react-query';
import { Alert, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { planState } from '#domain/plans/states.ts';
import { callService } from '#web/client/services.ts';
import {
  ActConfirmed,
  ActDialog,
  ActField,
  ActText,
  type CandidateQuery,
  type ReasonNeed,
} from '#web/features/approvals/act-dialog.tsx';
import { MomentInput } from '#web/ui/moment-input.tsx';
import { NumberInput } from '#web/ui/number-input.tsx';
import { RuleText } from '#web/ui/rule-text.tsx';
import { LandedElsewhere } from './landed-elsewhere.tsx';
import { type Act, type ActInput, act, type Need, needsOf, weightOf } from './plan-act.ts';
import { planKey, refreshPlans } from './plan-queries.ts';
import { Restriction, restrictionOf } from './restriction.tsx';
import { SplitPreview } from './split-preview.tsx';
import { type ReportAction, type ReportedPlan, unsentReports } from './unsent-reports.ts';
import { useFarFromRelease } from './use-far-from-release.ts';
import { useReport } from './use-report.tsx';

export interface PendingPlanAct {
  action: Act;
  plan: ReportedPlan;
  /** The waiting step that the approver saw. */
  stepIndex: number | null;
  /** The detour that is answered, the order that is acknowledged or lifted. */
  detour?: number;
  order?: number;
  /** What the check of the plan found: quoted where it is rejected. */
  quotes?: readonly string[];
  /** What was given before, of a report that was refused, and which one it takes the place of. */
  given?: ActInput;
  replaces?: string;
}

const presets: Partial<Record<Act, 'plan' | 'release' | 'order'>> = {
  reject: 'plan',
  return: 'plan',
  refuse: 'release',
  refuseDetour: 'release',
  stopFlight: 'order',
  recall: 'order',
};

interface Props {
  pending: PendingPlanAct | null;
  onClose: () => void;
  /** The action was taken. */
  onDone?: (done: PendingPlanAct) => void;
}

/** The dialog of an action on a plan: what that action needs, and its call. */
export function PlanActDialog({ pending, onClose, onDone }: Props) {
  return pending ? (
    <OneAct
      key={`${pending.action} ${pending.plan.id}`}
      pending={pending}
      onClose={onClose}
      onDone={onDone}
    />
  ) : null;
}

/** The minute now: what is reported has just happened. */
function thisMinute(): string {
  return new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
}

function firstTime({ action, plan }: PendingPlanAct): string | undefined {
  switch (action) {
    case 'applyRelease':
      // A departure that is past is not asked for: the next minute is.
      return plan.startTime && Date.parse(plan.startTime) > Date.now() ? plan.startTime : thisMinute();
    case 'editRelease':
      // Of a release that was given another time is asked for: the one that is past is not offered.
      return [plan.realEtd, plan.startTime].find((at) => at && Date.parse(at) > Date.now()) ?? thisMinute();
    case 'editReport':
      return (plan.state === 10 ? plan.realEta : plan.takeoffAt) ?? thisMinute();
    default:
      return thisMinute();
  }
}

function isReport(action: Act): action is ReportAction {
  return action === 'takeOff' || action === 'land';
}

const reasons: ReasonNeed[] = ['reason', 'reasonOptional', 'comment'];

/** To whom the waiting step of a plan may be handed. */
function candidatesOf(id: number): CandidateQuery {
  return {
    queryKey: [planKey, 'candidates', id],
    queryFn: () => callService('Navigation', 'GetCandidates', { id }),
  };
}

function OneAct({ pending, onClose, onDone }: { pending: PendingPlanAct } & Omit<Props, 'pending'>) {
  const { action, plan, stepIndex, detour, order } = pending;
  const { t } = useTranslation();
  const client = useQueryClient();
  const needs = needsOf(action);
  const wants = (need: Need) => needs.includes(need);
  const [input, setInput] = useState<ActInput>(() => ({
    ...(wants('time') ? { at: firstTime(pending) } : {}),
    ...(wants('sorties') ? { sorties: plan.actualNum ?? 1 } : {}),
    ...(wants('underWay') ? { underWay: plan.flightNum ?? 1 } : {}),
    ...(action === 'editReport' && plan.state === 10
      ? { landedAirport: plan.landedAirport ?? undefined, landedPoint: plan.landedPoint ?? undefined }
      : {}),
    ...pending.given,
  }));
  const report = useReport();
  const set = (part: ActInput) => setInput((before) => ({ ...before, ...part }));
  const noTime = wants('time') && !input.at;
  const isTakeOff = action === 'takeOff' || (action === 'editReport' && plan.state === planState.inFlight);
  const isFar = useFarFromRelease(plan, isTakeOff ? input.at : null);
  const unread = action === 'takeOff' && restrictionOf(plan) !== null && !input.restrictionRead;
  const noRestriction = wants('restriction') && !input.restriction?.trim();
  return (
    <ActDialog
      action={t(`plan.action.${action}`)}
      name={plan.planNumber}
      done={t(`plan.act.done.${action}`, { name: plan.planNumber })}
      danger={weightOf(action) === 'danger'}
      reason={isFar ? 'reason' : reasons.find(wants)}
      {...(isFar && { reasonNeeded: t('plan.report.far', { minutes: isFar }) })}
      presets={presets[action]}
      quotes={pending.quotes}
      candidates={wants('assignees') ? candidatesOf(plan.id) : undefined}
      blocked={noTime || noRestriction || unread}
      tellsItself={isReport(action)}
      send={(values) =>
        isReport(action)
          ? report(action, plan, { ...input, ...values }, pending.replaces)
          : act(
              action,
              {
                id: plan.id,
                stepIndex,
                state: plan.state,
                ...(detour === undefined ? {} : { detour }),
                ...(order === undefined ? {} : { order }),
              },
              { ...input, ...values },
            )
      }
      refresh={async () => {
        // Without a connection nobody waits for what cannot be asked.
        if (unsentReports.get().length === 0) await refreshPlans(client);
      }}
      onClose={onClose}
      onDone={() => onDone?.(pending)}
    >
      {plan.callsign && <p style={{ marginTop: 0 }}>{plan.callsign}</p>}
      {isTakeOff && (
        <ActConfirmed missing={unread && t('plan.restriction.needed')}>
          <Restriction
            plan={plan}
            read={input.restrictionRead ?? false}
            {...(action === 'takeOff' && {
              onRead: (restrictionRead: boolean) => set({ restrictionRead }),
            })}
          />
        </ActConfirmed>
      )}
      {wants('sure') && <p>{t(`plan.act.sure.${action}`)}</p>}
      {action === 'editRelease' && plan.state === planState.releaseAllowed && (
        <p>{t('plan.act.releaseAnew')}</p>
      )}
      {action === 'split' && <SplitPreview id={plan.id} planNumber={plan.planNumber} />}
      {wants('time') && (
        <ActField label={t(`plan.act.time.${action}`)} required missing={noTime && t('plan.act.timeNeeded')}>
          {(id) => <MomentInput id={id} value={input.at} onChange={(at) => set({ at })} />}
        </ActField>
      )}
      {isFar !== null && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 12 }}
          message={t('plan.report.far', { minutes: isFar })}
          description={<RuleText text={t('plan.rule.basic-38')} />}
        />
      )}
      {wants('sorties') && (
        <ActField label={t('plan.act.sorties')}>
          {(id) => <Count id={id} value={input.sorties} onChange={(sorties) => set({ sorties })} />}
        </ActField>
      )}
      {wants('underWay') && (
        <ActField label={t('plan.act.underWay')} help={t('plan.act.underWayHelp')}>
          {(id) => <Count id={id} value={input.underWay} onChange={(underWay) => set({ underWay })} />}
        </ActField>
      )}
      {wants('elsewhere') && (action === 'land' || plan.state === 10) && (
        <LandedElsewhere input={input} onChange={set} />
      )}
      {wants('name') && (
        <ActField label={t('plan.act.name')} help={t('plan.act.nameHelp')}>
          {(id) => (
            <Input
              id={id}
              maxLength={60}
              placeholder={[plan.planNumber, plan.callsign].filter(Boolean).join(' ')}
              value={input.name ?? ''}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </ActField>
      )}
      {wants('restriction') && (
        <ActField
          label={t('plan.act.restriction')}
          required
          missing={noRestriction && t('plan.refused.restriction')}
        >
          {(id) => (
            <ActText
              id={id}
              value={input.restriction ?? ''}
              onChange={(restriction) => set({ restriction })}
            />
          )}
        </ActField>
      )}
    </ActDialog>
  );
}

interface CountProps {
  id: string;
  value: number | null | undefined;
  onChange: (value: number | null) => void;
}

function Count({ id, value, onChange }: CountProps) {
  return (
    <NumberInput
      id={id}
      min={0}
      max={9999}
      precision={0}
      changeOnWheel={false}
      value={value ?? null}
      onChange={onChange}
    />
  );
}
