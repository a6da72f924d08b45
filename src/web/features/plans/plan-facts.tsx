import { useTranslation } from 'react-i18next';
import { formatLimits } from '#domain/geo/altitude.ts';
import { useLabel } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { FieldValue } from '#web/engine/field-value.tsx';
import { ScreenLink } from '#web/engine/screen-link.tsx';
import { FlightSpan } from '#web/ui/flight-time.tsx';
import type { Labels } from '#web/ui/record-labels.ts';
import { labelOf } from '#web/ui/record-labels.ts';
import type { PlanDetail, PlanTask } from './plan-types.ts';

/** From where to where, by whichever of aerodrome and point is given. */
export function routeText(labels: Labels): string {
  const from = labelOf(labels, 'departure', 'departurePoint');
  const to = labelOf(labels, 'destination', 'destinationPoint');
  return from === to ? from : `${from} → ${to}`;
}

const planFields = [
  'kind',
  'urgency',
  'missionType',
  'company',
  'mission',
  'communications',
  'weatherMinima',
  'supportNeeds',
  'contact',
  'phone',
  'missionApproval',
  'remarks',
];

/** What the plan says of itself, by its schema; what is empty is left out. */
export function PlanFacts({ plan }: Pick<PlanDetail, 'plan'>) {
  const label = useLabel();
  const schema = resourceNamed('plan')?.schema;
  if (!schema) return null;
  return (
    <dl className="cw-fields">
      {planFields.map((field) => {
        const own = schema.properties[field];
        const value = plan[field];
        if (!own || value === null || value === undefined || value === '') return null;
        const named = plan.labels[field];
        return (
          <div key={field}>
            <dt>{label(own['x-label'], field)}</dt>
            <dd>{typeof named === 'string' ? named : <FieldValue schema={own} value={value} />}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The sorties of a plan, one a row; on a phone one a card. */
export function TaskTable({ tasks }: { tasks: PlanTask[] }) {
  const { t } = useTranslation();
  const aircraft = resourceNamed('aircraft');
  return (
    <section className="plan-tasks" aria-label={t('plan.task.all')} tabIndex={-1}>
      {tasks.map((task) => (
        <article key={task.id} aria-label={t('plan.task.number', { number: task.sequence })}>
          <header className="cw-bar">
            <span className="plan-task-number">{task.sequence}</span>
            <strong className="cw-figures">{task.callsign}</strong>
            {aircraft ? (
              <ScreenLink resource={aircraft} kind="show" at={`/${task.aircraft}`}>
                {task.registration}
              </ScreenLink>
            ) : (
              task.registration
            )}
            <span className="plan-soft">{task.typeDesignator}</span>
            <span>{routeText(task.labels)}</span>
          </header>
          <dl className="plan-task-facts">
            <div>
              <dt>{t('plan.task.times')}</dt>
              <dd>
                <FlightSpan from={task.etd} to={task.eta} />
              </dd>
            </div>
            <div>
              <dt>{t('plan.task.limits')}</dt>
              <dd className="cw-figures">
                {task.lower || task.upper ? formatLimits(task.lower, task.upper) : '—'}
              </dd>
            </div>
            <div>
              <dt>{t('plan.task.pilots')}</dt>
              <dd>{labelOf(task.labels, 'pilots')}</dd>
            </div>
            <div>
              <dt>{t('plan.task.area')}</dt>
              <dd>
                {task.labels.airspace
                  ? labelOf(task.labels, 'airspace')
                  : task.geometry
                    ? t('plan.task.drawn')
                    : '—'}
                {task.route && <span className="plan-soft"> {task.route}</span>}
              </dd>
            </div>
            {(task.ssrCode || task.rules) && (
              <div>
                <dt>{t('plan.task.rules')}</dt>
                <dd>
                  {task.rules}
                  {task.ssrCode && ` · ${task.ssrCode}`}
                </dd>
              </div>
            )}
          </dl>
        </article>
      ))}
    </section>
  );
}
