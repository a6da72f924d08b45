import { CloseOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { RequestError } from '#web/client/http.ts';
import { sizeText } from '#web/ui/size-text.ts';
import type { Upload } from './use-uploads.ts';

interface Props {
  uploads: Upload[];
  onDrop: (key: string) => void;
  onRetry: (upload: Upload) => void;
}

/** Files on their way: how far each is, why one failed, and a way out of each. */
export function UploadList({ uploads, onDrop, onRetry }: Props) {
  const { t } = useTranslation();
  if (uploads.length === 0) return null;
  return (
    <ul className="cw-uploads" aria-label={t('files.uploads')}>
      {uploads.map((upload) => (
        <li key={upload.key} data-state={upload.state}>
          <span className="cw-file-name">{upload.name}</span>
          <span className="cw-figures cw-file-size">{sizeText(upload.size)}</span>
          {upload.state === 'failed' ? (
            <Button size="small" type="text" icon={<ReloadOutlined />} onClick={() => onRetry(upload)}>
              {t('files.retry')}
            </Button>
          ) : (
            <Progress
              className="cw-upload-progress"
              size="small"
              percent={Math.round(upload.share * 100)}
              aria-label={t('files.progress', { name: upload.name })}
            />
          )}
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={t(upload.state === 'failed' ? 'files.dismiss' : 'files.cancel', {
              name: upload.name,
            })}
            onClick={() => onDrop(upload.key)}
          />
          {upload.state === 'failed' && (
            <p role="alert" className="cw-upload-error">
              {reasonOf(upload.error, t)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The server's sentence about this very file, where it has one. */
function reasonOf(error: unknown, t: (key: string) => string): string {
  if (!(error instanceof RequestError)) return t('shell.error.unknown');
  const [own] = Object.values(error.errors).flat();
  return own ?? t(error.message);
}
