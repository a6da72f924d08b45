import { useTranslation } from 'react-i18next';
import type { PlanItem } from '#contract/plans/plan-output.ts';
import { zuluText } from '#web/client/clock.ts';
import { routeText } from '#web/features/plans/plan-facts.tsx';
import { Countdown } from '#web/ui/flight-time.tsx';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import { labelOf } from '#web/ui/record-labels.ts';
import type { BoardList } from './board-types.ts';
import { PagedRows } from './paged-rows.tsx';
import { wallTime } from './wall-time.ts';

interface Props {
  list: BoardList;
  held: boolean;
  whole: boolean;
}

/** A list of the wall: its name, how many there are, and its rows in turn. */
function Panel({
  name,
  list,
  held,
  whole,
  tone,
  time,
}: Props & { name: string; tone?: 'alarm'; time: (plan: PlanItem) => React.ReactNode }) {
  const { t } = useTranslation();
  const title = t(`board.${name}`);
  return (
    <section className="board-panel" data-panel={name} data-tone={list.total > 0 ? tone : undefined}>
      <h2>
        {title} <span className="cw-figures">{list.total}</span>
      </h2>
      {list.items.length === 0 ? (
        <p className="board-empty">{t(`board.${name}.none`)}</p>
      ) : (
        <PagedRows
          rows={list.items}
          rowHeight={46}
          held={held}
          whole={whole}
          label={title}
          keyOf={({ id }) => id}
          render={(plan) => (
            <div className="board-flight" data-plan={plan.planNumber}>
              <strong className="cw-figures">{plan.callsign ?? plan.planNumber}</strong>
              <span className="board-flt cw-figures" title={t('board.sFlt')}>
                {plan.sFltText}
              </span>
              <span className="board-where">
                {routeText(plan.labels)}
                <small>
                  {labelOf(plan.labels, 'company')} · {labelOf(plan.labels, 'missionType')}
                </small>
              </span>
              <span className="board-when">{time(plan)}</span>
            </div>
          )}
        />
      )}
    </section>
  );
}

/** Minutes past the scheduled time, `--` where there are none (specification §4). */
function Delay({ plan }: { plan: PlanItem }) {
  const { t } = useTranslation();
  const late = plan.delayMinutes !== null;
  return (
    <small className={late ? 'plan-late' : undefined}>
      {t('board.delay')} <span className="cw-figures">{late ? `${plan.delayMinutes} min` : '--'}</span>
    </small>
  );
}

export function FlyingPanel(props: Props) {
  const { t } = useTranslation();
  return (
    <Panel
      {...props}
      name="flying"
      time={(plan) => (
        <>
          <Countdown to={plan.endTime} label={t('board.eta', { time: wallTime(plan.endTime) })} />
          <small className="cw-figures">
            {t('board.off')} {wallTime(plan.takeoffAt)} {plan.takeoffAt ? zuluText(plan.takeoffAt) : ''} ·{' '}
            <Delay plan={plan} />
          </small>
        </>
      )}
    />
  );
}

export function NextPanel(props: Props) {
  return (
    <Panel
      {...props}
      name="next"
      time={(plan) => (
        <>
          <Countdown to={plan.realEtd ?? plan.startTime} label={wallTime(plan.realEtd ?? plan.startTime)} />
          <span>
            <PlanStateTag state={plan.state} restricted={plan.restricted} today /> <Delay plan={plan} />
          </span>
        </>
      )}
    />
  );
}

export function WaitingPanel(props: Props) {
  const { t } = useTranslation();
  return (
    <Panel
      {...props}
      name="waiting"
      time={(plan) => {
        const release = plan.state === 5 || plan.state === 6;
        return (
          <>
            <Countdown
              to={release ? (plan.realEtd ?? plan.startTime) : plan.decideBy}
              label={t(release ? 'board.releaseBy' : 'board.decideBy')}
            />
            <PlanStateTag state={plan.state} />
          </>
        );
      }}
    />
  );
}

export function OverduePanel(props: Props) {
  const { t } = useTranslation();
  return (
    <Panel
      {...props}
      name="overdue"
      tone="alarm"
      time={(plan) => (
        <>
          <Countdown
            to={plan.state === 9 ? plan.endTime : (plan.realEtd ?? plan.startTime)}
            label={t(plan.state === 9 ? 'board.noLanding' : 'board.noTakeOff')}
          />
          <PlanStateTag state={plan.state} restricted={plan.restricted} />
        </>
      )}
    />
  );
}
