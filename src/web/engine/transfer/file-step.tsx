import { FileExcelOutlined, FileTextOutlined, InboxOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, List, Progress, Space, Tag, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import type { ImportJob } from '#domain/record/transfer/job.ts';
import { localText } from '#web/client/clock.ts';
import { recordsPath } from '#web/client/data.ts';
import { useLocale } from '#web/client/locale.ts';
import { Failure } from '#web/ui/failure.tsx';
import { importable, importConverters } from './converters.ts';
import { stateColours } from './state-colours.ts';
import { download, myImports, uploadImport } from './transfer-api.ts';

const usual = '.xlsx,.csv,.txt,.json,.geojson,text/csv,application/json,application/geo+json';

function accepted(resource: string): string {
  const more = importConverters.filter((one) => one.resource === resource);
  return [usual, ...more.map(({ extension }) => extension)].join(',');
}

interface Props {
  resource: Resource;
  /** A file came in, with notes on what of it could not be read, or an earlier import was chosen. */
  onTake: (job: ImportJob, notes: string[]) => void;
}

/** A file by dropping or choosing, a template to fill in, and the own imports that can be gone on with. */
export function FileStep({ resource, onTake }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [part, setPart] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { data: mine } = useQuery({
    queryKey: ['import', resource.name, 'mine'],
    queryFn: () => myImports(resource.name),
    staleTime: 0,
  });

  const send = async (file: File) => {
    setFailure(null);
    setPart(0);
    try {
      const { file: converted, notes } = await importable(resource.name, file);
      onTake(await uploadImport(resource.name, converted, undefined, setPart), notes);
    } catch (error) {
      setFailure(error);
    } finally {
      setPart(null);
    }
  };
  const template = async (format: 'xlsx' | 'csv') => {
    setFailure(null);
    const path = `${recordsPath}/${resource.name}/import-template?format=${format}&labels=${locale}`;
    await download(path).catch(setFailure);
  };

  return (
    <>
      {failure !== null && <Failure title={t('transfer.fileFailed')} error={failure} />}
      <Upload.Dragger
        accept={accepted(resource.name)}
        maxCount={1}
        showUploadList={false}
        disabled={part !== null}
        beforeUpload={(file) => {
          void send(file);
          return false;
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p className="ant-upload-text">{t('transfer.drop')}</p>
        <p className="ant-upload-hint">{t('transfer.dropHelp')}</p>
      </Upload.Dragger>
      {part !== null && (
        <Progress
          percent={Math.round(part * 100)}
          status="active"
          aria-label={t('transfer.uploading')}
          format={(percent) => `${t('transfer.uploading')} ${percent}%`}
        />
      )}
      <section aria-label={t('transfer.template')}>
        <h3 className="cw-import-head">{t('transfer.template')}</h3>
        <p className="cw-note">{t('transfer.templateHelp')}</p>
        <Space wrap>
          <Button icon={<FileExcelOutlined />} onClick={() => void template('xlsx')}>
            {t('transfer.templateExcel')}
          </Button>
          <Button icon={<FileTextOutlined />} onClick={() => void template('csv')}>
            {t('transfer.templateCsv')}
          </Button>
        </Space>
      </section>
      {mine && mine.length > 0 && (
        <section aria-label={t('transfer.mine')}>
          <h3 className="cw-import-head">{t('transfer.mine')}</h3>
          <List
            size="small"
            bordered
            dataSource={mine}
            rowKey="id"
            renderItem={(job) => (
              <List.Item
                actions={[
                  <Button key="open" type="link" size="small" onClick={() => onTake(job, [])}>
                    {t(job.state === 'done' || !job.hasFile ? 'transfer.look' : 'transfer.goOn')}
                  </Button>,
                ]}
              >
                <List.Item.Meta
                  title={
                    <Space wrap size={4}>
                      <span>{job.fileName}</span>
                      <Tag color={stateColours[job.state]}>{t(`transfer.state.${job.state}`)}</Tag>
                    </Space>
                  }
                  description={`#${job.id} · ${localText(job.createdAt)}${
                    job.state === 'done'
                      ? ` · ${t('transfer.short', { created: job.created, updated: job.updated, bad: job.badRows })}`
                      : ''
                  }`}
                />
              </List.Item>
            )}
          />
        </section>
      )}
    </>
  );
}
