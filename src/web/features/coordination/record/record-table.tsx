import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { durationText } from '#domain/text/times.ts';
import { localText, zuluText } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import type { Receiver } from '#web/features/coordination/orders/demand-state.ts';
import { eventText } from '#web/features/coordination/room/event-text.ts';
import { RecordCard } from '#web/features/coordination/room/record-card.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';

/** Every message with its number, time, author and words, as it is printed; those that were changed lead to what they were. */
export function RecordTable({
  items,
  onVersions,
}: {
  items: readonly ChatMessage[];
  onVersions: (seq: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <table className="cw-changes chat-record-table">
      <thead>
        <tr>
          <th scope="col" style={{ width: 56 }}>
            {t('chat.record.number')}
          </th>
          <th scope="col" style={{ width: 190 }}>
            {t('chat.record.time')}
          </th>
          <th scope="col" style={{ width: 130 }}>
            {t('chat.record.author')}
          </th>
          <th scope="col">{t('chat.record.words')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((message) => (
          <tr key={message.seq} data-entry-seq={message.seq}>
            <td className="cw-figures">{message.seq}</td>
            <td className="cw-figures">
              {localText(message.sentAt)} {zuluText(message.sentAt)}
            </td>
            <td>
              <bdi>{message.authorName}</bdi>
            </td>
            <td>
              <Words message={message} />
              {(message.editedAt !== null || message.withdrawnAt !== null) && (
                <Button
                  size="small"
                  type="link"
                  className="chat-no-print"
                  onClick={() => onVersions(message.seq)}
                >
                  {t('chat.versions.show')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Words({ message }: { message: ChatMessage }) {
  const { t } = useTranslation();
  const { kind, text, withdrawnAt, editedAt, files, place, demand, quote, references } = message;
  if (kind === 'event') return <span className="cw-soft">{eventText(message, t)}</span>;
  if (withdrawnAt) return <em>{t('chat.withdrawn')}</em>;
  return (
    <>
      {quote && (
        <blockquote className="chat-quote">
          <strong>
            <bdi>{quote.authorName}</bdi> ({quote.seq})
          </strong>{' '}
          {quote.withdrawn ? t('chat.withdrawn') : quote.text}
        </blockquote>
      )}
      {kind !== 'text' && <strong>{t(`chat.kind.${kind}`)} </strong>}
      <span className="chat-text">{text}</span>
      {editedAt && <span className="cw-soft"> ({t('chat.edited')})</span>}
      {place && (
        <div className="cw-soft">
          <bdi>{place.label ?? t('chat.place.shape')}</bdi>
        </div>
      )}
      {files.map(({ id, name }) => (
        <div key={id} className="cw-soft">
          <bdi>{name}</bdi>
        </div>
      ))}
      {references.map((reference) => (
        <RecordCard key={`${reference.resource}-${reference.id}`} reference={reference} />
      ))}
      {demand && (
        <ul className="chat-receivers">
          {demand.receivers.map((receiver) => (
            <Receipt key={`${receiver.level}-${receiver.userId}`} receiver={receiver} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Whether a receiver acknowledged an order, by when they had to, and how late they were. */
function Receipt({ receiver }: { receiver: Receiver }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { name, level, dueAt, soundedAt, acknowledgedAt, remark } = receiver;
  const lateMs = acknowledgedAt ? Date.parse(acknowledgedAt) - Date.parse(dueAt) : 0;
  return (
    <li>
      <bdi>{name}</bdi>
      {level > 0 && ` ${t('chat.escalated', { level })}`} · {t('chat.record.due')}{' '}
      <FlightTime at={dueAt} year /> ·{' '}
      {acknowledgedAt ? (
        <>
          {t('chat.acknowledged')} <FlightTime at={acknowledgedAt} year />
          {lateMs > 0 && ` (${t('chat.record.late', { time: durationText(lateMs, locale) })})`}
        </>
      ) : (
        t(soundedAt ? 'chat.notInTime' : 'chat.notYet')
      )}
      {remark && ` · ${remark}`}
    </li>
  );
}
