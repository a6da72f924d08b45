import { useAbility } from '@casl/react';
import { useList } from '@refinedev/core';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Ability, mayEver } from '#domain/identity/access.ts';
import type { Registration } from '#domain/record/records.gen.ts';
import { FlightTime } from '#web/ui/flight-time.tsx';

/** Whether the company that registered itself proved the number that it gave; where it did not, somebody calls. */
export function ApplicantPhone({ company }: { company: number }) {
  const { t } = useTranslation();
  const ability = useAbility<Ability>();
  const { result } = useList<Registration & { id: number }>({
    resource: 'registration',
    filters: [{ field: 'company', operator: 'eq', value: company }],
    sorters: [{ field: 'id', order: 'desc' }],
    pagination: { pageSize: 1 },
    errorNotification: false,
    queryOptions: { enabled: mayEver(ability, 'read', 'registration') },
  });
  const [registration] = result.data ?? [];
  if (!registration) return null;
  const { phone = '', phoneVerifiedAt } = registration;
  return phoneVerifiedAt ? (
    <p className="audit-phone">
      <span className="plan-soft">{t('audit.phone.number')} </span>
      <span className="cw-figures">{phone}</span> {t('audit.phone.proved')}{' '}
      <FlightTime at={phoneVerifiedAt} year />
    </p>
  ) : (
    <Alert type="warning" showIcon message={t('audit.phone.unproved', { phone })} />
  );
}
