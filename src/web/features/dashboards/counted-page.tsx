import { Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useResource } from '#web/client/record-types.ts';
import { ResourceList } from '#web/engine/list.tsx';

/** The records that a tile counts, of whatever type: the generated list with the filter of the address. */
export function CountedPage() {
  const { t } = useTranslation();
  const { type = '' } = useParams();
  const resource = useResource(type);
  if (!resource) return <Empty description={t('dashboard.type', { name: type })} />;
  return <ResourceList key={type} resource={resource} />;
}
