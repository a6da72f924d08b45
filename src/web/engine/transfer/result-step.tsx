import { Alert, Button, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Resource } from '#domain/record/resource.ts';
import type { ImportReport } from '#domain/record/transfer/job.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { Bar, Counts } from './counts.tsx';
import { ErrorsTable, type ErrorsTableProps } from './errors-table.tsx';
import { RefusedButton } from './refused-button.tsx';

interface Props extends ErrorsTableProps {
  resource: Resource;
  job: ImportReport;
  busy: boolean;
  onCancel: () => void;
  onAgain: () => void;
  onBack: () => void;
  onClose: () => void;
}

const results = { done: 'success', failed: 'error', cancelled: 'warning' } as const;

/** How far it is while it is under way, and what came of it. */
export function ResultStep({
  resource,
  job,
  busy,
  onCancel,
  onAgain,
  onBack,
  onClose,
  ...errorsProps
}: Props) {
  const { t } = useTranslation();
  const user = useStore(currentUser);
  const under = job.state === 'importing';
  const type =
    job.state === 'done' || job.state === 'failed' || job.state === 'cancelled' ? results[job.state] : null;
  const nothing = job.created + job.updated === 0;

  return (
    <>
      {under && <Bar job={job} text={t('transfer.importing')} />}
      {type && (
        <Alert
          type={type}
          showIcon
          message={t(`transfer.result.${job.state}`, { id: job.id })}
          description={
            job.reason ?? (job.state === 'cancelled' && !nothing ? t('transfer.keptUntilThen') : undefined)
          }
        />
      )}
      <Counts
        of={[
          ['created', job.created, 'good'],
          ['updated', job.updated, 'good'],
          ['unchanged', job.unchanged],
          ['refused', job.badRows, 'bad'],
        ]}
      />
      {!under && <ErrorsTable job={job} {...errorsProps} />}
      <Space className="cw-import-foot" wrap>
        {under ? (
          <Button danger loading={busy} onClick={onCancel}>
            {t('transfer.cancel')}
          </Button>
        ) : (
          <>
            {!nothing && job.startedAt && (
              <Link to={touchedPath(resource, job, user?.user.id ?? 0)} onClick={onClose}>
                <Button type="primary" tabIndex={-1}>
                  {t('transfer.seeRecords')}
                </Button>
              </Link>
            )}
            {job.badRows > 0 && <RefusedButton resource={resource} job={job} />}
            {job.state !== 'done' && job.hasFile && (
              <Button onClick={onBack}>{t('transfer.tryAgain')}</Button>
            )}
            <Button onClick={onAgain}>{t('transfer.another')}</Button>
          </>
        )}
      </Space>
    </>
  );
}

/** The list of what this import has made and changed: by who did it and when. Its history says the rest. */
function touchedPath(resource: Resource, { startedAt, finishedAt }: ImportReport, user: number): string {
  const from = startedAt ?? '';
  // A record is stamped when its batch begins, the import when all is told.
  const query = new URLSearchParams();
  query.set('f.updatedBy.in', String(user));
  query.set('f.updatedAt.between', `${from},${finishedAt ?? new Date().toISOString()}`);
  query.set('sort', '-updatedAt');
  return `${resource.path}?${query}`;
}
