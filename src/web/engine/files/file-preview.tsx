import { DownloadOutlined, ExportOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Failure } from '#web/ui/failure.tsx';
import { FileView } from '#web/ui/file-view.tsx';
import { linkTo, type RecordFile, type RecordOfFiles, saveFile } from './files-api.ts';

interface Props {
  of: RecordOfFiles;
  file: RecordFile;
  onClose: () => void;
}

/** An image or a PDF over the page, through a link of its own that ends after a quarter of an hour. */
export function FilePreview({ of, file, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['file-link', of.resource, of.id, file.id],
    queryFn: () => linkTo(of, file.id),
    staleTime: 600_000,
    gcTime: 600_000,
  });
  return (
    <Modal
      open
      title={file.name}
      onCancel={onClose}
      width="min(1100px, 96vw)"
      style={{ top: 24 }}
      footer={[
        <Button key="save" icon={<DownloadOutlined />} onClick={() => void saveFile(of, file)}>
          {t('files.save')}
        </Button>,
        data && (
          <Button key="tab" icon={<ExportOutlined />} href={data.page} target="_blank" rel="noopener">
            {t('files.newTab')}
          </Button>
        ),
      ]}
    >
      {error && <Failure title={t('files.openFailed')} error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && <FileView src={data.file} name={file.name} mediaType={file.mediaType} height="70vh" />}
    </Modal>
  );
}
