import { Alert, Button, Form, Radio, Select, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { columnSchema, keysOf } from '#domain/record/transfer/columns.ts';
import type { ImportJob, ImportMode, ImportPlan } from '#domain/record/transfer/job.ts';
import { useLabel } from '#web/client/locale.ts';
import { gapsOf } from './plan-draft.ts';

interface Props {
  resource: Resource;
  job: ImportJob;
  plan: ImportPlan;
  onPlan: (plan: ImportPlan) => void;
  /** What the user may do at all. */
  modes: ImportMode[];
  busy: boolean;
  onBack: () => void;
  onNext: () => void;
}

/** New records, changes of those that are there, or both; and how one of them is found. */
export function ModeStep({ resource, plan, onPlan, modes, busy, onBack, onNext }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const named = (field: string) => label(columnSchema(resource, field)?.['x-label'], field);
  const mapped = new Set(Object.values(plan.mapping));
  const { required, noKey } = gapsOf(resource, plan);
  const change = (part: Partial<ImportPlan>) => onPlan({ ...plan, ...part });
  const updates = plan.mode !== 'insert';

  return (
    <>
      <Form layout="vertical">
        <Form.Item label={t('transfer.mode')}>
          <Radio.Group
            aria-label={t('transfer.mode')}
            value={plan.mode}
            onChange={(event) => change({ mode: event.target.value })}
            style={{ display: 'grid', gap: 10 }}
            options={modes.map((mode) => ({
              value: mode,
              label: (
                <>
                  <strong>{t(`transfer.mode.${mode}`)}</strong>
                  <br />
                  <span className="cw-note">{t(`transfer.modeHelp.${mode}`)}</span>
                </>
              ),
            }))}
          />
        </Form.Item>
        {updates && (
          <>
            <Form.Item label={t('transfer.key')} extra={t('transfer.keyHelp')}>
              <Select
                style={{ maxWidth: 420 }}
                aria-label={t('transfer.key')}
                placeholder={t('transfer.keyMissing')}
                value={plan.key.length > 0 ? plan.key.join() : null}
                onChange={(value: string) => change({ key: value.split(',') })}
                options={keysOf(resource).map((key) => ({
                  value: key.join(),
                  label: key.map(named).join(' + '),
                  disabled: key.some((field) => !mapped.has(field)),
                }))}
              />
            </Form.Item>
            <Form.Item label={t('transfer.blanks')}>
              <Radio.Group
                aria-label={t('transfer.blanks')}
                value={plan.blanks}
                onChange={(event) => change({ blanks: event.target.value })}
                style={{ display: 'grid', gap: 8 }}
                options={[
                  { value: 'keep', label: t('transfer.blanksKeep') },
                  { value: 'clear', label: t('transfer.blanksClear') },
                ]}
              />
            </Form.Item>
          </>
        )}
      </Form>
      {required.length > 0 && (
        <Alert
          type="warning"
          showIcon
          message={t('transfer.missing', { fields: required.map(named).join(t('transfer.and')) })}
        />
      )}
      {noKey && <Alert type="warning" showIcon message={t('transfer.noKey')} />}
      <Space className="cw-import-foot">
        <Button type="primary" loading={busy} disabled={noKey} onClick={onNext}>
          {t('transfer.check')}
        </Button>
        <Button onClick={onBack}>{t('transfer.back')}</Button>
      </Space>
    </>
  );
}
