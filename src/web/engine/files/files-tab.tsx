import { DeleteOutlined, InboxOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Empty, Segmented, Select, Skeleton, Upload } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Ability, may } from '#domain/identity/access.ts';
import { kindsOf } from '#domain/record/files.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { useLabel } from '#web/client/locale.ts';
import { titleOf } from '#web/engine/labels.ts';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FilePreview } from './file-preview.tsx';
import { FileRow } from './file-row.tsx';
import { accepted, listFiles, type RecordFile } from './files-api.ts';
import { UploadList } from './upload-list.tsx';
import { useFileActions } from './use-file-actions.tsx';
import { useUploads } from './use-uploads.ts';
import './files.css';

/** The files of a record: dropped in, looked at, saved, shared, removed and brought back. */
export function FilesTab({ resource, record }: ShowTabProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const ability = useAbility<Ability>();
  const { message } = App.useApp();
  const queryClient = useQueryClient();
  const of = { resource: resource.name, id: record.id };
  const [trash, setTrash] = useState<'without' | 'only'>('without');
  /** null: none, and the user wants none. */
  const [chosenKind, setKind] = useState<string | null>();
  const [opened, setOpened] = useState<RecordFile | null>(null);
  const queryKey = ['files', resource.name, record.id];
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, trash],
    queryFn: () => listFiles(of, trash),
  });
  const refresh = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: ['files', resource.name, record.id] });
    // The record's history tells of files too.
    void queryClient.invalidateQueries({ queryKey: ['history', resource.name, record.id] });
  }, [queryClient, resource.name, record.id]);
  useLiveChanges(resource.name, refresh, record.id);
  const uploading = useUploads(of, ([stored]) => {
    refresh();
    if (stored) message.success(t('files.kept', { name: stored.name }));
  });
  const actions = useFileActions(of, refresh);

  const inTrash = record.deletedAt !== null && record.deletedAt !== undefined;
  const mayChange = !inTrash && may(ability, 'update', resource.name, record);
  const mayPurge = mayChange && may(ability, 'delete', resource.name, record);
  const kinds = kindsOf(resource);
  const missing = (resource.approval?.papers ?? []).filter(
    (paper) => trash === 'without' && data && !data.some((file) => file.kind === paper),
  );
  // What is still needed for its submission is what the next file most likely is.
  const kind = chosenKind === undefined ? missing[0] : (chosenKind ?? undefined);
  const rowActions = {
    open: setOpened,
    save: actions.save,
    share: actions.share,
    ...(mayChange ? { remove: actions.remove, restore: actions.restore } : {}),
    ...(mayPurge ? { purge: actions.purge } : {}),
  };
  return (
    <div className="cw-files">
      {mayChange && trash === 'without' && (
        <>
          {kinds.length > 0 && (
            <div className="cw-files-kind">
              <label htmlFor="files-kind">{t('files.kind')}</label>
              <Select
                id="files-kind"
                allowClear
                style={{ minWidth: 200 }}
                placeholder={t('files.noKind')}
                value={kind}
                onChange={(next?: string) => setKind(next ?? null)}
                options={kinds.map((one) => ({ value: one.name, label: label(one.label) }))}
              />
              {missing.map((paper) => (
                <span key={paper} className="cw-files-missing">
                  {t('files.paperMissing', { kind: label(kinds.find(({ name }) => name === paper)?.label) })}
                </span>
              ))}
            </div>
          )}
          <Upload.Dragger
            multiple
            accept={accepted}
            showUploadList={false}
            // The queue sends: antd's own shows neither the server's reasons nor a way to cancel.
            beforeUpload={(file, all) => {
              if (file === all[0]) uploading.add(all, kind);
              return false;
            }}
          >
            <p className="cw-files-drop">
              <InboxOutlined aria-hidden /> {t('files.drop')}
            </p>
            <p className="cw-files-hint">{t('files.hint')}</p>
          </Upload.Dragger>
          <UploadList uploads={uploading.uploads} onDrop={uploading.drop} onRetry={uploading.retry} />
        </>
      )}
      <div className="cw-bar">
        <Segmented
          value={trash}
          onChange={setTrash}
          aria-label={t('files.which')}
          options={[
            { value: 'without', label: t('files.present') },
            { value: 'only', label: t('files.trash'), icon: <DeleteOutlined /> },
          ]}
        />
        <span className="cw-grow" />
        {data && (
          <span style={{ color: 'var(--cw-soft)' }} aria-live="polite">
            {t('files.count', { count: data.length })}
          </span>
        )}
      </div>
      {error && <Failure title={t('files.listFailed')} error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data?.length === 0 && (
        <Empty
          description={t(trash === 'only' ? 'files.trashEmpty' : mayChange ? 'files.empty' : 'files.none')}
        />
      )}
      {data && data.length > 0 && (
        <ul className="cw-file-list" aria-label={t('files.of', { name: titleOf(resource, record) })}>
          {data.map((file) => (
            <FileRow key={file.id} file={file} kinds={kinds} actions={rowActions} />
          ))}
        </ul>
      )}
      {trash === 'only' && mayPurge && data && data.length > 1 && (
        <Button danger style={{ justifySelf: 'start' }} onClick={() => actions.purgeAll(data)}>
          {t('files.purgeAll')}
        </Button>
      )}
      {opened && <FilePreview of={of} file={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}
