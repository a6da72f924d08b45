import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Failure } from '#web/ui/failure.tsx';
import { FindingsList } from '#web/ui/findings-list.tsx';
import { useAirspacePlaceOf } from './airspace-place.ts';
import type { useStoredAirspaceCheck } from './use-airspace-check.ts';

/** What stands against an application as it is stored; that nothing does is said too. */
export function AirspaceFindings({ check }: { check: ReturnType<typeof useStoredAirspaceCheck> }) {
  const { t } = useTranslation();
  const placeOf = useAirspacePlaceOf();
  if (check.error && !check.data) {
    return <Failure title={t('plan.check.failed')} error={check.error} retry={() => void check.refetch()} />;
  }
  if (!check.data) return <Skeleton active paragraph={{ rows: 3 }} title={false} />;
  if (check.data.findings.length === 0) {
    return (
      <p className="plan-clear">
        <span aria-hidden="true">✓ </span>
        {t('airspace.check.clear')}
      </p>
    );
  }
  return <FindingsList findings={check.data.findings} placeOf={placeOf} />;
}
