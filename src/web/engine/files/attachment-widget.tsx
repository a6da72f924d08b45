import { UploadOutlined } from '@ant-design/icons';
import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Select, Space, Upload } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { FormContext } from '#web/engine/form-templates.tsx';
import { editedId } from './edited-id.ts';
import { accepted, listFiles, type RecordOfFiles } from './files-api.ts';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './use-uploads.ts';
import './files.css';

/** One file of the record that is edited: chosen among those it has, or added here. A record that is not saved yet has none. */
export function AttachmentWidget(props: WidgetProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { resource }: FormContext = props.registry.formContext;
  const id = editedId(pathname, resource.path);
  if (id === null) return <Alert type="info" showIcon message={t('files.widget.later')} />;
  return <FileOfRecord {...props} of={{ resource: resource.name, id }} />;
}

function FileOfRecord(props: WidgetProps & { of: RecordOfFiles }) {
  const { id, of, value, onChange, onBlur, disabled, readonly, rawErrors } = props;
  const { t } = useTranslation();
  const { data, refetch } = useQuery({
    queryKey: ['files', of.resource, of.id, 'without'],
    queryFn: () => listFiles(of, 'without'),
  });
  const uploading = useUploads(of, ([stored]) => {
    void refetch();
    if (stored) onChange(stored.id);
  });
  const closed = disabled || readonly;
  return (
    <div className="cw-files">
      <Space.Compact block>
        <Select
          id={id}
          style={{ width: '100%' }}
          aria-invalid={Boolean(rawErrors?.length)}
          aria-describedby={ariaDescribedByIds(id)}
          status={rawErrors?.length ? 'error' : undefined}
          disabled={closed}
          allowClear
          showSearch
          optionFilterProp="label"
          placeholder={t('files.widget.pick')}
          notFoundContent={t('files.widget.none')}
          value={value ?? undefined}
          onBlur={() => onBlur(id, value)}
          onChange={(next) => onChange(next ?? undefined)}
          options={(data ?? []).map((file) => ({ value: file.id, label: file.name }))}
        />
        {!closed && (
          <Upload
            accept={accepted}
            showUploadList={false}
            beforeUpload={(file) => {
              uploading.add([file], undefined);
              return false;
            }}
          >
            <Button icon={<UploadOutlined />}>{t('files.widget.add')}</Button>
          </Upload>
        )}
      </Space.Compact>
      <UploadList uploads={uploading.uploads} onDrop={uploading.drop} onRetry={uploading.retry} />
    </div>
  );
}
