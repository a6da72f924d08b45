import { App, Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { extentFields } from '#domain/geo/shapes.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { dataProvider } from '#web/client/data.ts';
import type { Values } from '#web/engine/record-validator.ts';
import { Failure } from '#web/ui/failure.tsx';

const templateFields = ['company', 'kind', ...extentFields, 'lower', 'upper', 'entryExit', 'remark'];

/** Keeps extent and limits as a template, for applications and plans to come. */
export function SaveTemplate({ values, onClose }: { values: Values; onClose: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { busy, failure, run } = useAsyncAction();
  const id = useId();
  const [name, setName] = useState(() => (typeof values.name === 'string' ? values.name : ''));
  const fields = Object.fromEntries(
    Object.entries(values).filter(([field]) => templateFields.includes(field)),
  );
  return (
    <Modal
      open
      title={t('airspace.template.keep')}
      okText={t('airspace.template.save')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: name.trim() === '' }}
      onCancel={onClose}
      onOk={() =>
        void run(async () => {
          const variables = { ...fields, name: name.trim() };
          await dataProvider.create({ resource: 'airspaceTemplate', variables });
          message.success(t('airspace.template.saved'));
          onClose();
        })
      }
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('airspace.template.name')} htmlFor={id} required>
          <Input
            id={id}
            value={name}
            maxLength={64}
            autoFocus
            onChange={(event) => setName(event.target.value)}
          />
        </Form.Item>
        {(!values.lower || !values.upper) && <p>{t('airspace.template.needsLimits')}</p>}
        {failure !== null && <Failure title={t('airspace.template.failed')} error={failure} />}
      </Form>
    </Modal>
  );
}
