import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStore } from '#web/client/store.ts';
import { endView, viewing } from '#web/client/view-as.ts';

/** Across the top of every page while an administrator sees the system as a role: as which, and the way out. */
export function ViewBanner() {
  const { t } = useTranslation();
  const now = useStore(viewing);
  if (!now) return null;
  return (
    <section className="cw-view-banner" aria-label={t('matrix.view.banner')}>
      <EyeOutlined aria-hidden="true" />
      <span>
        {t(now.companyName ? 'matrix.view.asOf' : 'matrix.view.as', {
          role: now.name,
          company: now.companyName ?? '',
        })}
      </span>
      <Button size="small" onClick={endView}>
        {t('matrix.view.end')}
      </Button>
    </section>
  );
}
