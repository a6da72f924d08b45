import { useTranslation } from 'react-i18next';
import type { WhatIfDifference } from '#contract/what-if.ts';
import { useLabel } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { ScreenLink } from '#web/engine/screen-link.tsx';
import { ChangeTable } from '#web/engine/show/change-values.tsx';

/** Every change, the value in force next to the one that is tried, by record. */
export function DifferenceList({ differences }: { differences: readonly WhatIfDifference[] }) {
  const { t } = useTranslation();
  const label = useLabel();
  const records = [...new Set(differences.map(({ resource, id }) => `${resource} ${id}`))];
  return records.map((key) => {
    const own = differences.filter(({ resource, id }) => `${resource} ${id}` === key);
    const [first] = own;
    const resource = resourceNamed(first?.resource ?? '');
    if (!first || !resource) return null;
    return (
      <div key={key} className="what-if-record">
        <div className="cw-soft">{label(resource.schema['x-label'], resource.name)}</div>
        <ScreenLink resource={resource} kind="show" at={`/${first.id}`}>
          {first.label}
        </ScreenLink>
        <div className="what-if-scroll">
          <ChangeTable
            resource={resource}
            changes={own}
            before={t('whatIf.inForce')}
            after={t('whatIf.tried')}
          />
        </div>
      </div>
    );
  });
}
