import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import type { ImportJob } from '#domain/record/transfer/job.ts';
import { recordsPath } from '#web/client/data.ts';
import { useNotifyError } from '#web/client/notify-error.ts';
import { download } from './transfer-api.ts';

/** The refused rows as a file of the same kind as the upload, with the reason: mended, they are imported again. */
export function RefusedButton({ resource, job }: { resource: Resource; job: ImportJob }) {
  const { t } = useTranslation();
  const tell = useNotifyError();
  const [busy, setBusy] = useState(false);
  const get = async () => {
    setBusy(true);
    try {
      await download(`${recordsPath}/${resource.name}/import/${job.id}/refused`);
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<DownloadOutlined />} loading={busy} disabled={!job.hasFile} onClick={() => void get()}>
      {t('transfer.refused', { count: job.badRows })}
    </Button>
  );
}
