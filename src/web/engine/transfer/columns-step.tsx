import { Alert, Button, Select, Space, Table, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { columnSchema, keysOf } from '#domain/record/transfer/columns.ts';
import type { ImportJob, ImportPlan, SheetColumn } from '#domain/record/transfer/job.ts';
import { useLabel } from '#web/client/locale.ts';
import { useWindowWidth } from '#web/ui/appearance.ts';
import { FileReading } from './file-reading.tsx';
import { gapsOf, keyFor } from './plan-draft.ts';
import type { ReadAgain } from './transfer-api.ts';

interface Props {
  resource: Resource;
  job: ImportJob;
  plan: ImportPlan;
  onPlan: (plan: ImportPlan) => void;
  /** Fields that the user may fill. */
  open: string[];
  busy: boolean;
  /** The file is to be read otherwise: another sheet, row of heads or encoding. */
  onRead: (chosen: ReadAgain) => void;
  onOther: () => void;
  onNext: () => void;
}

const cardsBelowPx = 720;
/** Values of a column that are shown beside it. */
const mostSamples = 3;

/** Which column is which field. */
export function ColumnsStep({ resource, job, plan, onPlan, open, busy, onRead, onOther, onNext }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const cards = useWindowWidth() < cardsBelowPx;
  const named = (field: string) => label(columnSchema(resource, field)?.['x-label'], field);
  const required = new Set(resource.schema.required ?? []);
  // The key of a record may be named although it is not set by the import.
  const choices = [...new Set([...open, ...keysOf(resource).flat()])];
  const taken = new Map(Object.entries(plan.mapping).map(([column, field]) => [field, Number(column)]));
  const { required: missing } = gapsOf(resource, plan);
  const left = job.columns.filter(({ index, header }) => !plan.mapping[index] && header !== '');

  const map = (index: number, field: string | undefined) => {
    const mapping = Object.fromEntries(
      Object.entries(plan.mapping).filter(([column, other]) => Number(column) !== index && other !== field),
    );
    if (field) mapping[index] = field;
    onPlan({ ...plan, mapping, key: keyFor(resource, mapping, plan.key) });
  };

  const picker = ({ index, header }: SheetColumn) => (
    <Select
      style={{ width: '100%', minWidth: 180 }}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder={t('transfer.leftOut')}
      aria-label={t('transfer.fieldOf', { head: header || `${index + 1}` })}
      value={plan.mapping[index] ?? null}
      onChange={(field: string | null | undefined) => map(index, field ?? undefined)}
      options={choices.map((field) => ({
        value: field,
        label: `${named(field)}${required.has(field) ? ' *' : ''}${
          taken.has(field) && taken.get(field) !== index ? ` (${t('transfer.taken')})` : ''
        }`,
      }))}
    />
  );
  const samples = ({ samples: values }: SheetColumn) => (
    <span className="cw-import-samples">
      {values
        .filter((value) => value !== '')
        .slice(0, mostSamples)
        .join(' · ') || '–'}
    </span>
  );

  return (
    <>
      <p className="cw-note">
        {t('transfer.columnsHelp', { file: job.fileName, count: job.columns.length })}
      </p>
      <FileReading job={job} busy={busy} onRead={onRead} />
      {missing.length > 0 && plan.mode !== 'update' && (
        <Alert
          type="warning"
          showIcon
          message={t('transfer.missing', { fields: missing.map(named).join(t('transfer.and')) })}
        />
      )}
      {left.length > 0 && (
        <Alert
          type="info"
          showIcon
          message={t('transfer.unmapped', {
            count: left.length,
            heads: left.map(({ header }) => header).join(t('transfer.and')),
          })}
        />
      )}
      {cards ? (
        <ol className="cw-cards" aria-label={t('transfer.step.columns')}>
          {job.columns.map((column) => (
            <li key={column.index}>
              <article className="cw-import-column">
                <strong>{column.header || `#${column.index + 1}`}</strong>
                {samples(column)}
                {picker(column)}
              </article>
            </li>
          ))}
        </ol>
      ) : (
        <Table<SheetColumn>
          size="small"
          rowKey="index"
          pagination={false}
          dataSource={job.columns}
          columns={[
            {
              title: t('transfer.head'),
              width: '28%',
              render: (_, { header, index }) => header || <Tag>{`#${index + 1}`}</Tag>,
            },
            { title: t('transfer.samples'), width: '36%', render: (_, column) => samples(column) },
            { title: t('transfer.field'), render: (_, column) => picker(column) },
          ]}
        />
      )}
      <Space className="cw-import-foot">
        <Button type="primary" disabled={busy || Object.keys(plan.mapping).length === 0} onClick={onNext}>
          {t('transfer.next')}
        </Button>
        <Button onClick={onOther}>{t('transfer.otherFile')}</Button>
      </Space>
    </>
  );
}
