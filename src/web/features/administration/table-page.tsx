import { ApartmentOutlined, ControlOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useResource } from '#web/client/record-types.ts';
import { ResourceList } from '#web/engine/list.tsx';

/** The generated list of what has a screen of its own, with the way back there: to filter, import, export, restore. */
function TablePage({ of, icon, back }: { of: string; icon: ReactNode; back: string }) {
  const resource = useResource(of);
  if (!resource) return null;
  const tools = (
    <Link to={resource.path}>
      <Button icon={icon} tabIndex={-1}>
        {back}
      </Button>
    </Link>
  );
  return <ResourceList resource={resource} tools={tools} />;
}

export function UnitTablePage() {
  const { t } = useTranslation();
  return <TablePage of="organizationUnit" icon={<ApartmentOutlined />} back={t('admin.unit.asTree')} />;
}

export function ParameterTablePage() {
  const { t } = useTranslation();
  return <TablePage of="parameter" icon={<ControlOutlined />} back={t('admin.parameter.asGroups')} />;
}
