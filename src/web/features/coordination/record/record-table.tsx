import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { localText, zuluText } from '#web/client/clock.ts';
import { eventText } from '#web/features/coordination/room/event-text.ts';

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
            <td>{message.authorName}</td>
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
  const { kind, text, withdrawnAt, editedAt, files, place, demand } = message;
  if (kind === 'event') return <span className="cw-soft">{eventText(message, t)}</span>;
  if (withdrawnAt) return <em>{t('chat.withdrawn')}</em>;
  return (
    <>
      {kind !== 'text' && <strong>{t(`chat.kind.${kind}`)} </strong>}
      <span className="chat-text">{text}</span>
      {editedAt && <span className="cw-soft"> ({t('chat.edited')})</span>}
      {place && <div className="cw-soft">{place.label ?? t('chat.place.shape')}</div>}
      {files.map(({ id, name }) => (
        <div key={id} className="cw-soft">
          {name}
        </div>
      ))}
      {demand && (
        <ul className="chat-receivers">
          {demand.receivers.map(({ userId, name, acknowledgedAt, remark }) => (
            <li key={userId}>
              {name}{' '}
              {acknowledgedAt
                ? `${t('chat.acknowledged')} ${localText(acknowledgedAt)} ${zuluText(acknowledgedAt)}`
                : t('chat.notYet')}
              {remark && ` · ${remark}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
