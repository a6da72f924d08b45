import { useTranslation } from 'react-i18next';
import type { TaskView as PlanTask } from '#contract/plans/plan-output.ts';
import { altitudeM, formatLimits } from '#domain/geo/altitude.ts';
import { localText, zoneLabel } from '#web/client/clock.ts';

/**
 * The plan in time and height: one box a sortie, from lower to upper limit. The scale is of the first sortie's datum; what is
 * measured from another one is not comparable with it, and is drawn as a column with its limits written in it.
 */
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
        datum: task.upper?.reference ?? null,
        comparable: !task.lower || task.lower.value === 0 || task.lower.reference === task.upper?.reference,
      },
    ];
  });
  if (boxes.length === 0) return null;
  const [{ datum } = { datum: null }] = boxes;
  const onScale = (box: (typeof boxes)[number]) => box.datum === datum && box.comparable;
  const scaled = boxes.filter(onScale);
  const start = Math.min(...boxes.map(({ from }) => from));
  const end = Math.max(...boxes.map(({ to }) => to), start + 60_000);
  const ceiling = Math.max(...scaled.map(({ topM }) => topM), 1) * 1.15;
  const x = (at: number) => `${(100 * (at - start)) / (end - start)}%`;
  const y = (m: number) => `${(100 * m) / ceiling}%`;
  const clock = (at: number) => localText(new Date(at).toISOString()).slice(11, 16);
  const highest = Math.round(Math.max(...scaled.map(({ topM }) => topM), 0));
  const spoken = boxes.map(
    ({ task, from, to }) =>
      `${task.callsign} ${clock(from)}–${clock(to)} ${formatLimits(task.lower, task.upper)}`,
  );
  return (
    <div
      className="plan-profile cw-figures"
      role="img"
      aria-label={t('plan.page.profile', { tasks: spoken.join('; ') })}
    >
      <div className="plan-profile-air">
        <span style={{ bottom: y(highest) }}>
          {highest} m {datum}
        </span>
        <span style={{ bottom: 0 }}>0 m</span>
        {boxes.map((box) => {
          const { task, from, to, bottomM, topM } = box;
          const exact = onScale(box);
          return (
            <div
              key={task.id}
              className="plan-profile-box"
              data-exact={exact}
              style={{
                left: x(from),
                right: `${100 - (100 * (to - start)) / (end - start)}%`,
                bottom: exact ? y(bottomM) : 0,
                height: exact ? y(topM - bottomM) : '100%',
              }}
            >
              {task.callsign} {formatLimits(task.lower, task.upper)}
            </div>
          );
        })}
      </div>
      <div className="plan-profile-times">
        <span>
          {clock(start)} {zoneLabel(start)}
        </span>
        <span>
          {clock(end)} {zoneLabel(end)}
        </span>
      </div>
    </div>
  );
}
