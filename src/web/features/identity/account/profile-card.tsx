import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Card, Form, Input } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/my-account.ts';
import { listText } from '#domain/text/list-text.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { loadUser } from '#web/client/auth.ts';
import { localText } from '#web/client/clock.ts';
import { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';

interface Values {
  name: string;
  nameEn: string;
  surname: string;
  emailAddress: string;
  phoneNumber: string;
}

const fields = ['name', 'nameEn', 'surname', 'emailAddress', 'phoneNumber'] as const;
const completes = {
  name: 'given-name',
  nameEn: 'off',
  surname: 'family-name',
  emailAddress: 'email',
  phoneNumber: 'tel',
} as const;

/** Who one is here: what an administrator gave, and what is one's own to change. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [form] = Form.useForm<Values>();
  const { busy, failure, run } = useAsyncAction({ form, fields });
  const values = valuesOf(profile);

  // What was saved elsewhere is shown, unless something is being typed here.
  useEffect(() => {
    if (!form.isFieldsTouched()) form.setFieldsValue(valuesOf(profile));
  }, [form, profile]);

  const save = (changed: Values) =>
    run(async () => {
      try {
        const saved = await callService('MyAccount', 'UpdateProfile', {
          version: profile.version,
          ...changed,
        });
        form.resetFields();
        queries.setQueryData(['own-profile'], saved);
        form.setFieldsValue(valuesOf(saved));
        message.success(t('account.profile.saved'));
        await loadUser();
      } catch (error) {
        // A stale save is answered with what is there now: the next one is made from that.
        if (error instanceof RequestError && error.statusCode === 409) {
          await queries.invalidateQueries({ queryKey: ['own-profile'] });
        }
        throw error;
      }
    });

  const facts: [key: string, value: string][] = [
    ['userName', profile.userName],
    ['company', profile.company ?? '—'],
    ['roles', listText(profile.roles, locale)],
    ['lastLoginAt', profile.lastLoginAt ? localText(profile.lastLoginAt) : '—'],
  ];
  return (
    <Card size="small" title={<h2 className="cw-card-title">{t('account.profile')}</h2>}>
      <dl className="cw-fields" style={{ marginBottom: 16 }}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`account.profile.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={values}
        onFinish={(changed) => void save(changed)}
        requiredMark={false}
      >
        {failure !== null && (
          <div style={{ marginBottom: 12 }}>
            <Failure title={t('account.profile.failed')} error={failure} />
          </div>
        )}
        {fields.map((name) => (
          <Form.Item
            key={name}
            name={name}
            label={t(`account.profile.${name}`)}
            rules={
              name === 'name'
                ? [{ required: true, whitespace: true, message: t('account.profile.nameMissing') }]
                : undefined
            }
          >
            <Input autoComplete={completes[name]} maxLength={name === 'emailAddress' ? 256 : 64} />
          </Form.Item>
        ))}
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('account.profile.save')}
        </Button>
      </Form>
    </Card>
  );
}

function valuesOf({ name, nameEn, surname, emailAddress, phoneNumber }: Profile): Values {
  return {
    name,
    nameEn: nameEn ?? '',
    surname: surname ?? '',
    emailAddress: emailAddress ?? '',
    phoneNumber: phoneNumber ?? '',
  };
}
