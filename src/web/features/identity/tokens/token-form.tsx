import { Checkbox, Form, Input, Radio, Space, TreeSelect } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#contract/services.ts';
import { adminPermission } from '#domain/identity/access.ts';
import { permissions } from '#domain/identity/permissions.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { useLabel } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { DayPicker } from '#web/ui/pickers.tsx';
import { SecretDialog } from '#web/ui/secret-once.tsx';

interface Values {
  name: string;
  expiresAt: Dayjs;
  scope: 'all' | 'some';
  permissions?: string[];
  readOnly?: boolean;
}

const usualDays = [30, 90, 365];
const fields = ['name', 'expiresAt', 'permissions'] as const;

/** Makes a token, then shows its secret once. */
export function TokenForm({ onClose }: { onClose: (made: boolean) => void }) {
  const { t } = useTranslation();
  const label = useLabel();
  const [form] = Form.useForm<Values>();
  const user = useStore(currentUser);
  const { busy, failure, run } = useAsyncAction({ form, fields });
  const [made, setMade] = useState<OutputOf<'ApiToken', 'Create'> | null>(null);
  const held = user?.permissions ?? [];
  const mine = permissions.filter(({ name }) => held.includes(adminPermission) || held.includes(name));

  const create = async ({ name, expiresAt, scope, permissions: chosen = [], readOnly = false }: Values) => {
    setMade(
      await callService('ApiToken', 'Create', {
        name,
        readOnly,
        permissions: scope === 'some' ? chosen : [],
        expiresAt: expiresAt.endOf('day').toISOString(),
      }),
    );
  };

  if (made) {
    return (
      <SecretDialog
        title={t('tokens.made')}
        label={t('tokens.secret')}
        secret={made.secret}
        onClose={() => onClose(true)}
      />
    );
  }
  const latest = dayjs().add(365, 'day');
  return (
    <FormDialog<Values>
      open
      form={form}
      initialValues={{ expiresAt: dayjs().add(90, 'day'), scope: 'all', readOnly: true }}
      onFinish={(values) => void run(() => create(values))}
      title={t('tokens.createTitle')}
      okText={t('tokens.make')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onCancel={() => onClose(false)}
    >
      {failure !== null && <Failure title={t('tokens.failed')} error={failure} />}
      <Form.Item
        name="name"
        label={t('tokens.name')}
        extra={t('tokens.nameHelp')}
        rules={[{ required: true, whitespace: true, message: t('tokens.nameMissing') }]}
      >
        <Input maxLength={64} autoFocus />
      </Form.Item>
      <Form.Item
        name="expiresAt"
        label={t('tokens.expiresAt')}
        rules={[{ required: true, message: t('tokens.expiresMissing') }]}
      >
        <DayPicker
          style={{ width: '100%' }}
          minDate={dayjs()}
          maxDate={latest}
          presets={usualDays.map((count) => ({
            label: t('tokens.days', { count }),
            value: dayjs().add(count, 'day'),
          }))}
        />
      </Form.Item>
      <Form.Item name="readOnly" valuePropName="checked" extra={t('tokens.readOnlyHelp')}>
        <Checkbox>{t('tokens.readOnly')}</Checkbox>
      </Form.Item>
      <Form.Item name="scope" label={t('tokens.scope')}>
        <Radio.Group>
          <Space direction="vertical">
            <Radio value="all">{t('tokens.scope.all')}</Radio>
            <Radio value="some">{t('tokens.scope.some')}</Radio>
          </Space>
        </Radio.Group>
      </Form.Item>
      <Form.Item noStyle dependencies={['scope']}>
        {({ getFieldValue }) =>
          getFieldValue('scope') === 'some' && (
            <Form.Item
              name="permissions"
              rules={[{ required: true, type: 'array', min: 1, message: t('tokens.scopeMissing') }]}
            >
              <TreeSelect
                multiple
                treeCheckable
                treeCheckStrictly={false}
                treeDefaultExpandAll
                showCheckedStrategy={TreeSelect.SHOW_ALL}
                aria-label={t('tokens.scope')}
                treeDataSimpleMode={{ id: 'id', pId: 'pId', rootPId: '' }}
                treeNodeFilterProp="title"
                treeData={mine.map(({ name, parent, label: text }) => ({
                  id: name,
                  pId: mine.some((one) => one.name === parent) ? parent : '',
                  value: name,
                  title: label(text, name),
                }))}
              />
            </Form.Item>
          )
        }
      </Form.Item>
    </FormDialog>
  );
}
