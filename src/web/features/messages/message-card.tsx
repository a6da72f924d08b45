import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MessageItem } from '#contract/messages/message-shapes.ts';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { MessageStateTag } from './message-state-tag.tsx';
import { MessageErrors, MessageText } from './message-text.tsx';
import { useReading } from './use-reading.ts';

interface Props {
  item: MessageItem;
  /** On the page of its plan the plan needs no name. */
  ofPlan?: boolean;
  onRetry?: (item: MessageItem) => void;
  onMend?: (item: MessageItem) => void;
  onMatch?: (item: MessageItem) => void;
  onIgnore?: (item: MessageItem) => void;
}

/** One message: where it stands, whose it is, its text with its fields, what became of its sending. */
export function MessageCard({ item, ofPlan = false, onRetry, onMend, onMatch, onIgnore }: Props) {
  const { t } = useTranslation();
  const reading = useReading(item.text);
  const [whole, setWhole] = useState(false);
  const name = [item.type, item.callsign].filter(Boolean).join(' ');
  // The error that kept it from being sent is said at its column already.
  const isShown = reading.errors.some(({ message }) => item.error?.endsWith(` ${message}`));
  const stood: [key: string, at: string | null][] = [
    ['messages.sentAt', item.sentAt],
    ['messages.acknowledgedAt', item.acknowledgedAt],
    ['messages.receivedAt', item.receivedAt],
    ['messages.nextAttempt', item.state === 'pending' && item.attempts > 0 ? item.nextAttemptAt : null],
  ];
  return (
    <article className="cw-entry message-card" data-message={item.id} aria-label={name}>
      <header className="cw-bar">
        <MessageStateTag state={item.state} />
        <span>
          <span aria-hidden="true">{item.direction === 'out' ? '↗' : '↘'}</span>{' '}
          {t(`messages.direction.${item.direction}`)}
        </span>
        <strong className="cw-figures">{name}</strong>
        {(item.departure || item.destination) && (
          <span className="cw-figures">
            {item.departure ?? '?'}–{item.destination ?? '?'}
          </span>
        )}
        {item.offBlockAt && <FlightTime at={item.offBlockAt} />}
        {!ofPlan && item.plan !== null && (
          <Link className="cw-figures" to={`/navigation/details?id=${item.plan}`}>
            {item.planNumber ?? `#${item.plan}`}
          </Link>
        )}
        {!ofPlan && item.companyName && <span className="cw-soft">{item.companyName}</span>}
        <span className="cw-grow" />
        <FlightTime at={item.createdAt} year />
      </header>
      <MessageText text={item.text} reading={reading} label={t('messages.textOf', { name })} />
      {(item.direction === 'in' || item.state === 'failed') && <MessageErrors errors={reading.errors} />}
      {item.error && !isShown && (
        <p className="message-error" role="note">
          {item.error}
        </p>
      )}
      <footer className="cw-bar">
        {stood.map(([key, at]) =>
          at ? (
            <span key={key}>
              <span className="cw-soft">{t(key)} </span>
              <FlightTime at={at} />
            </span>
          ) : null,
        )}
        {item.attempts > 1 && (
          <span className="cw-soft">{t('messages.attempts', { count: item.attempts })}</span>
        )}
        {item.gatewayName && <span className="cw-soft">{item.gatewayName}</span>}
        <span className="cw-figures cw-soft">
          {[
            item.priority,
            item.direction === 'in' && item.originator && t('messages.from', { address: item.originator }),
            item.addressees.join(' '),
            item.reference,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="cw-grow" />
        {item.envelope && (
          <Button size="small" type="text" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {t('messages.envelope')}
          </Button>
        )}
        {item.mayRetry && onRetry && (
          <Button size="small" aria-label={t('messages.retryOf', { name })} onClick={() => onRetry(item)}>
            {t('messages.retry')}
          </Button>
        )}
        {item.mayMend && onMend && (
          <Button
            size="small"
            aria-haspopup="dialog"
            aria-label={t('messages.mendOf', { name })}
            onClick={() => onMend(item)}
          >
            {t('messages.mend')}
          </Button>
        )}
        {item.mayMatch && onMatch && (
          <Button size="small" type="primary" aria-haspopup="dialog" onClick={() => onMatch(item)}>
            {t('messages.match')}
          </Button>
        )}
        {item.mayIgnore && onIgnore && (
          <Button size="small" aria-haspopup="dialog" onClick={() => onIgnore(item)}>
            {t('messages.ignore')}
          </Button>
        )}
      </footer>
      {whole && item.envelope && <pre className="message-envelope">{item.envelope}</pre>}
    </article>
  );
}
