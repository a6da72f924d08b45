import { FileProtectOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAsyncAction } from '#web/client/async-action.ts';
import { mapToken } from '#web/client/map-token.ts';
import { useNotifyError } from '#web/client/notify-error.ts';
import { download } from '#web/engine/transfer/transfer-api.ts';

/** Exports the signed dossier of a flight, and leads to where one is checked. */
export function DossierButton({ plan }: { plan: number }) {
  const { t } = useTranslation();
  const notifyError = useNotifyError();
  const { busy, run } = useAsyncAction();
  // The map for phones only reads.
  if (mapToken.inUse()) return null;
  return (
    <>
      <Button
        size="small"
        icon={<FileProtectOutlined />}
        title={t('evidence.dossierHelp')}
        loading={busy}
        onClick={() =>
          void run(async () => {
            await download(`/api/services/app/Evidence/ExportDossier?id=${plan}`).catch(notifyError);
          })
        }
      >
        {t('evidence.dossier')}
      </Button>
      <Link to="/verify">{t('evidence.check')}</Link>
    </>
  );
}
