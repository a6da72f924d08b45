import { useQueryClient } from '@tanstack/react-query';
import { App, Form, Input, Modal } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AirspaceItem, ExtensionAskView } from '#contract/airspace/airspace-output.ts';
import { useWork } from '#web/client/work.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { MomentInput } from '#web/ui/moment-input.tsx';
import { type ActInput, type AirspaceAct, actOn, needsOf, weightOf } from './airspace-act.ts';
import { airspaceName } from './airspace-place.ts';
import { refreshAirspaces } from './airspace-queries.ts';

export interface PendingAct {
  action: AirspaceAct;
  airspace: Pick<AirspaceItem, 'id' | 'name' | 'designator' | 'validTo'>;
  /** The holder's request that waits: an extension begins with what it asks for. */
  ask?: Pick<ExtensionAskView, 'validTo' | 'reason' | 'byName'> | null;
}

interface Props {
  pending: PendingAct | null;
  onClose: () => void;
  onDone?: (done: PendingAct) => void;
}

/** Asks what an action needs, sends it, and keeps what was typed until the server has said yes. */
export function AirspaceActDialog({ pending, onClose, onDone }: Props) {
  return pending ? (
    <OneAct
      key={`${pending.action} ${pending.airspace.id}`}
      pending={pending}
      onClose={onClose}
      {...(onDone ? { onDone } : {})}
    />
  ) : null;
}

function OneAct({ pending, onClose, onDone }: Omit<Props, 'pending'> & { pending: PendingAct }) {
  const { action, airspace, ask = null } = pending;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const { busy, failure, run } = useWork();
  const id = useId();
  const needs = needsOf(action);
  const [input, setInput] = useState<ActInput>(action === 'extend' && ask ? { validTo: ask.validTo } : {});
  const answers = action === 'extend' || action === 'declineExtension' ? ask : null;
  const [tried, setTried] = useState(false);
  const first = useRef<HTMLTextAreaElement | null>(null);
  useEffect(() => {
    // After antd has put the focus on the dialog itself.
    const timer = setTimeout(() => first.current?.focus(), 120);
    return () => clearTimeout(timer);
  }, []);
  const noReason = needs.includes('reason') && !input.reason?.trim();
  const noEnd = needs.includes('until') && !input.validTo;
  const notLater = Boolean(input.validTo && airspace.validTo && input.validTo <= airspace.validTo);
  const backwards = Boolean(input.from && input.to && input.from >= input.to);

  const send = () => {
    setTried(true);
    if (noReason || noEnd || notLater || backwards || busy) return;
    void run(async () => {
      await actOn(action, airspace.id, input);
      await refreshAirspaces(client);
      message.success(
        t('airspace.act.done', { action: t(`airspace.act.name.${action}`), name: airspaceName(airspace) }),
      );
      onClose();
      onDone?.(pending);
    });
  };
  const set = (part: ActInput) => setInput((before) => ({ ...before, ...part }));
  const moment = (name: 'from' | 'to' | 'validTo', required = false) => (
    <Form.Item
      label={t(`airspace.act.${name}`)}
      htmlFor={`${id}-${name}`}
      required={required}
      help={
        (name === 'validTo' && tried && noEnd && <Fault text={t('airspace.act.endNeeded')} />) ||
        (name === 'validTo' && notLater && <Fault text={t('airspace.act.notLater')} />) ||
        (name === 'to' && backwards && <Fault text={t('airspace.act.backwards')} />) ||
        (name === 'validTo' ? (
          <>
            {airspace.validTo && (
              <>
                {t('airspace.act.presentEnd')} <FlightTime at={airspace.validTo} year />
                {' · '}
              </>
            )}
            {t(`airspace.act.help.${action === 'askExtension' ? 'asked' : 'validTo'}`)}
          </>
        ) : (
          t(`airspace.act.help.${name}`)
        ))
      }
    >
      <MomentInput
        id={`${id}-${name}`}
        value={input[name]}
        onChange={(at) =>
          setInput(({ [name]: _old, ...rest }) => (at === undefined ? rest : { ...rest, [name]: at }))
        }
      />
    </Form.Item>
  );
  return (
    <Modal
      open
      title={t('airspace.act.title', {
        action: t(`airspace.act.name.${action}`),
        name: airspaceName(airspace),
      })}
      okText={t(`airspace.act.name.${action}`)}
      okButtonProps={{ danger: weightOf(action) === 'danger', loading: busy }}
      cancelText={t('shell.cancel')}
      onOk={send}
      onCancel={onClose}
      destroyOnHidden
      width={520}
      styles={{ footer: { marginTop: 28 } }}
    >
      <Form layout="vertical" component="div">
        {needs.includes('sure') && <p>{t(`airspace.act.sure.${action}`)}</p>}
        {answers && (
          <p>
            {t('airspace.ask.until')} <FlightTime at={answers.validTo} year />
            {answers.byName && ` · ${answers.byName}`}
            {answers.reason && (
              <>
                <br />
                <q>{answers.reason}</q>
              </>
            )}
          </p>
        )}
        {needs.includes('span') && (
          <>
            {moment('from')}
            {moment('to')}
          </>
        )}
        {needs.includes('until') && moment('validTo', true)}
        {(needs.includes('reason') || needs.includes('reasonOptional')) && (
          <Form.Item
            label={t('airspace.act.reason')}
            htmlFor={`${id}-reason`}
            required={needs.includes('reason')}
            help={tried && noReason && <Fault text={t('airspace.act.reasonNeeded')} />}
          >
            <Input.TextArea
              id={`${id}-reason`}
              ref={(area) => {
                first.current = area?.resizableTextArea?.textArea ?? null;
              }}
              maxLength={500}
              showCount
              autoSize={{ minRows: 2, maxRows: 6 }}
              aria-invalid={tried && noReason}
              value={input.reason ?? ''}
              onChange={(event) => set({ reason: event.target.value })}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
              }}
            />
          </Form.Item>
        )}
        {failure !== null && <Failure title={t('airspace.act.refused')} error={failure} />}
      </Form>
    </Modal>
  );
}

/** What is missing, in the theme's own red: antd's is too pale on a raised dark panel. */
function Fault({ text }: { text: string }) {
  return <span style={{ color: 'var(--cw-error)' }}>{text}</span>;
}
