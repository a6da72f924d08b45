import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Progress, Skeleton, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#contract/services.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import type { RequestError } from '#web/client/http.ts';
import { callService } from '#web/client/services.ts';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { Failure } from '#web/ui/failure.tsx';
import { AlertDifferences } from './alert-differences.tsx';
import { ApplyDialog } from './apply-dialog.tsx';
import { ApprovalDifferences } from './approval-differences.tsx';
import { DifferenceList } from './difference-list.tsx';
import { PlanDifferences } from './plan-differences.tsx';
import './what-if.css';

type Evaluation = OutputOf<'WhatIf', 'Get'>;

/** While it waits or runs its progress is requested so often, ms. */
const againMs = 2_000;

const isUnderWay = ({ state }: Pick<Evaluation, 'state'>) => state === 'waiting' || state === 'running';

/** What was changed, what would differ, and the way to put it in force. */
export function ResultTab({ record }: ShowTabProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [applying, setApplying] = useState(false);
  const { busy, failure, run } = useAsyncAction();
  // The version in the key: what ends on the server changes the record.
  const query = useQuery<Evaluation, RequestError>({
    queryKey: ['whatIf', record.id, record.version],
    queryFn: () => callService('WhatIf', 'Get', { id: record.id }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? againMs : false),
    placeholderData: (before) => before,
  });
  const { data } = query;
  if (query.error && !data)
    return <Failure title={t('whatIf.failed')} error={query.error} retry={() => void query.refetch()} />;
  if (!data) return <Skeleton active />;
  const { state, progress, differences, result } = data;
  const again = () => client.invalidateQueries({ queryKey: ['whatIf', record.id] });
  return (
    <div className="what-if-result">
      <section aria-label={t('whatIf.changes')}>
        <h2 className="what-if-heading">{t('whatIf.changes')}</h2>
        <DifferenceList differences={differences} />
      </section>
      {isUnderWay(data) && (
        <div className="what-if-progress" role="status">
          <span>{t(`whatIf.state.${state}`)}</span>
          <Progress percent={Math.round(100 * progress)} />
          <Button
            loading={busy}
            onClick={() =>
              void run(async () => {
                await callService('WhatIf', 'Cancel', { id: record.id });
                await again();
              })
            }
          >
            {t('whatIf.cancel')}
          </Button>
        </div>
      )}
      {state === 'failed' && <Alert type="error" showIcon message={t('whatIf.state.failed')} />}
      {state === 'cancelled' && <Alert type="info" showIcon message={t('whatIf.state.cancelled')} />}
      {state === 'applied' && <Alert type="success" showIcon message={t('whatIf.state.applied')} />}
      {failure !== null && <Failure title={t('whatIf.cancelFailed')} error={failure} />}
      {result?.plans && <PlanDifferences plans={result.plans} />}
      {result?.approvals && <ApprovalDifferences approvals={result.approvals} />}
      {result?.alerts && <AlertDifferences alerts={result.alerts} differences={differences} />}
      {state === 'done' && (
        <Space wrap>
          <Button type="primary" onClick={() => setApplying(true)}>
            {t('whatIf.apply')}
          </Button>
          <span className="cw-soft">{t('whatIf.applyNote')}</span>
        </Space>
      )}
      {applying && (
        <ApplyDialog
          id={record.id}
          count={differences.length}
          onClose={(changed) => {
            setApplying(false);
            if (changed) void again();
          }}
        />
      )}
    </div>
  );
}
