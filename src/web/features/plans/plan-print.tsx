import { useTranslation } from 'react-i18next';
import type { PlanDetail, TaskView } from '#contract/plans/plan-output.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import { formatPosition } from '#domain/geo/coordinates.ts';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { PrintSheet } from '#web/engine/show/print-sheet.tsx';
import { FlowStepList } from '#web/features/approvals/flow/flow-step-list.tsx';
import { FlightSpan, FlightTime } from '#web/ui/flight-time.tsx';
import { labelOf } from '#web/ui/record-labels.ts';
import { PlanFacts, routeText } from './plan-facts.tsx';

const drawnKinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

/** Corners as longitude and latitude, an area without the one that closes it. */
function cornersOf(geometry: Geometry): [number, number][] {
  const pairs = (positions: readonly (readonly number[])[]) =>
    positions.map(([lon = 0, lat = 0]): [number, number] => [lon, lat]);
  switch (geometry.type) {
    case 'Point':
      return pairs([geometry.coordinates]);
    case 'LineString':
      return pairs(geometry.coordinates);
    case 'Polygon':
      return pairs(geometry.coordinates.flatMap((ring) => ring.slice(0, -1)));
    case 'MultiPolygon':
      return pairs(geometry.coordinates.flat().flatMap((ring) => ring.slice(0, -1)));
    default:
      return [];
  }
}

/** A plan on A4: the contents of Order 371, art. 13, its sorties, what was decided, and room to sign. */
export function PlanPrint({ detail, onClose }: { detail: PlanDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const { plan, tasks, flows } = detail;
  return (
    <PrintSheet
      title={t('plan.print.title')}
      subtitle={
        <span className="cw-figures">
          {plan.planNumber} · {plan.callsign} · {plan.stateText}
        </span>
      }
      onClose={onClose}
    >
      <section>
        <h2>{t('plan.page.facts')}</h2>
        <PlanFacts plan={plan} />
        {plan.restriction && <p>{t('plan.page.restriction', { restriction: plan.restriction })}</p>}
      </section>
      <section>
        <h2>{t('plan.page.tasks', { count: tasks.length })}</h2>
        <table className="cw-print-table" style={{ tableLayout: 'fixed' }}>
          <thead>
            <tr>
              {['callsign', 'places', 'times', 'limits', 'pilots', 'area'].map((name) => (
                <th key={name} scope="col">
                  {t(`plan.print.column.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tasks.map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </tbody>
        </table>
      </section>
      <section>
        <h2>{t('plan.page.steps')}</h2>
        {flows.length === 0 && <p>{t('plan.print.notFiled')}</p>}
        {flows.map((flow) => (
          <div key={flow.id} className="cw-entry">
            <h3>{flow.kindText}</h3>
            <FlowStepList flow={flow} />
          </div>
        ))}
      </section>
      <section>
        <table className="cw-print-table">
          <tbody>
            <tr>
              <th scope="row">{t('plan.page.realEtd')}</th>
              <td>
                <FlightTime at={plan.realEtd} />
              </td>
              <th scope="row">{t('plan.page.takeoffAt')}</th>
              <td>
                <FlightTime at={plan.takeoffAt} />
              </td>
              <th scope="row">{t('plan.page.realEta')}</th>
              <td>
                <FlightTime at={plan.realEta} />
              </td>
            </tr>
            {(['applicant', 'approver'] as const).map((who) => (
              <tr key={who} style={{ height: '14mm' }}>
                <th scope="row">{t(`plan.print.${who}`)}</th>
                <td colSpan={2} />
                <th scope="row">{t('plan.print.date')}</th>
                <td colSpan={2} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </PrintSheet>
  );
}

function TaskRow({ task }: { task: TaskView }) {
  const { geometry } = task;
  const corners = isGeometry(geometry, drawnKinds) ? cornersOf(geometry) : [];
  return (
    <tr>
      <td className="cw-figures">
        {task.callsign}
        <br />
        {task.registration} {task.typeDesignator}
      </td>
      <td>{routeText(task.labels)}</td>
      <td className="cw-figures">
        <FlightSpan from={task.etd} to={task.eta} />
      </td>
      <td className="cw-figures">{task.lower || task.upper ? formatLimits(task.lower, task.upper) : '—'}</td>
      <td>{labelOf(task.labels, 'pilots')}</td>
      <td>
        {task.labels.airspace && <div>{labelOf(task.labels, 'airspace')}</div>}
        {task.route && <div>{task.route}</div>}
        <div className="cw-figures">
          {corners.map(([longitude, latitude]) => formatPosition({ latitude, longitude }, 'dms')).join(' – ')}
        </div>
      </td>
    </tr>
  );
}
