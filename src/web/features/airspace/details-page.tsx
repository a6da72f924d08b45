import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useHolds } from '#web/client/access.ts';
import { OpenRoom } from '#web/features/coordination/open-room.tsx';
import { SendToRoom } from '#web/features/coordination/send-to-room.tsx';
import { ShareButton } from '#web/features/sharing/share-button.tsx';
import { usePageTitle } from '#web/ui/document-title.ts';
import { idOf } from '#web/ui/id-of.ts';
import { PageWait } from '#web/ui/page-wait.tsx';
import { AirspaceActionBar } from './airspace-action-bar.tsx';
import { AirspaceDocument } from './airspace-document.tsx';
import { airspaceMakers } from './airspace-makers.ts';
import { airspaceName } from './airspace-place.ts';
import { useAirspace, useLiveAirspaces } from './airspace-queries.ts';
import { ExportMenu } from './export-menu.tsx';
import '#web/ui/style/document.css';
import './airspace.css';

/** The page of one airspace (/situation/detailsAir?id=). */
export function AirspacePage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const id = idOf(search.get('id'));
  useLiveAirspaces();
  const makes = useHolds(airspaceMakers);
  const { data, error, refetch } = useAirspace(id);
  usePageTitle(pathname, data ? airspaceName(data.airspace) : undefined);
  if (id === null || error?.statusCode === 404) {
    return (
      <Result
        status="404"
        title={t('airspace.details.none')}
        subTitle={t('airspace.details.noneText')}
        extra={
          <Button icon={<ArrowLeftOutlined />} onClick={() => void navigate('/situation/airspaceApproval')}>
            {t('airspace.list.title')}
          </Button>
        }
      />
    );
  }
  if (error || !data)
    return <PageWait title={t('airspace.details.failed')} error={error} retry={() => void refetch()} />;
  return (
    <div className="cw-page plan-page">
      <header className="cw-bar">
        <h1 className="cw-title">
          <Link to="/situation/airspaceApproval">{t('airspace.list.title')}</Link> /{' '}
          {airspaceName(data.airspace)}
        </h1>
        <span className="cw-figures plan-soft">{data.airspace.designator}</span>
        <span className="cw-grow" />
        <Link to={`/situation/airspaceApproval/${id}`}>{t('airspace.details.record')}</Link>
        {makes && <Link to={`/situation/addNavAirPlan?copy=${id}`}>{t('airspace.details.copy')}</Link>}
        <OpenRoom kind="airspace" subject={id} />
        <SendToRoom what={() => ({ references: [{ resource: 'airspace', id }] })} />
        <ShareButton what={{ kind: 'airspace', id }} title={airspaceName(data.airspace)} />
        <ExportMenu ids={[id]} />
      </header>
      <AirspaceDocument
        detail={data}
        actions={
          <AirspaceActionBar
            detail={data}
            onDone={({ action }) => {
              if (action === 'delete') void navigate('/situation/airspaceApproval');
            }}
          />
        }
      />
    </div>
  );
}
