import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { resourceNamed } from '#web/client/record-types.ts';
import { ResourceList } from '#web/engine/list.tsx';

/** Every alert there was, and the way to their figures. */
export function EncounterListPage() {
  const { t } = useTranslation();
  const encounter = resourceNamed('encounter');
  if (!encounter) return null;
  return (
    <ResourceList
      resource={encounter}
      tools={<Link to="/flightWatch/alertStatistics">{t('alert.statistics')}</Link>}
    />
  );
}
