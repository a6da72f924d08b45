import { Empty, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listLabel } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { useResources } from '#web/client/record-types.ts';
import { opensScreen } from '#web/client/screens.ts';
import { fieldOf } from '#web/engine/fields.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useUses } from './read-uses.ts';
import { listAddress } from './related-model.ts';
import type { ShowTabProps } from './show-tab.ts';

/** Where the record is used: how many records of which type name it, in which field. */
export function UsesTab({ resource, record }: ShowTabProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const resources = useResources();
  const { data, error, isPending, refetch } = useUses(resource.name, record.id);
  if (error) return <Failure title={t('show.usesFailed')} error={error} retry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} />;
  const used = data.filter(({ count }) => count > 0);
  if (used.length === 0) return <Empty description={t('show.noUses')} />;
  return (
    <table className="cw-changes" style={{ maxWidth: 720 }}>
      <caption className="cw-hidden">{t('show.uses')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('show.usedBy')}</th>
          <th scope="col">{t('form.field')}</th>
          <th scope="col" style={{ textAlign: 'end' }}>
            {t('show.count')}
          </th>
        </tr>
      </thead>
      <tbody>
        {used.map(({ resource: name, field, count }) => {
          const user = resources.find((one) => one.name === name);
          const address =
            user && opensScreen(user, 'list') ? listAddress({ resource: user, field }, record.id) : undefined;
          const text = label(user && listLabel(user.schema), name);
          return (
            <tr key={`${name}.${field}`}>
              <th scope="row">{address ? <Link to={address}>{text}</Link> : text}</th>
              <td>{label(user && fieldOf(user, field)?.['x-label'], field)}</td>
              <td className="cw-figures" style={{ textAlign: 'end' }}>
                {count}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
