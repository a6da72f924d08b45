import { Card, Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AirAround, useAround } from '#web/map/around/air-around.tsx';
import { useAirPicture } from '#web/map/around/use-air-picture.ts';
import { AirspaceFindings } from './airspace-findings.tsx';
import { useAirspace, useLiveAirspaces } from './airspace-queries.ts';
import { useStoredAirspaceCheck } from './use-airspace-check.ts';
import './airspace.css';

const AirspaceMap = lazy(async () => ({ default: (await import('./airspace-map.tsx')).AirspaceMap }));

/** For who decides on an application: what stands against it, where that lies and how high. */
export function AirspaceDecided({ id }: { id: number }) {
  const { t } = useTranslation();
  useLiveAirspaces();
  const { data } = useAirspace(id);
  const check = useStoredAirspaceCheck(id);
  const findings = check.data?.findings ?? [];
  const airspace = data?.airspace;
  const air = useAirPicture('airspace', id);
  const around = useAround(air.data);
  return (
    <Card
      size="small"
      title={t('plan.page.findings')}
      extra={<Link to={`/situation/detailsAir?id=${id}`}>{t('airspace.details.open')}</Link>}
    >
      <div className="plan-stack airspace-judgement">
        <AirspaceFindings check={check} />
        {airspace && (
          <>
            <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height: 300 }} />}>
              <AirspaceMap airspaces={[airspace]} findings={findings} around={around} height={300} />
            </Suspense>
            <AirAround query={air} />
          </>
        )}
      </div>
    </Card>
  );
}
