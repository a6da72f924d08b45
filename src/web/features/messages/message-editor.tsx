import { App, Button, Drawer, Form, Input, Select } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageErrorView, MessageItem } from '#contract/messages/message-shapes.ts';
import { type Priority, priorities } from '#domain/messages/envelope.ts';
import { type MessageType, messageTypes } from '#domain/messages/types.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { useDirty } from '#web/client/live.ts';
import { useLabel } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { callService } from '#web/client/services.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { useKnown, useRefreshMessages, useSorties } from './message-queries.ts';
import { MessageErrors, MessageText } from './message-text.tsx';
import { useReading } from './use-reading.ts';

/** So many of the types are composed from a plan; the others are written by hand. */
const composed = messageTypes.slice(0, 10);
const address = /^[A-Z]{8}$/;

interface Props {
  /** `send`: one of ours; `receive`: one that came by another way is entered. */
  mode: 'send' | 'receive';
  plan: number | null;
  /** One that failed, in whose place this one goes. */
  mends?: MessageItem;
  onClose: () => void;
}

/** Writes a message: composed from a plan or typed, read at each letter, with what is wrong under its column. */
export function MessageEditor({ mode, plan: given, mends, onClose }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const { message, modal } = App.useApp();
  const refresh = useRefreshMessages();
  const { busy, failure, run } = useAsyncAction();
  const area = useRef<TextAreaRef>(null);
  const [plan, setPlan] = useState<number | null>(given);
  const [task, setTask] = useState<number | null>(null);
  const [type, setType] = useState<MessageType>(typeOf(mends));
  const [text, setText] = useState(mends?.text ?? '');
  const [priority, setPriority] = useState<Priority | null>(
    priorities.find((one) => one === mends?.priority) ?? null,
  );
  const [addressees, setAddressees] = useState<string[]>(mends?.addressees ?? []);
  const [gateway, setGateway] = useState<number | null>(null);
  const reading = useReading(text, useKnown(mode === 'send' ? plan : null));
  const tasks = useSorties(plan).data ?? [];
  const names = resourceNamed('planMessage')?.schema.properties.type?.['x-enum'];
  const wrongAddress = addressees.find((one) => !address.test(one));
  const sending = mode === 'send';
  const ready =
    text.trim() !== '' && (!sending || (reading.errors.length === 0 && wrongAddress === undefined));
  const dirty = text !== (mends?.text ?? '');
  useDirty(dirty);

  const compose = () =>
    run(async () => {
      if (plan === null) return;
      const made = await callService('MessageQuery', 'Compose', {
        plan,
        ...(task === null ? {} : { jobTask: task }),
        type,
      });
      setText(made.text);
      setPriority(made.priority);
      setAddressees(made.addressees);
    });

  const send = () =>
    run(async () => {
      await callService('MessageQuery', 'SendMessageQuery', {
        ...(plan === null ? {} : { plan }),
        text,
        ...(addressees.length > 0 ? { addressees } : {}),
        ...(priority ? { priority } : {}),
        ...(gateway === null ? {} : { gateway }),
        ...(mends ? { replaces: mends.id } : {}),
      });
      message.success(t('messages.queued'));
      await refresh();
      onClose();
    });

  const receive = () =>
    run(async () => {
      const { state, duplicate, reason } = await callService('MessageQuery', 'Receive', { text });
      const outcome = t(duplicate ? 'messages.receivedTwice' : `messages.received.${state}`);
      message.info(reason ? `${outcome} ${reason}` : outcome);
      await refresh();
      onClose();
    });

  function goTo({ column, length }: MessageErrorView): void {
    const input = area.current?.resizableTextArea?.textArea;
    input?.focus();
    input?.setSelectionRange(column, column + length);
  }

  function close(): void {
    if (!dirty) onClose();
    else
      modal.confirm({
        title: t('messages.leave'),
        okText: t('messages.leaveYes'),
        okButtonProps: { danger: true },
        cancelText: t('shell.cancel'),
        onOk: onClose,
      });
  }

  return (
    <Drawer
      open
      width={760}
      title={
        mends
          ? t('messages.mendTitle', { name: mends.type })
          : t(sending ? 'messages.send' : 'messages.enter')
      }
      onClose={close}
      maskClosable={false}
      extra={
        <Button
          type="primary"
          loading={busy}
          disabled={!ready}
          onClick={() => void (sending ? send() : receive())}
        >
          {t(sending ? 'messages.sendNow' : 'messages.take')}
        </Button>
      }
    >
      <Form layout="vertical" component="div" className="message-editor">
        {sending && (
          <div className="message-compose">
            <Form.Item label={t('messages.plan')} htmlFor="message-plan">
              <RelationSelect
                id="message-plan"
                resource="plan"
                label={t('messages.plan')}
                value={plan ?? undefined}
                onChange={(next) => {
                  setPlan(numberOf(next));
                  setTask(null);
                }}
              />
            </Form.Item>
            {tasks.length > 1 && (
              <Form.Item label={t('messages.task')} htmlFor="message-task">
                <Select
                  id="message-task"
                  value={task ?? tasks[0]?.id}
                  onChange={setTask}
                  options={tasks.map((one) => ({ value: one.id, label: `${one.sequence} ${one.callsign}` }))}
                />
              </Form.Item>
            )}
            <Form.Item label={t('messages.type')} htmlFor="message-type">
              <Select
                id="message-type"
                value={type}
                onChange={setType}
                options={composed.map((one) => ({ value: one, label: `${one} ${label(names?.[one])}` }))}
              />
            </Form.Item>
            <Button disabled={plan === null} loading={busy} onClick={() => void compose()}>
              {t('messages.compose')}
            </Button>
          </div>
        )}
        {mends?.error && (
          <p className="message-error" role="note">
            {mends.error}
          </p>
        )}
        {failure !== null && <Failure title={t('messages.refused')} error={failure} />}
        <Form.Item label={t('messages.text')} htmlFor="message-text" extra={t('messages.textHelp')}>
          <Input.TextArea
            id="message-text"
            ref={area}
            className="message-input"
            spellCheck={false}
            autoCapitalize="characters"
            autoSize={{ minRows: 6, maxRows: 16 }}
            maxLength={2500}
            aria-invalid={reading.errors.length > 0 && text !== ''}
            aria-describedby="message-verdict"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Form.Item>
        {text.trim() !== '' && (
          <>
            <MessageText text={text} reading={reading} label={t('messages.read')} />
            <p
              id="message-verdict"
              role="status"
              className={reading.errors.length > 0 ? 'message-error' : undefined}
            >
              {reading.errors.length > 0
                ? t('messages.faultCount', { count: reading.errors.length })
                : `✓ ${t('messages.clear', { type: reading.type ?? '' })}`}
            </p>
            <MessageErrors errors={reading.errors} onGo={goTo} />
          </>
        )}
        {sending && (
          <div className="message-compose">
            <Form.Item
              label={t('messages.addressees')}
              htmlFor="message-addressees"
              validateStatus={wrongAddress === undefined ? undefined : 'error'}
              help={
                wrongAddress === undefined
                  ? t('messages.addresseesHelp')
                  : t('messages.wrongAddress', { address: wrongAddress })
              }
            >
              <Select
                id="message-addressees"
                mode="tags"
                tokenSeparators={[' ', ',', '，']}
                open={false}
                suffixIcon={null}
                value={addressees}
                onChange={(next) => setAddressees(next.map((one) => one.trim().toUpperCase()))}
              />
            </Form.Item>
            <Form.Item label={t('messages.priority')} htmlFor="message-priority">
              <Select
                id="message-priority"
                allowClear
                placeholder={t('messages.byType')}
                value={priority ?? undefined}
                onChange={(next) => setPriority(next ?? null)}
                options={priorities.map((one) => ({ value: one, label: t(`messages.priority.${one}`) }))}
              />
            </Form.Item>
            <Form.Item label={t('messages.gateway')} htmlFor="message-gateway">
              <RelationSelect
                id="message-gateway"
                resource="messageGateway"
                label={t('messages.gateway')}
                placeholder={t('messages.byType')}
                value={gateway ?? undefined}
                onChange={(next) => setGateway(numberOf(next))}
              />
            </Form.Item>
          </div>
        )}
      </Form>
    </Drawer>
  );
}

function typeOf(mends: MessageItem | undefined): MessageType {
  return composed.find((one) => one === mends?.type) ?? 'FPL';
}
