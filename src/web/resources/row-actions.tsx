import { DeleteOutlined, EditOutlined, UndoOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { Button, Space, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Ability, may } from '../../domain/access.ts';
import type { Resource } from '../../domain/resource.ts';
import { type RecordValues, titleOf } from './labels.ts';
import { useTrash } from './use-trash.ts';

/** Edit and trash, or restore; what the user may not do to this very record is not there. */
export function RowActions({
  resource,
  record,
}: {
  resource: Resource;
  record: RecordValues & { id: number };
}) {
  const { t } = useTranslation();
  const ability = useAbility<Ability>();
  const { trash, restore } = useTrash(resource);
  if (resource.readOnly) return null;
  const name = titleOf(resource, record);
  const inTrash = record.deletedAt !== null && record.deletedAt !== undefined;
  const mayDelete = may(ability, 'delete', resource.name, record);
  if (inTrash) {
    return mayDelete ? (
      <Tooltip title={t('list.restore')}>
        <Button
          size="small"
          type="text"
          icon={<UndoOutlined />}
          aria-label={t('list.restoreNamed', { name })}
          onClick={() => void restore(record)}
        />
      </Tooltip>
    ) : null;
  }
  return (
    <Space size={0}>
      {may(ability, 'update', resource.name, record) && (
        <Tooltip title={t('list.edit')}>
          <Link to={`${resource.path}/${record.id}/edit`} aria-label={t('list.editNamed', { name })}>
            <Button size="small" type="text" icon={<EditOutlined />} tabIndex={-1} aria-hidden="true" />
          </Link>
        </Tooltip>
      )}
      {mayDelete && (
        <Tooltip title={t('list.delete')}>
          <Button
            size="small"
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('list.deleteNamed', { name })}
            onClick={() => trash(record)}
          />
        </Tooltip>
      )}
    </Space>
  );
}
