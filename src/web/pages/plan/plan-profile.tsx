import { useTranslation } from 'react-i18next';
import { altitudeM, formatLimits } from '../../../domain/geo/altitude.ts';
import { localText } from '../../clock.ts';
import type { PlanTask } from './plan-types.ts';

const width = 600;
const height = 120;
const left = 52;
const bottom = 22;

/** The plan in time and height: one box a sortie, from lower to upper limit, each above its own datum. */
export function PlanProfile({ tasks }: { tasks: PlanTask[] }) {
  const { t } = useTranslation();
  const boxes = tasks.flatMap((task) => {
    const top = task.upper ? altitudeM(task.upper) : null;
    if (top === null) return [];
    return [
      {
        task,
        from: Date.parse(task.etd),
        to: Date.parse(task.eta),
        bottomM: task.lower ? altitudeM(task.lower) : 0,
        topM: top,
      },
    ];
  });
  if (boxes.length === 0) return null;
  const start = Math.min(...boxes.map(({ from }) => from));
  const end = Math.max(...boxes.map(({ to }) => to), start + 60_000);
  const ceiling = Math.max(...boxes.map(({ topM }) => topM), 1) * 1.15;
  const x = (at: number) => left + ((at - start) / (end - start)) * (width - left - 8);
  const y = (m: number) => 6 + (1 - m / ceiling) * (height - bottom - 6);
  const clock = (at: number) => localText(new Date(at).toISOString()).slice(11, 16);
  const marks = [0, Math.round(Math.max(...boxes.map(({ topM }) => topM)))];
  return (
    <svg
      className="plan-profile"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('plan.page.profile', {
        tasks: boxes
          .map(
            ({ task, from, to }) =>
              `${task.callsign} ${clock(from)}–${clock(to)} ${formatLimits(task.lower, task.upper)}`,
          )
          .join('; '),
      })}
    >
      {marks.map((m) => (
        <g key={m}>
          <line x1={left} x2={width - 8} y1={y(m)} y2={y(m)} className="plan-profile-line" />
          <text x={left - 6} y={y(m) + 4} textAnchor="end">
            {m} m
          </text>
        </g>
      ))}
      {boxes.map(({ task, from, to, bottomM, topM }) => (
        <g key={task.id}>
          <rect
            x={x(from)}
            width={Math.max(3, x(to) - x(from))}
            y={y(topM)}
            height={Math.max(3, y(bottomM) - y(topM))}
            className="plan-profile-box"
          />
          <text x={x(from) + 6} y={y(topM) + 15}>
            {task.callsign} {formatLimits(task.lower, task.upper)}
          </text>
        </g>
      ))}
      <text x={left} y={height - 5}>
        {clock(start)} CST
      </text>
      <text x={width - 8} y={height - 5} textAnchor="end">
        {clock(end)} CST
      </text>
    </svg>
  );
}
