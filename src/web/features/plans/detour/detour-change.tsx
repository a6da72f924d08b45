import { useTranslation } from 'react-i18next';
import type { Labels } from '#contract/labels.ts';
import { formatAltitude, isAltitude } from '#domain/geo/altitude.ts';
import { labelOf } from '#web/ui/record-labels.ts';
import type { Detour } from './detour-queries.ts';

const fields = ['route', 'geometry', 'destination', 'lower', 'upper'] as const;

/** What a detour makes another: each field as it was and as it becomes. */
export function DetourChange({ detour }: { detour: Detour }) {
  const { t } = useTranslation();
  const { change, before, changeLabels, beforeLabels } = detour;
  const changed = fields.filter(
    (field) => field in change || (field === 'destination' && 'destinationPoint' in change),
  );
  const textOf = (field: (typeof fields)[number], values: Record<string, unknown>, labels: Labels) => {
    const value = values[field];
    if (field === 'destination') return labelOf(labels, 'destination', 'destinationPoint');
    if (field === 'geometry') return t(value ? 'plan.detour.drawn' : 'plan.detour.notDrawn');
    if (isAltitude(value)) return formatAltitude(value);
    return typeof value === 'string' && value !== '' ? value : '—';
  };
  return (
    <dl className="detour-change">
      {changed.map((field) => (
        <div key={field}>
          <dt>{t(`plan.detour.field.${field}`)}</dt>
          <dd className="cw-figures">
            <del>{textOf(field, before, beforeLabels)}</del> <span aria-hidden="true">→</span>{' '}
            <ins>{textOf(field, change, changeLabels)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
