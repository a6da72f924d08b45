import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DefinitionError, OverlayChange, OverlayItem } from '#contract/schema-overlay.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { useLocale } from '#web/client/locale.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { Failure } from '#web/ui/failure.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { type Draft, overlayCalls } from './use-overlays.ts';

interface PublishProps {
  item: OverlayItem;
  draft: Draft;
  onDone: (item: OverlayItem) => void;
  onClose: () => void;
}

/** What publishing does, in words, before it is done. */
export function PublishDialog({ item, draft, onDone, onClose }: PublishProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { busy, failure, run } = useAsyncAction();
  const plan = useQuery({
    queryKey: ['schemaPreview', item.id, item.version, locale],
    queryFn: () => overlayCalls.preview(draft),
    gcTime: 0,
    retry: false,
  });
  const against: DefinitionError[] = [...(plan.data?.faults ?? []), ...(plan.data?.refusals ?? [])];
  const changes = plan.data?.changes ?? [];
  const nothing = plan.data !== undefined && changes.length === 0;
  return (
    <Modal
      open
      title={t('schema.publishTitle')}
      okText={t('schema.publish')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !plan.data || against.length > 0 || nothing }}
      onOk={() => run(async () => onDone(await overlayCalls.publish(item)))}
      onCancel={onClose}
    >
      {plan.isPending && <Skeleton active paragraph={{ rows: 3 }} />}
      {plan.isError && <Failure error={plan.error} retry={() => void plan.refetch()} />}
      {failure !== null && <Failure title={t('schema.publishFailed')} error={failure} />}
      {nothing && <Alert type="info" showIcon message={t('schema.nothingChanges')} />}
      <Changes changes={changes} />
      {against.length > 0 && (
        <Alert
          type="error"
          showIcon
          style={{ marginTop: 12 }}
          message={t('schema.against')}
          description={
            <ul className="cw-schema-plan">
              {against.map(({ field, message }) => (
                <li key={`${field} ${message}`}>{placed(field, message, draft, locale)}</li>
              ))}
            </ul>
          }
        />
      )}
    </Modal>
  );
}

/** The field that is meant, by its label, before what is said of it. */
function placed(path: string, message: string, { definition }: Draft, locale: 'zh-Hans' | 'en'): string {
  const [, index] = /^fields\.(\d+)\./.exec(path) ?? [];
  const field = index === undefined ? undefined : definition.fields[Number(index)];
  if (!field) return message;
  return `${field.label[locale] || field.name}${locale === 'en' ? ': ' : '：'}${message}`;
}

function Changes({ changes }: { changes: readonly OverlayChange[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className="cw-schema-plan">
      {changes.map(({ kind, field, text }) => (
        <li key={`${kind} ${field ?? ''}`}>{text}</li>
      ))}
    </ul>
  );
}

interface WithdrawProps {
  item: OverlayItem;
  onDone: (item: OverlayItem) => void;
  onClose: () => void;
}

/** What becomes hidden, and that nothing is lost. */
export function WithdrawDialog({ item, onDone, onClose }: WithdrawProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { busy, failure, run } = useAsyncAction();
  const consequences = useQuery({
    queryKey: ['schemaConsequences', item.id, item.version, locale],
    queryFn: () => overlayCalls.consequences(item),
    gcTime: 0,
  });
  return (
    <Modal
      open
      title={t('schema.withdrawTitle')}
      okText={t('schema.withdraw')}
      okButtonProps={{ danger: true, disabled: !consequences.data }}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onOk={() => run(async () => onDone(await overlayCalls.withdraw(item)))}
      onCancel={onClose}
    >
      {consequences.isPending && <Skeleton active paragraph={{ rows: 2 }} />}
      {failure !== null && <Failure title={t('schema.withdrawFailed')} error={failure} />}
      <p>{t('schema.withdrawText')}</p>
      <Changes changes={consequences.data?.changes ?? []} />
    </Modal>
  );
}

/** The file and the entry that make the overlay part of the product. */
export function ExportDialog({ item, onClose }: { item: OverlayItem; onClose: () => void }) {
  const { t } = useTranslation();
  const exported = useQuery({
    queryKey: ['schemaExport', item.id, item.version],
    queryFn: () => overlayCalls.export(item),
    gcTime: 0,
  });
  const { data } = exported;
  return (
    <Modal open width={760} title={t('schema.exportTitle')} footer={null} onCancel={onClose}>
      <p>{t('schema.exportText')}</p>
      {exported.isPending && <Skeleton active />}
      {exported.isError && <Failure error={exported.error} />}
      {data && (
        <>
          <Part name={data.path} text={data.schema} file={data.path.replace('schemas/', '')} />
          <Part name="src/resources/" text={data.entry} file={`${item.resource}.entry.txt`} />
        </>
      )}
    </Modal>
  );
}

function Part({ name, text, file }: { name: string; text: string; file: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <section aria-label={name} style={{ marginTop: 12 }}>
      <Space style={{ marginBottom: 6 }}>
        <strong>{name}</strong>
        <Button size="small" onClick={() => saveFile(file, new Blob([text], { type: 'text/plain' }))}>
          {t('schema.download')}
        </Button>
        <Button size="small" onClick={() => void copyText(text).then(setCopied)}>
          {copied ? t('schema.copied') : t('schema.copy')}
        </Button>
        {copied === false && <output>{t('shell.notCopied')}</output>}
      </Space>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <pre className="cw-schema-text" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
