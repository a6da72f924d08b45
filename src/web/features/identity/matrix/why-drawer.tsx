import { useList } from '@refinedev/core';
import { Drawer, Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action, Resource } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { NumberInput } from '#web/ui/number-input.tsx';
import { ReasonSteps } from '#web/ui/permission-reasons.tsx';
import { actionText } from './cell-texts.ts';
import { matrixActions } from './matrix-model.ts';

interface User {
  id: number;
  name: string;
  userName: string;
}

/** Why may this user, or may they not? Asked of the server, which knows their roles and rows. */
export function WhyDrawer({ resources, onClose }: { resources: readonly Resource[]; onClose: () => void }) {
  const { t } = useTranslation();
  const label = useLabel();
  const { result } = useList<User>({
    resource: 'user',
    pagination: { pageSize: 500 },
    sorters: [{ field: 'userName', order: 'asc' }],
    errorNotification: false,
  });
  const [userId, setUser] = useState<number>();
  const [resource, setResource] = useState<string>();
  const [action, setAction] = useState<Action>('read');
  const [field, setField] = useState<string>();
  const [id, setId] = useState<number | null>(null);
  const chosen = resources.find(({ name }) => name === resource);
  return (
    <Drawer open onClose={onClose} title={t('matrix.ask.title')} width={460}>
      <Form layout="vertical">
        <Form.Item label={t('matrix.ask.user')} htmlFor="why-user">
          <Select
            id="why-user"
            showSearch
            allowClear
            optionFilterProp="label"
            placeholder={t('matrix.ask.self')}
            value={userId}
            onChange={setUser}
            options={(result.data ?? []).map((user) => ({
              value: user.id,
              label: `${user.name} (${user.userName})`,
            }))}
          />
        </Form.Item>
        <Form.Item label={t('matrix.resource')} htmlFor="why-resource">
          <Select
            id="why-resource"
            showSearch
            optionFilterProp="label"
            value={resource}
            onChange={(name) => {
              setResource(name);
              setField(undefined);
              setId(null);
            }}
            options={resources.map((one) => ({
              value: one.name,
              label: label(one.schema['x-label'], one.name),
            }))}
          />
        </Form.Item>
        <Form.Item label={t('matrix.ask.action')} htmlFor="why-action">
          <Select
            id="why-action"
            value={action}
            onChange={setAction}
            options={matrixActions.map((one) => ({ value: one, label: actionText(one, t) }))}
          />
        </Form.Item>
        <Form.Item label={t('matrix.ask.record')} htmlFor="why-record" extra={t('matrix.ask.recordHelp')}>
          <NumberInput
            id="why-record"
            min={1}
            precision={0}
            value={id}
            onChange={setId}
            style={{ width: '100%' }}
          />
        </Form.Item>
        <Form.Item label={t('matrix.ask.field')} htmlFor="why-field">
          <Select
            id="why-field"
            allowClear
            showSearch
            optionFilterProp="label"
            disabled={!chosen}
            value={field}
            onChange={setField}
            options={Object.entries(chosen?.schema.properties ?? {}).map(([name, schema]) => ({
              value: name,
              label: label(schema['x-label'], name),
            }))}
          />
        </Form.Item>
      </Form>
      <div aria-live="polite">
        {resource && (
          <ReasonSteps
            question={{
              resource,
              action,
              ...(userId === undefined ? {} : { userId }),
              ...(field === undefined ? {} : { field }),
              ...(id === null ? {} : { id }),
            }}
          />
        )}
      </div>
    </Drawer>
  );
}
