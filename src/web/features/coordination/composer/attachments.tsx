import { CloseOutlined, EnvironmentOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordFile } from '#web/engine/files/files-api.ts';
import { RecordCard } from '#web/features/coordination/room/record-card.tsx';
import type { MessageDraft } from '#web/features/coordination/unsent-messages.ts';
import { sizeText } from '#web/ui/size-text.ts';
import type { DraftReference } from './reference-in.ts';

/** What goes with a message. */
export interface Attached {
  files: readonly RecordFile[];
  place: NonNullable<MessageDraft['place']> | null;
  references: DraftReference[];
}

/** What goes with the message that is written, each to be taken away again. */
export function Attachments({ value, onChange }: { value: Attached; onChange: (value: Attached) => void }) {
  const { t } = useTranslation();
  const { files, place, references } = value;
  if (files.length === 0 && !place && references.length === 0) return null;
  const placeName = place && (place.label || t('chat.place.shape'));
  return (
    <ul className="chat-attached" aria-label={t('chat.attached')}>
      {files.map(({ id, name, size }) => (
        <One
          key={id}
          name={name}
          onDrop={() => onChange({ ...value, files: files.filter((one) => one.id !== id) })}
        >
          <bdi>{name}</bdi> <span className="cw-figures cw-soft">{sizeText(size)}</span>
        </One>
      ))}
      {placeName && (
        <One name={placeName} onDrop={() => onChange({ ...value, place: null })}>
          <EnvironmentOutlined aria-hidden="true" /> <bdi className="cw-figures">{placeName}</bdi>
        </One>
      )}
      {references.map((reference) => (
        <One
          key={`${reference.resource}-${reference.id}`}
          name={t('chat.card')}
          onDrop={() => onChange({ ...value, references: references.filter((one) => one !== reference) })}
        >
          <RecordCard reference={reference} />
        </One>
      ))}
    </ul>
  );
}

function One({ name, onDrop, children }: { name: string; onDrop: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <li>
      {children}
      <button
        type="button"
        className="cw-icon-button"
        aria-label={t('chat.takeAway', { name })}
        onClick={onDrop}
      >
        <CloseOutlined />
      </button>
    </li>
  );
}
