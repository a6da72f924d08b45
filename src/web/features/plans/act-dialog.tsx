import { useQueryClient } from '@tanstack/react-query';
import { App, Form, Input, InputNumber, Modal } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanItem } from '#contract/plans/plan-output.ts';
import { planState } from '#domain/plans/states.ts';
import { MomentInput } from '#web/ui/moment-input.tsx';
import { AssigneeSelect, LandedElsewhere } from './act-fields.tsx';
import { type Act, type ActInput, act, needsOf, weightOf } from './plan-act.ts';
import { refreshPlans } from './plan-queries.ts';
import { Fault, RefusalList } from './refusal-list.tsx';
import { SplitPreview } from './split-preview.tsx';
import { useNotFinish } from './use-not-finish.ts';

export interface PendingAct {
  action: Act;
  plan: Pick<
    PlanItem,
    | 'id'
    | 'planNumber'
    | 'callsign'
    | 'state'
    | 'startTime'
    | 'realEtd'
    | 'takeoffAt'
    | 'realEta'
    | 'actualNum'
    | 'flightNum'
    | 'landedAirport'
    | 'landedPoint'
  >;
  /** The waiting step that the approver saw. */
  stepIndex: number | null;
  /** The detour that is answered. */
  detour?: number;
}

interface Props {
  pending: PendingAct | null;
  onClose: () => void;
  /** The action was taken. */
  onDone?: (done: PendingAct) => void;
}

/** Asks what an action needs, sends it, and keeps what was typed until the server has said yes. */
export function ActDialog({ pending, onClose, onDone }: Props) {
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

function firstTime({ action, plan }: PendingAct): string | undefined {
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

function OneAct({ pending, onClose, onDone }: { pending: PendingAct } & Omit<Props, 'pending'>) {
  const { action, plan, stepIndex, detour } = pending;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const notFinish = useNotFinish();
  const needs = needsOf(action);
  const wantsTime = needs.includes('time');
  const [input, setInput] = useState<ActInput>(() => ({
    ...(wantsTime ? { at: firstTime(pending) } : {}),
    ...(needs.includes('sorties') ? { sorties: plan.actualNum ?? 1 } : {}),
    ...(needs.includes('underWay') ? { underWay: plan.flightNum ?? 1 } : {}),
    ...(action === 'editReport' && plan.state === 10
      ? { landedAirport: plan.landedAirport ?? undefined, landedPoint: plan.landedPoint ?? undefined }
      : {}),
  }));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const first = useRef<HTMLTextAreaElement | null>(null);
  const fieldId = useId();
  useEffect(() => {
    // After antd has put the focus on the dialog itself.
    const timer = setTimeout(() => first.current?.focus(), 120);
    return () => clearTimeout(timer);
  }, []);

  const missing = {
    reason: needs.includes('reason') && !input.reason?.trim(),
    restriction: needs.includes('restriction') && !input.restriction?.trim(),
    time: wantsTime && !input.at,
    assignees: needs.includes('assignees') && !input.assignees?.length,
  };

  async function send(): Promise<void> {
    setTried(true);
    if (Object.values(missing).some(Boolean) || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await act(
        action,
        { id: plan.id, stepIndex, state: plan.state, ...(detour === undefined ? {} : { detour }) },
        input,
      );
      // The screen below is true again before the next key is pressed on it: two steps may be decided in one breath.
      await refreshPlans(client);
      message.success(t('plan.act.done', { action: t(`plan.action.${action}`), plan: plan.planNumber }));
      onClose();
      onDone?.(pending);
    } catch (error) {
      if (notFinish(error)) onClose();
      else setFailure(error);
      void refreshPlans(client);
    } finally {
      setBusy(false);
    }
  }

  const weight = weightOf(action);
  const error = (field: keyof typeof missing) => (tried && missing[field] ? 'error' : undefined);
  const reasoned = needs.find((need) => need === 'reason' || need === 'reasonOptional' || need === 'comment');
  return (
    <Modal
      open
      title={t('plan.act.title', { action: t(`plan.action.${action}`), plan: plan.planNumber })}
      okText={t(`plan.action.${action}`)}
      okButtonProps={{ danger: weight === 'danger', loading: busy }}
      cancelText={t('shell.cancel')}
      onOk={() => void send()}
      onCancel={onClose}
      destroyOnHidden
      width={520}
      styles={{ footer: { marginTop: 28 } }}
    >
      <Form layout="vertical" component="div">
        {plan.callsign && <p style={{ marginTop: 0 }}>{plan.callsign}</p>}
        {needs.includes('sure') && <p>{t(`plan.act.sure.${action}`)}</p>}
        {action === 'editRelease' && plan.state === planState.releaseAllowed && (
          <p>{t('plan.act.releaseAnew')}</p>
        )}
        {action === 'split' && <SplitPreview id={plan.id} planNumber={plan.planNumber} />}
        {wantsTime && (
          <Form.Item
            label={t(`plan.act.time.${action}`)}
            htmlFor={`${fieldId}-time`}
            required
            validateStatus={error('time')}
            help={error('time') && <Fault text={t('plan.act.timeNeeded')} />}
          >
            <MomentInput
              id={`${fieldId}-time`}
              value={input.at}
              onChange={(at) => setInput((before) => ({ ...before, at }))}
            />
          </Form.Item>
        )}
        {needs.includes('sorties') && (
          <Form.Item label={t('plan.act.sorties')} htmlFor={`${fieldId}-sorties`}>
            <InputNumber
              id={`${fieldId}-sorties`}
              min={0}
              max={9999}
              precision={0}
              changeOnWheel={false}
              value={input.sorties ?? null}
              onChange={(sorties) => setInput((before) => ({ ...before, sorties }))}
            />
          </Form.Item>
        )}
        {needs.includes('underWay') && (
          <Form.Item
            label={t('plan.act.underWay')}
            htmlFor={`${fieldId}-under-way`}
            extra={t('plan.act.underWayHelp')}
          >
            <InputNumber
              id={`${fieldId}-under-way`}
              min={0}
              max={9999}
              precision={0}
              changeOnWheel={false}
              value={input.underWay ?? null}
              onChange={(underWay) => setInput((before) => ({ ...before, underWay }))}
            />
          </Form.Item>
        )}
        {needs.includes('elsewhere') && (action === 'land' || plan.state === 10) && (
          <LandedElsewhere
            input={input}
            onChange={(part) => setInput((before) => ({ ...before, ...part }))}
          />
        )}
        {needs.includes('name') && (
          <Form.Item label={t('plan.act.name')} htmlFor={`${fieldId}-name`} extra={t('plan.act.nameHelp')}>
            <Input
              id={`${fieldId}-name`}
              maxLength={60}
              placeholder={[plan.planNumber, plan.callsign].filter(Boolean).join(' ')}
              value={input.name ?? ''}
              onChange={(event) => setInput((before) => ({ ...before, name: event.target.value }))}
            />
          </Form.Item>
        )}
        {needs.includes('assignees') && (
          <Form.Item
            label={t('plan.act.assignees')}
            htmlFor={`${fieldId}-assignees`}
            required
            validateStatus={error('assignees')}
            help={error('assignees') && <Fault text={t('plan.act.assigneesNeeded')} />}
          >
            <AssigneeSelect
              id={`${fieldId}-assignees`}
              plan={plan.id}
              value={input.assignees ?? []}
              onChange={(assignees) => setInput((before) => ({ ...before, assignees }))}
            />
          </Form.Item>
        )}
        {needs.includes('restriction') && (
          <Form.Item
            label={t('plan.act.restriction')}
            htmlFor={`${fieldId}-restriction`}
            required
            validateStatus={error('restriction')}
            help={error('restriction') && <Fault text={t('plan.refused.restriction')} />}
          >
            <Input.TextArea
              id={`${fieldId}-restriction`}
              ref={(area) => {
                first.current = area?.resizableTextArea?.textArea ?? null;
              }}
              maxLength={1000}
              showCount
              autoSize={{ minRows: 2, maxRows: 8 }}
              value={input.restriction ?? ''}
              onChange={(event) => setInput((before) => ({ ...before, restriction: event.target.value }))}
            />
          </Form.Item>
        )}
        {reasoned && (
          <Form.Item
            label={t(reasoned === 'comment' ? 'plan.act.comment' : 'plan.act.reason')}
            htmlFor={`${fieldId}-reason`}
            required={reasoned === 'reason'}
            validateStatus={error('reason')}
            help={error('reason') && <Fault text={t('plan.refused.reason')} />}
          >
            <Input.TextArea
              id={`${fieldId}-reason`}
              ref={(area) => {
                first.current = area?.resizableTextArea?.textArea ?? null;
              }}
              maxLength={1000}
              showCount
              autoSize={{ minRows: 2, maxRows: 8 }}
              value={input.reason ?? ''}
              onChange={(event) => setInput((before) => ({ ...before, reason: event.target.value }))}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
              }}
            />
          </Form.Item>
        )}
        {failure !== null && <RefusalList error={failure} title={t('plan.act.refused')} />}
      </Form>
    </Modal>
  );
}
