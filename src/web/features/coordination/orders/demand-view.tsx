import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { durationText } from '#domain/text/times.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { useLocale } from '#web/client/locale.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime, useNow } from '#web/ui/flight-time.tsx';
import { nextDue, ownDemand, type Receiver, secondsLeft } from './demand-state.ts';
import { useAcknowledgeOrder } from './use-acknowledge-order.ts';

/** An order or an information: what it says, how long is left, who has acknowledged, and the button for who has not. */
export function DemandView({
  message,
  me,
  onAnswered,
  children,
}: {
  message: ChatMessage;
  me: number | undefined;
  onAnswered: (message: ChatMessage) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { kind, demand } = message;
  const own = ownDemand(message, me);
  const due = demand && demand.state !== 'acknowledged' ? nextDue(demand) : null;
  return (
    <section
      className="chat-demand"
      data-kind={kind}
      data-state={demand?.state}
      aria-label={t(`chat.kind.${kind}`)}
    >
      <header className="cw-bar">
        <strong>
          <span aria-hidden="true">{kind === 'order' ? '■' : 'ⓘ'} </span>
          {t(`chat.kind.${kind}`)}
        </strong>
        {demand?.state === 'acknowledged' && (
          <span className="chat-answered">
            <span aria-hidden="true">✓ </span>
            {t('chat.acknowledgedAll')}
          </span>
        )}
        {due && <TimeLeft receiver={own ?? due} />}
      </header>
      {children}
      {own && <AcknowledgeForm message={message} onAnswered={onAnswered} />}
      {demand && (
        <ul className="chat-receivers" aria-label={t('chat.receivers')}>
          {demand.receivers.map((receiver) => (
            <ReceiverLine key={`${receiver.level}-${receiver.userId}`} receiver={receiver} />
          ))}
        </ul>
      )}
      {demand && demand.state !== 'acknowledged' && demand.next.length > 0 && (
        <p className="cw-soft">
          {t('chat.next', {
            names: demand.next.map(({ name }) => name).join(t('chat.comma')),
          })}
        </p>
      )}
    </section>
  );
}

/** What is left, once a second; past its moment by how much it is over. */
export function TimeLeft({ receiver }: { receiver: Pick<Receiver, 'dueAt'> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const left = secondsLeft(receiver, useNow());
  const seconds = Math.abs(left);
  // Nobody counts down hours in seconds.
  const time = seconds < 120 ? t('chat.seconds', { seconds }) : durationText(seconds * 1000, locale);
  return (
    <span
      role="timer"
      className="plan-clock cw-figures"
      data-level={left <= 0 ? 'late' : left <= 15 ? 'urgent' : 'calm'}
    >
      {t(left > 0 ? 'chat.left' : 'chat.over', { time })}
    </span>
  );
}

function ReceiverLine({ receiver }: { receiver: Receiver }) {
  const { t } = useTranslation();
  const { name, level, acknowledgedAt, soundedAt, remark } = receiver;
  return (
    <li data-answered={acknowledgedAt !== null}>
      <span aria-hidden="true">{acknowledgedAt ? '✓' : soundedAt ? '!' : '○'} </span>
      {name}
      {level > 0 && <span className="cw-soft"> {t('chat.escalated', { level })}</span>}{' '}
      {acknowledgedAt ? (
        <>
          {t('chat.acknowledged')} <FlightTime at={acknowledgedAt} />
        </>
      ) : (
        <span className="cw-soft">{t(soundedAt ? 'chat.notInTime' : 'chat.notYet')}</span>
      )}
      {remark && <q> {remark}</q>}
    </li>
  );
}

/** Acknowledges with one click; a remark may be written before it. */
export function AcknowledgeForm({
  message,
  onAnswered,
}: {
  message: ChatMessage;
  onAnswered: (message: ChatMessage) => void;
}) {
  const { t } = useTranslation();
  const acknowledge = useAcknowledgeOrder();
  const { busy, failure, run } = useAsyncAction();
  const [remark, setRemark] = useState('');
  return (
    <form
      className="cw-bar"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => onAnswered(await acknowledge(message, remark.trim())));
      }}
    >
      <Button
        type="primary"
        danger={message.kind === 'order'}
        htmlType="submit"
        loading={busy}
        data-action="acknowledgeMessage"
      >
        {t('chat.acknowledge')}
      </Button>
      <Input
        size="small"
        style={{ width: 220 }}
        maxLength={500}
        aria-label={t('chat.remark')}
        placeholder={t('chat.remark')}
        value={remark}
        onChange={({ target }) => setRemark(target.value)}
      />
      {failure !== null && <Failure title={t('chat.failed')} error={failure} />}
    </form>
  );
}
