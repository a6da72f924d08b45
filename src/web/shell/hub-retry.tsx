import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { retryHubs } from '#web/client/hub.ts';

/** After the last try by itself (specification §9) the person may ask for another. */
export function HubRetry() {
  const { t } = useTranslation();
  return (
    <Button size="small" title={t('account.hub.retryHelp')} onClick={retryHubs}>
      {t('account.hub.retry')}
    </Button>
  );
}
