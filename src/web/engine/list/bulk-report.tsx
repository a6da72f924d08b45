import { Alert, Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Resource } from '#domain/record/resource.ts';
import type { BulkChange } from '#web/client/data.ts';
import { useLabel } from '#web/client/locale.ts';
import { fieldOf } from '#web/engine/fields.ts';
import type { Unfinished } from './use-bulk.tsx';

interface Props {
  resource: Resource;
  unfinished: Unfinished;
  busy: boolean;
  onRetry: (change: BulkChange) => void;
  onClose: () => void;
}

/** Which records were left as they are, and why; each can be opened, and all of them tried again. */
export function BulkReportDialog({ resource, unfinished, busy, onRetry, onClose }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const { change, report } = unfinished;
  const reason = ({ message, errors }: (typeof report.failed)[number]) => {
    const fields = Object.entries(errors).map(
      ([field, texts]) =>
        `${label(fieldOf(resource, field.split('.')[0] ?? '')?.['x-label'], field)}: ${texts.join(' ')}`,
    );
    return fields.length > 0 ? fields.join(' · ') : message;
  };
  return (
    <Modal
      open
      width={720}
      title={t(`list.bulk.report.${change.action}`)}
      onCancel={onClose}
      footer={[
        <Button
          key="retry"
          loading={busy}
          onClick={() => {
            const { where: _, versions, ...again } = change;
            const ids = report.failed.map(({ id }) => id);
            onRetry(
              versions
                ? { ...again, versions: versions.filter(({ id }) => ids.includes(id)) }
                : { ...again, ids },
            );
          }}
        >
          {t('list.bulk.retry', { count: report.failed.length })}
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          {t('list.close')}
        </Button>,
      ]}
    >
      <Alert
        type={report.done > 0 ? 'warning' : 'error'}
        showIcon
        message={t('list.bulk.outcome', { done: report.done, failed: report.failed.length })}
        description={t('list.bulk.kept')}
      />
      <ul className="cw-failures">
        {report.failed.map((failure) => (
          <li key={failure.id}>
            <Link to={`${resource.path}/${failure.id}`} target="_blank">
              {failure.title || `#${failure.id}`}
            </Link>
            <span>{reason(failure)}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
