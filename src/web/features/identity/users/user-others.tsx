import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { isObject } from '#domain/text/narrow.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';

interface Other {
  name: string;
  value?: string;
}

/** User/SaveOthers: whatever else is to be known of a user, as names and values. */
export function UserOthers({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [form] = Form.useForm<{ others: Other[] }>();
  const { busy, failure, run } = useAsyncAction();
  return (
    <FormDialog<{ others: Other[] }>
      open
      form={form}
      initialValues={{ others: othersOf(record.userOthers) }}
      onFinish={({ others }) =>
        void run(async () => {
          const filled = others.map((other) => ({ name: other.name, value: other.value ?? '' }));
          await callService('User', 'SaveOthers', { id: record.id, others: filled });
          message.success(t('admin.others.saved', { name }));
          onClose(true);
        })
      }
      width={640}
      title={t('admin.others.title', { name })}
      okText={t('admin.others.save')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onCancel={() => onClose(false)}
    >
      {failure !== null && <Failure title={t('admin.failed')} error={failure} />}
      <p>{t('admin.others.help')}</p>
      <Form.List name="others">
        {(rows, { add, remove }) => (
          <>
            {rows.map((row, index) => (
              <div key={row.key} className="cw-bar" style={{ alignItems: 'start', flexWrap: 'nowrap' }}>
                <Form.Item
                  name={[row.name, 'name']}
                  style={{ flex: 1, marginBottom: 8 }}
                  rules={[
                    { required: true, whitespace: true, message: t('admin.others.nameMissing') },
                    {
                      validator: async (_, value: unknown) => {
                        const all: Other[] = form.getFieldValue('others');
                        const twice = all.some(
                          (other, at) => at !== index && other?.name?.trim() === String(value ?? '').trim(),
                        );
                        if (twice && value) throw new Error(t('admin.others.twice'));
                      },
                    },
                  ]}
                >
                  <Input
                    maxLength={64}
                    placeholder={t('admin.others.name')}
                    aria-label={t('admin.others.nameOf', { number: index + 1 })}
                  />
                </Form.Item>
                <Form.Item name={[row.name, 'value']} style={{ flex: 2, marginBottom: 8 }}>
                  <Input
                    maxLength={500}
                    placeholder={t('admin.others.value')}
                    aria-label={t('admin.others.valueOf', { number: index + 1 })}
                  />
                </Form.Item>
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('admin.others.remove', { number: index + 1 })}
                  onClick={() => remove(row.name)}
                />
              </div>
            ))}
            <Button icon={<PlusOutlined />} disabled={rows.length >= 100} onClick={() => add({ name: '' })}>
              {t('admin.others.add')}
            </Button>
          </>
        )}
      </Form.List>
    </FormDialog>
  );
}

function othersOf(value: unknown): Other[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((other) => ({
    name: String(other.name ?? ''),
    value: String(other.value ?? ''),
  }));
}
