import { ExperimentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { resourceNamed } from '#web/client/record-types.ts';
import { ResourceList } from '#web/engine/list.tsx';

/** Every evaluation, and where a new one begins. */
export function WhatIfListPage() {
  const { t } = useTranslation();
  const resource = resourceNamed('whatIf');
  if (!resource) return null;
  return (
    <ResourceList
      resource={resource}
      tools={
        <Link to="/statistics/whatIf/create">
          <Button type="primary" icon={<ExperimentOutlined />} tabIndex={-1}>
            {t('whatIf.new')}
          </Button>
        </Link>
      }
    />
  );
}
