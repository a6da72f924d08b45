import { PrinterOutlined } from '@ant-design/icons';
import { Button, Result } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { OpenRoom } from '#web/features/coordination/open-room.tsx';
import { SendToRoom } from '#web/features/coordination/send-to-room.tsx';
import { DossierButton } from '#web/features/evidence/dossier-button.tsx';
import { ShareButton } from '#web/features/sharing/share-button.tsx';
import { usePageTitle } from '#web/ui/document-title.ts';
import { idOf } from '#web/ui/id-of.ts';
import { PageWait } from '#web/ui/page-wait.tsx';
import { ActionBar } from './action-bar.tsx';
import { PlanDocument } from './plan-document.tsx';
import { PlanHead } from './plan-head.tsx';
import { PlanPrint } from './plan-print.tsx';
import { useLivePlans, usePlan } from './plan-queries.ts';
import '#web/ui/style/document.css';

/** A plan's own page. */
export function PlanPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const params = useParams();
  const [search] = useSearchParams();
  const [printing, setPrinting] = useState(false);
  const id = idOf(search.get('id') ?? params.id);
  useLivePlans();
  const { data, error, refetch } = usePlan(id);
  usePageTitle(pathname, data ? data.plan.planNumber : undefined);

  if (id === null || error?.statusCode === 404) {
    return (
      <Result
        status="404"
        title={t('plan.page.none')}
        subTitle={t('plan.page.noneText')}
        extra={
          <Button onClick={() => void navigate('/navigation/navigation')}>{t('plan.page.toList')}</Button>
        }
      />
    );
  }
  if (error || !data)
    return <PageWait title={t('plan.page.failed')} error={error} retry={() => void refetch()} />;
  return (
    <div className="cw-page plan-page">
      <PlanHead plan={data.plan} list="/navigation/navigation">
        {t('plan.page.plan')}
      </PlanHead>
      <div className="cw-bar">
        <Button
          size="small"
          icon={<PrinterOutlined />}
          aria-haspopup="dialog"
          onClick={() => setPrinting(true)}
        >
          {t('show.print')}
        </Button>
        <OpenRoom kind="plan" subject={id} />
        <SendToRoom what={() => ({ references: [{ resource: 'plan', id }] })} />
        <DossierButton plan={id} />
        <ShareButton what={{ kind: 'plan', id }} title={data.plan.planNumber} />
      </div>
      {printing && <PlanPrint detail={data} onClose={() => setPrinting(false)} />}
      <PlanDocument
        detail={data}
        actions={
          <ActionBar
            detail={data}
            onDone={({ action }) => {
              if (action === 'delete' || action === 'split') void navigate('/navigation/navigation');
            }}
          />
        }
      />
    </div>
  );
}
