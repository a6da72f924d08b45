import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { HashedEntry } from '#domain/coordination/record-chain.ts';
import { isRoomEntry } from '#domain/evidence/rooms-in-file.ts';
import type { EvidenceEntry } from '#domain/evidence/signed-file.ts';
import { isObject, textOf } from '#domain/text/narrow.ts';
import { FlightTime } from '#web/ui/flight-time.tsx';

/** Entries that are shown: more would slow the page. */
const mostShown = 1000;

/** What happened in a room, in its order, with messages that were changed or withdrawn later. */
export function RoomEntries({ entries }: { entries: readonly EvidenceEntry[] }) {
  const { t } = useTranslation();
  const inRoom = entries.map(({ value }) => value).filter(isRoomEntry);
  return (
    <>
      {inRoom.length > mostShown && <p role="status">{t('evidence.cut', { count: mostShown })}</p>}
      <div className="verify-entries">
        <table className="verify-contents verify-room">
          <caption>{t('evidence.holds')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('chat.record.number')}</th>
              <th scope="col">{t('chat.record.time')}</th>
              <th scope="col">{t('chat.record.author')}</th>
              <th scope="col">{t('evidence.what')}</th>
              <th scope="col">{t('chat.record.words')}</th>
            </tr>
          </thead>
          <tbody>
            {inRoom.slice(0, mostShown).map((entry) => (
              <tr key={`${entry.room}.${entry.seq}`}>
                <td className="cw-figures">{entry.seq}</td>
                <td>
                  <FlightTime at={entry.at} year />
                </td>
                <td>{entry.authorName}</td>
                <td>
                  {t(`chat.entry.${entry.kind}`)}
                  {entry.about !== entry.seq && ` (${entry.about})`}
                </td>
                <td className="verify-text">{entryText(entry, t)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The text of a message, the remark of an acknowledgement, or what happened in the room. */
function entryText({ authorName, body }: HashedEntry, t: TFunction): string | null {
  const { event } = body;
  if (!isObject(event)) return textOf(body.text) ?? textOf(body.remark);
  const users = Array.isArray(event.users) ? event.users : [];
  return t(`chat.event.${event.type}`, {
    by: authorName,
    users: users.map((user) => (isObject(user) ? textOf(user.name) : null) ?? '').join(t('chat.comma')),
    text: textOf(event.text) ?? '',
  });
}
