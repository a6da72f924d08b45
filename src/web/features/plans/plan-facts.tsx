import { useTranslation } from 'react-i18next';
import type { Labels } from '#contract/labels.ts';
import type { PlanDetail, TaskView as PlanTask } from '#contract/plans/plan-output.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import { filedFields, inOrder, type PlanPart } from '#domain/plans/filed-fields.ts';
import type { FieldSchema } from '#domain/record/resource.ts';
import { listText } from '#domain/text/list-text.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { FieldValue } from '#web/engine/field-value.tsx';
import { ScreenLink } from '#web/engine/screen-link.tsx';
import { FlightSpan } from '#web/ui/flight-time.tsx';
import { labelOf } from '#web/ui/record-labels.ts';

/** From where to where, by whichever of aerodrome and point is given. */
export function routeText(labels: Labels): string {
  const from = labelOf(labels, 'departure', 'departurePoint');
  const to = labelOf(labels, 'destination', 'destinationPoint');
  return from === to ? from : `${from} → ${to}`;
}

const planFields = inOrder(filedFields.plan, ['kind', 'urgency', 'missionType', 'company'], ['unmanned']);

/** What of a sortie has no place of its own in its card. */
const otherTaskFields = inOrder(
  filedFields.jobTask,
  [],
  [
    ...(['callsign', 'aircraft', 'pilots', 'crewCount', 'etd', 'eta', 'lower', 'upper'] as const),
    ...(['departure', 'departurePoint', 'destination', 'destinationPoint', 'alternate'] as const),
    ...(['airspace', 'geometry', 'corridorWidthM', 'route', 'rules', 'ssrCode'] as const),
  ],
);

/** What the plan says of itself, by its schema; what is empty is left out. */
export function PlanFacts({ plan }: Pick<PlanDetail, 'plan'>) {
  return (
    <dl className="cw-fields">
      <Facts part="plan" fields={planFields} record={plan} />
    </dl>
  );
}

/** Fields of a plan or a sortie with their names, those that hold something. */
function Facts({
  part,
  fields,
  record,
}: {
  part: PlanPart;
  fields: string[];
  record: Record<string, unknown> & { labels: Labels };
}) {
  const label = useLabel();
  const properties = resourceNamed(part)?.schema.properties ?? {};
  return fields.map((field) => {
    const own = properties[field];
    const value = record[field];
    if (!own || value === null || value === undefined || value === '') return null;
    return (
      <div key={field}>
        <dt>{label(own['x-label'], field)}</dt>
        <dd>
          <NamedValue schema={own} value={value} name={record.labels[field]} />
        </dd>
      </div>
    );
  });
}

/** A value, a related record by the name that came with the answer. */
export function NamedValue({
  schema,
  value,
  name,
}: {
  schema: FieldSchema;
  value: unknown;
  name: Labels[string] | undefined;
}) {
  const locale = useLocale();
  if (name === undefined) return <FieldValue schema={schema} value={value} />;
  return Array.isArray(name) ? listText(name, locale) : name;
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
            <Facts part="jobTask" fields={otherTaskFields} record={task} />
          </dl>
        </article>
      ))}
    </section>
  );
}
