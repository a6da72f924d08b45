import { Empty, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/plans/operate-record.ts';
import { isObject, stringOf } from '#domain/text/narrow.ts';
import { sourceText } from '#web/engine/show/source-text.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { RuleText } from '#web/ui/rule-text.tsx';
import { useOperations } from './plan-queries.ts';

/** Who did what, when, why and from where; the newest first. */
export function Operations({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useOperations(id);
  if (error) return <Failure title={t('plan.records.failed')} error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} title={false} />;
  if (data.items.length === 0) return <Empty description={t('plan.records.empty')} />;
  return (
    <ol className="plan-timeline">
      {[...data.items].reverse().map((one) => (
        <li key={one.id} data-action={one.action}>
          <div>
            <strong>{one.actionText}</strong>
            {one.toStateText && one.fromStateText !== one.toStateText && (
              <span className="plan-soft">
                {' '}
                {one.fromStateText ? `${one.fromStateText} → ` : ''}
                {one.toStateText}
              </span>
            )}
          </div>
          <div>
            <FlightTime at={one.operatedAt} /> ·{' '}
            {one.operatedBy === null ? t('plan.records.system') : one.operatedByName}
            {one.unit && `（${one.unit}）`}
            {one.channel && <span className="plan-soft"> · {sourceText(t, one.channel)}</span>}
          </div>
          <MadeBefore operation={one} />
          {one.reason && <q>{one.reason}</q>}
          {one.rule && (
            <div className="plan-soft">
              <RuleText text={one.rule} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

/** A report that arrived later than it was made, as from a phone without connection. */
function MadeBefore({ operation: { detail, operatedAt } }: { operation: Operation }) {
  const { t } = useTranslation();
  const madeAt = isObject(detail) ? stringOf(detail.madeAt) : null;
  if (!madeAt || Date.parse(operatedAt) - Date.parse(madeAt) < 60_000) return null;
  return (
    <div className="plan-soft">
      {t('plan.unsent.made')} <FlightTime at={madeAt} /> · {t('plan.unsent.arrivedLater')}
    </div>
  );
}
