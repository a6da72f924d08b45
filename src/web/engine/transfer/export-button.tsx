import { DownloadOutlined } from '@ant-design/icons';
import { App, Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/client/error-text.ts';
import { download } from './transfer-api.ts';

export type SheetFormat = 'xlsx' | 'csv';

interface Props {
  /** Where the file of a format comes from. */
  path: (format: SheetFormat) => string;
  /** What the table is called. */
  table: string;
  /** In the head of a page: with its name, as the buttons beside it. */
  named?: boolean;
}

/** Saves a table as Excel or CSV. */
export function ExportButton({ path, table, named = false }: Props) {
  const { t } = useTranslation();
  const { message, notification } = App.useApp();
  const save = async (format: SheetFormat) => {
    try {
      message.success(t('transfer.exported', { name: await download(path(format)) }));
    } catch (error) {
      notification.error({ message: t('transfer.exportFailed'), description: errorText(error, t) });
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'xlsx', label: 'Excel' },
          { key: 'csv', label: 'CSV' },
        ],
        onClick: ({ key }) => void save(key === 'csv' ? 'csv' : 'xlsx'),
      }}
    >
      <Button
        {...(named ? {} : { size: 'small', type: 'text' })}
        icon={<DownloadOutlined />}
        aria-label={t('transfer.exportOf', { name: table })}
      >
        {named && t('transfer.export')}
      </Button>
    </Dropdown>
  );
}
