import { Spin } from 'antd';
import { useTranslation } from 'react-i18next';

/** While the first chunk of a page is on its way. */
export function Splash() {
  const { t } = useTranslation();
  return (
    <output className="cw-center" aria-live="polite" aria-label={t('shell.loading')}>
      <Spin size="large" />
    </output>
  );
}
