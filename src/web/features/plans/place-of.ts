import { useTranslation } from 'react-i18next';
import { useLabel } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';

/** Says where a field of a plan is: `tasks.0.aircraft` → `Sortie 1 · Aircraft`. */
export function usePlaceOf(): (field: string) => string {
  const { t } = useTranslation();
  const label = useLabel();
  return (field) => {
    const [head = '', index, name] = field.split('.');
    if (head !== 'tasks') {
      return label(resourceNamed('plan')?.schema.properties[head]?.['x-label']);
    }
    if (index === undefined) return t('plan.task.all');
    const sortie = t('plan.task.number', { number: Number(index) + 1 });
    const own = name ? label(resourceNamed('jobTask')?.schema.properties[name]?.['x-label']) : '';
    return own ? `${sortie} · ${own}` : sortie;
  };
}
