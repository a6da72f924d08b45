import { DownloadOutlined } from '@ant-design/icons';
import { App, Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNotifyError } from '#web/client/notify-error.ts';
import { download } from '#web/engine/transfer/transfer-api.ts';

/** Airspaces as a file for other programs. */
export function ExportMenu({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const tell = useNotifyError();
  const save = async (format: string) => {
    try {
      const name = await download(`/api/services/app/Airspace/Export?format=${format}&ids=${ids.join(',')}`);
      message.success(t('airspace.export.done', { name }));
    } catch (error) {
      tell(error);
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      disabled={ids.length === 0}
      menu={{
        items: [
          { key: 'geojson', label: 'GeoJSON' },
          { key: 'kml', label: 'KML' },
        ],
        onClick: ({ key }) => void save(key),
      }}
    >
      <Button icon={<DownloadOutlined />} disabled={ids.length === 0}>
        {t('airspace.export.button', { count: ids.length })}
      </Button>
    </Dropdown>
  );
}
