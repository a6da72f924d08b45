import { useTranslation } from 'react-i18next';
import { FlightSpan } from '#web/ui/flight-time.tsx';
import { routeText } from './plan-facts.tsx';
import { usePlan } from './plan-queries.ts';

/** What a split makes: a plan for each sortie, the first of which keeps the number. */
export function SplitPreview({ id, planNumber }: { id: number; planNumber: string }) {
  const { t } = useTranslation();
  const { data } = usePlan(id);
  if (!data) return null;
  return (
    <ol className="plan-split" aria-label={t('plan.act.splitInto', { count: data.tasks.length })}>
      {data.tasks.map((task, index) => (
        <li key={task.id}>
          <strong className="cw-figures">{index === 0 ? planNumber : t('plan.act.newNumber')}</strong>{' '}
          <span className="cw-figures">{task.callsign}</span> {routeText(task.labels)}{' '}
          <FlightSpan from={task.etd} to={task.eta} />
        </li>
      ))}
    </ol>
  );
}
