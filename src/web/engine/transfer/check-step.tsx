import { Alert, Button, Popconfirm, Radio, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import type { ImportChoice, ImportPlan, ImportReport } from '#domain/record/transfer/job.ts';
import { Causes } from './causes.tsx';
import { Bar, Counts } from './counts.tsx';
import { ErrorsTable, type ErrorsTableProps } from './errors-table.tsx';
import { RefusedButton } from './refused-button.tsx';

interface Props extends ErrorsTableProps {
  resource: Resource;
  job: ImportReport;
  busy: boolean;
  /** What a text of the file means, in all rows; the file is checked again. */
  onChoose: (choice: ImportChoice) => void;
  onBack: () => void;
  onCancel: () => void;
  onRun: (onError: ImportPlan['onError']) => void;
}

/** Every row judged and none written: what would come of it, and the choice to do it. */
export function CheckStep({ resource, job, busy, onChoose, onBack, onCancel, onRun, ...errorsProps }: Props) {
  const { t } = useTranslation();
  const [onError, setOnError] = useState<ImportPlan['onError']>('valid');
  const under = job.state === 'checking';
  const bad = job.badRows > 0;
  const nothing = job.state === 'checked' && job.validRows === 0;

  return (
    <>
      {under && <Bar job={job} text={t('transfer.checking')} />}
      <Counts
        of={[
          ['checked', job.checkedRows],
          ['valid', job.validRows, 'good'],
          ['bad', job.badRows, 'bad'],
        ]}
      />
      {job.state === 'cancelled' && <Alert type="warning" showIcon message={t('transfer.checkCancelled')} />}
      {job.state === 'failed' && (
        <Alert type="error" showIcon message={job.reason ?? t('transfer.importFailed')} />
      )}
      {job.state === 'checked' && !bad && !nothing && (
        <Alert type="success" showIcon message={t('transfer.allRight', { count: job.validRows })} />
      )}
      {nothing && <Alert type="warning" showIcon message={t('transfer.nothingRight')} />}
      {job.state === 'checked' && !nothing && (
        <Radio.Group
          aria-label={t('transfer.onError')}
          value={onError}
          onChange={(event) => setOnError(event.target.value)}
          style={{ display: 'grid', gap: 8 }}
          options={[
            {
              value: 'valid',
              label: bad
                ? t('transfer.onErrorValid', { count: job.validRows, bad: job.badRows })
                : t('transfer.batches'),
            },
            {
              value: 'all',
              label: bad ? t('transfer.onErrorAll', { bad: job.badRows }) : t('transfer.oneGo'),
            },
          ]}
        />
      )}
      {job.state === 'checked' && <Causes causes={job.causes} busy={busy} onChoose={onChoose} />}
      <ErrorsTable job={job} {...errorsProps} />
      <Space className="cw-import-foot" wrap>
        {under ? (
          <Button danger loading={busy} onClick={onCancel}>
            {t('transfer.cancel')}
          </Button>
        ) : (
          <>
            {job.state === 'checked' && (
              <Popconfirm
                title={t('transfer.runAsk', { count: job.validRows })}
                okText={t('transfer.run')}
                cancelText={t('shell.cancel')}
                onConfirm={() => onRun(onError)}
              >
                <Button type="primary" loading={busy} disabled={nothing || (onError === 'all' && bad)}>
                  {t('transfer.run')}
                </Button>
              </Popconfirm>
            )}
            <Button onClick={onBack}>{t('transfer.back')}</Button>
            {bad && <RefusedButton resource={resource} job={job} />}
          </>
        )}
      </Space>
    </>
  );
}
