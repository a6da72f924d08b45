import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanItem } from '#contract/plans/plan-output.ts';
import { durationText } from '#domain/text/times.ts';
import { zuluText } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
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

interface PanelProps extends Props {
  name: string;
  tone?: 'alarm';
  /** Beside the flight: its state, or what is late. */
  state: (plan: PlanItem) => ReactNode;
  /** Below it: the time limit that matters, and what belongs to it. */
  limit: (plan: PlanItem) => ReactNode;
}

/** A list of the wall: its name, how many there are, and its rows in turn. */
function Panel({ name, list, held, whole, tone, state, limit }: PanelProps) {
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
          rowHeight={68}
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
              <span className="board-where">{routeText(plan.labels)}</span>
              <span className="board-who">
                {state(plan)}
                <small>{`${labelOf(plan.labels, 'company')} · ${labelOf(plan.labels, 'missionType')}`}</small>
              </span>
              <span className="board-limit">{limit(plan)}</span>
            </div>
          )}
        />
      )}
    </section>
  );
}

/** How long past the scheduled time, `--` where there are none (specification §4). */
function Delay({ plan }: { plan: PlanItem }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { delayMinutes } = plan;
  return (
    <small className={delayMinutes === null ? undefined : 'plan-late'}>
      {t('board.delay')}{' '}
      <span className="cw-figures">
        {delayMinutes === null ? '--' : durationText(delayMinutes * 60_000, locale)}
      </span>
    </small>
  );
}

export function FlyingPanel(props: Props) {
  const { t } = useTranslation();
  return (
    <Panel
      {...props}
      name="flying"
      state={(plan) => <Delay plan={plan} />}
      limit={(plan) => (
        <>
          <Countdown to={plan.endTime} label={t('board.eta')} />
          <small className="cw-figures">
            {t('board.off')} {wallTime(plan.takeoffAt)} {plan.takeoffAt ? zuluText(plan.takeoffAt) : ''}
          </small>
        </>
      )}
    />
  );
}

export function NextPanel(props: Props) {
  const { t } = useTranslation();
  return (
    <Panel
      {...props}
      name="next"
      state={(plan) => <PlanStateTag state={plan.state} restricted={plan.restricted} today />}
      limit={(plan) => (
        <>
          <Countdown to={plan.realEtd ?? plan.startTime} label={t('plan.clock.departure')} />
          <Delay plan={plan} />
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
      state={(plan) => <PlanStateTag state={plan.state} />}
      limit={(plan) => {
        const release = plan.state === 5 || plan.state === 6;
        return (
          <Countdown
            to={release ? (plan.realEtd ?? plan.startTime) : plan.decideBy}
            label={t(`plan.clock.${release ? 'release' : 'decide'}`)}
          />
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
      state={(plan) => <PlanStateTag state={plan.state} restricted={plan.restricted} />}
      limit={(plan) => (
        <Countdown
          to={plan.state === 9 ? plan.endTime : (plan.realEtd ?? plan.startTime)}
          label={t(plan.state === 9 ? 'board.noLanding' : 'board.noTakeOff')}
        />
      )}
    />
  );
}
