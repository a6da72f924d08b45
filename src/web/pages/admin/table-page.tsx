import { ApartmentOutlined, ControlOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useResource } from '../../catalogue.ts';
import { ResourceList } from '../../resources/list.tsx';

/** The generated list of what has a screen of its own: to filter, import, export and restore. */
export function UnitTablePage() {
  const { t } = useTranslation();
  const resource = useResource('organizationUnit');
  if (!resource) return null;
  return (
    <ResourceList
      resource={resource}
      tools={
        <Link to={resource.path}>
          <Button icon={<ApartmentOutlined />} tabIndex={-1}>
            {t('admin.unit.asTree')}
          </Button>
        </Link>
      }
    />
  );
}

export function ParameterTablePage() {
  const { t } = useTranslation();
  const resource = useResource('parameter');
  if (!resource) return null;
  return (
    <ResourceList
      resource={resource}
      tools={
        <Link to={resource.path}>
          <Button icon={<ControlOutlined />} tabIndex={-1}>
            {t('admin.parameter.asGroups')}
          </Button>
        </Link>
      }
    />
  );
}
