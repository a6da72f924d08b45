import { DownloadOutlined } from '@ant-design/icons';
import { App, Button, Drawer, Form, Radio, Select, Space } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listLabel, usualColumns } from '#domain/record/resource.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { fieldOf } from '#web/engine/fields.ts';
import type { ListToolProps } from '#web/engine/list/list-tool.ts';
import { countOf } from '#web/engine/list/selection.ts';
import { Failure } from '#web/ui/failure.tsx';
import { type ExportChoice, exportableFields, exportPath, hasShape } from './export-query.ts';
import { download } from './transfer-api.ts';

/** Which records, which columns, what kind of file: then it comes. */
export function ExportDrawer({
  resource,
  state,
  selection,
  onClose,
}: ListToolProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const { message } = App.useApp();
  const picked = selection ? countOf(selection) : 0;
  const [choice, setChoice] = useState<ExportChoice>({
    format: 'xlsx',
    columns: 'shown',
    chosen: state.columns ?? usualColumns(resource, locale),
    rows: picked > 0 ? 'selected' : 'filtered',
    labels: locale,
  });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const change = (part: Partial<ExportChoice>) => setChoice((before) => ({ ...before, ...part }));
  const shaped = hasShape(resource);

  const begin = async () => {
    setBusy(true);
    setFailure(null);
    abort.current = new AbortController();
    try {
      const name = await download(exportPath(resource, state, selection, choice), abort.current.signal);
      void message.success(t('transfer.exported', { name }));
      onClose();
    } catch (error) {
      if (!abort.current.signal.aborted) setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Drawer
      open
      width="min(480px, 100vw)"
      title={t('transfer.exportOf', { name: label(listLabel(resource.schema), resource.name) })}
      onClose={onClose}
      footer={
        <Space style={{ display: 'flex', justifyContent: 'flex-end' }}>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button
            type="primary"
            icon={<DownloadOutlined />}
            loading={busy}
            disabled={choice.columns === 'chosen' && choice.chosen.length === 0}
            onClick={() => void begin()}
          >
            {t('transfer.download')}
          </Button>
        </Space>
      }
    >
      <Form layout="vertical">
        {failure !== null && (
          <div style={{ marginBottom: 16 }}>
            <Failure title={t('transfer.exportFailed')} error={failure} />
          </div>
        )}
        <Form.Item label={t('transfer.format')} htmlFor="transfer-format">
          <Radio.Group
            id="transfer-format"
            aria-label={t('transfer.format')}
            value={choice.format}
            onChange={(event) => {
              const format = event.target.value;
              // A shape is needed, and the columns that are shown rarely hold it.
              change(format === 'geojson' ? { format, columns: 'all' } : { format });
            }}
            optionType="button"
            options={[
              { value: 'xlsx', label: 'Excel' },
              { value: 'csv', label: 'CSV' },
              { value: 'json', label: 'JSON' },
              ...(shaped ? [{ value: 'geojson', label: 'GeoJSON' }] : []),
            ]}
          />
          <p className="cw-note">{t(`transfer.formatHelp.${choice.format}`)}</p>
        </Form.Item>
        <Form.Item label={t('transfer.rows')}>
          <Radio.Group
            aria-label={t('transfer.rows')}
            value={choice.rows}
            onChange={(event) => change({ rows: event.target.value })}
            style={{ display: 'grid', gap: 8 }}
            options={[
              { value: 'filtered', label: t('transfer.rowsFiltered') },
              {
                value: 'selected',
                label: t('transfer.rowsSelected', { count: picked }),
                disabled: picked === 0,
              },
            ]}
          />
        </Form.Item>
        <Form.Item label={t('transfer.columns')}>
          <Radio.Group
            aria-label={t('transfer.columns')}
            value={choice.columns}
            onChange={(event) => change({ columns: event.target.value })}
            style={{ display: 'grid', gap: 8 }}
            options={[
              { value: 'shown', label: t('transfer.columnsShown') },
              { value: 'all', label: t('transfer.columnsAll') },
              { value: 'chosen', label: t('transfer.columnsChosen') },
            ]}
          />
          {choice.columns === 'chosen' && (
            <Select
              mode="multiple"
              style={{ width: '100%', marginTop: 8 }}
              aria-label={t('transfer.columnsChosen')}
              value={choice.chosen}
              onChange={(chosen) => change({ chosen })}
              optionFilterProp="label"
              options={exportableFields(resource).map((field) => ({
                value: field,
                label: label(fieldOf(resource, field)?.['x-label'], field),
              }))}
            />
          )}
        </Form.Item>
        {(choice.format === 'xlsx' || choice.format === 'csv') && (
          <Form.Item label={t('transfer.labels')}>
            <Radio.Group
              aria-label={t('transfer.labels')}
              value={choice.labels}
              onChange={(event) => change({ labels: event.target.value })}
              options={[
                { value: 'zh-Hans', label: '中文' },
                { value: 'en', label: 'English' },
              ]}
            />
          </Form.Item>
        )}
      </Form>
    </Drawer>
  );
}
