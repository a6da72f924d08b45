import { Alert, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import type { Design } from './design-state.ts';
import { useVersions } from './flow-queries.ts';
import { VersionDiff } from './versions-panel.tsx';

interface Props {
  id: number;
  publishedVersion: number;
  design: Design;
  /** Keeps the drawing first, where it is not kept yet; false: it could not be. */
  save: () => Promise<boolean>;
  onClose: () => void;
  /** `number` null: it waits for another user. */
  onPublished: (number: number | null) => Promise<void>;
}

/** What the next version changes, a word about it, and its publication. */
export function PublishDialog({ id, publishedVersion, design, save, onClose, onPublished }: Props) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const { busy, failure, run } = useAsyncAction();
  const { data } = useVersions(id, publishedVersion);
  const current = data?.items.find(({ number }) => number === publishedVersion);
  const noteId = useId();
  const publish = async () => {
    if (!(await save())) return onClose();
    const { number } = await callService('FlowConfig', 'Publish', {
      id,
      ...(note.trim() ? { note: note.trim() } : {}),
    });
    await onPublished(number);
  };
  return (
    <Modal
      open
      title={t('flow.publish.title', { number: publishedVersion + 1 })}
      okText={t('flow.publish.ok')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onOk={() => void run(publish)}
      onCancel={onClose}
    >
      <div style={{ display: 'grid', gap: 12 }}>
        <Alert type="info" showIcon message={t('flow.publish.about')} />
        {current && (
          <div>
            <strong>{t('flow.publish.changes', { number: current.number })}</strong>
            <VersionDiff version={current} design={design} />
          </div>
        )}
        <div className="flow-field">
          <label htmlFor={noteId}>{t('flow.publish.note')}</label>
          <Input.TextArea
            id={noteId}
            value={note}
            maxLength={500}
            showCount
            autoSize={{ minRows: 2, maxRows: 6 }}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
        {failure !== null && <Failure title={t('flow.publish.failed')} error={failure} />}
      </div>
    </Modal>
  );
}
