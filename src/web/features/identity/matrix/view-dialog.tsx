import { useList } from '@refinedev/core';
import { Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beginView } from '#web/client/view-as.ts';
import type { MatrixRole } from './matrix-model.ts';

interface Company {
  id: number;
  name: string;
}

/** Begins to see the system as a role: of which company, for roles whose rows are those of one. */
export function ViewDialog({ role, onClose }: { role: MatrixRole; onClose: () => void }) {
  const { t } = useTranslation();
  const [companyId, setCompany] = useState<number>();
  const { result } = useList<Company>({
    resource: 'company',
    pagination: { pageSize: 500 },
    sorters: [{ field: 'name', order: 'asc' }],
    errorNotification: false,
  });
  const companies = result.data ?? [];
  return (
    <Modal
      open
      title={t('matrix.view.begin', { role: role.displayName })}
      okText={t('matrix.view.ok')}
      cancelText={t('shell.cancel')}
      onCancel={onClose}
      onOk={() =>
        beginView({
          role: role.name,
          name: role.displayName,
          companyId: companyId ?? null,
          companyName: companies.find(({ id }) => id === companyId)?.name ?? null,
        })
      }
    >
      <p>{t('matrix.view.about')}</p>
      <label htmlFor="view-company">{t('matrix.view.company')}</label>
      <Select
        id="view-company"
        allowClear
        showSearch
        optionFilterProp="label"
        style={{ width: '100%' }}
        placeholder={t('matrix.view.noCompany')}
        value={companyId}
        onChange={setCompany}
        options={companies.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Modal>
  );
}
