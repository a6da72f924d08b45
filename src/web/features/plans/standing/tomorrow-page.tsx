import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Card, Empty, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isDay } from '#domain/plans/moments.ts';
import { startOfDay } from '#domain/plans/report-period.ts';
import { dayAfter, weekdayOf } from '#domain/plans/working-days.ts';
import { onDay } from '#domain/time/wall-clock.ts';
import { useHolds } from '#web/client/access.ts';
import { callService } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { actsFor } from '#web/features/plans/next-action.ts';
import { refreshPlans, useLivePlans } from '#web/features/plans/plan-queries.ts';
import { useNotFinish } from '#web/features/plans/use-not-finish.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { Countdown } from '#web/ui/flight-time.tsx';
import { Candidates } from './candidates.tsx';
import { type TermItem, useHolidays, usePlanSettings, useTomorrow } from './standing-queries.ts';
import { type Refusal, TomorrowRow } from './tomorrow-row.tsx';
import { useRowKeys } from './use-row-keys.ts';
import '#web/ui/style/document.css';
import './standing.css';
import { DayPicker } from '#web/ui/pickers.tsx';

/** Next-day plans (specification §2, /navigation/TommorowIndex): made, looked through, and submitted together. */
export function TomorrowPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const notFinish = useNotFinish();
  const [search, setSearch] = useSearchParams();
  const requestedDate = search.get('date');
  const query = useTomorrow(requestedDate !== null && isDay(requestedDate) ? requestedDate : null);
  const files = useHolds(['Pages.Navigation.Create', 'Pages.StandingNAircraft.Create']);
  const actor = useStore(currentUser)?.actor;
  useLivePlans();
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const [current, setCurrent] = useState<number | null>(null);
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const [busy, setBusy] = useState<number | 'all' | 'submit' | null>(null);
  const [notMade, setNotMade] = useState<string[]>([]);
  const [toDelete, setToDelete] = useState<TermItem[]>([]);

  const groups = byOrigin(query.data?.items ?? []);
  const items = groups.flatMap(({ plans }) => plans);
  const isOpen = (plan: TermItem) =>
    files && (plan.state === 0 || plan.state === 3) && actsFor(actor, plan.company);
  const open = items.filter(isOpen);
  const chosen = open.filter(({ id }) => picked.has(id));
  const toggled = (set: ReadonlySet<number>, id: number, on = !set.has(id)) => {
    const next = new Set(set);
    if (on) next.add(id);
    else next.delete(id);
    return next;
  };
  const pickAll = () =>
    setPicked(chosen.length === open.length ? new Set() : new Set(open.map(({ id }) => id)));

  function go(date: string | null): void {
    setPicked(new Set());
    setRefusals([]);
    setNotMade([]);
    setSearch(date === null ? {} : { date }, { replace: true });
  }

  async function make(standingPlans: number[] | null): Promise<void> {
    setBusy(standingPlans?.[0] ?? 'all');
    setNotMade([]);
    try {
      const made = await callService('TomorrowNavigation', 'MakeFromStanding', {
        date: query.data?.date,
        ...(standingPlans ? { standingPlans } : {}),
      });
      setNotMade(made.refused.map(({ message: text }) => text));
      await refreshPlans(client);
      if (made.items.length > 0) {
        message.success(t('standing.tomorrow.madeCount', { count: made.items.length }));
        // What was just made is what one means to submit.
        setPicked((before) => new Set([...before, ...made.items.map(({ id }) => id)]));
      }
    } catch (error) {
      setNotMade([error instanceof Error ? error.message : String(error)]);
    } finally {
      setBusy(null);
    }
  }

  async function submit(): Promise<void> {
    if (chosen.length === 0 || busy !== null) return;
    setBusy('submit');
    setRefusals([]);
    try {
      const answer = await callService('TomorrowNavigation', 'DoSubmitApproveNAircraftTomorrow', {
        ids: chosen.map(({ id }) => id),
      });
      setRefusals(answer.refused);
      setPicked(new Set(answer.refused.map(({ id }) => id)));
      await refreshPlans(client);
      if (answer.items.length > 0) {
        message.success(t('standing.tomorrow.submitted', { count: answer.items.length }));
      }
    } catch (error) {
      if (!notFinish(error)) {
        const text = error instanceof Error ? error.message : String(error);
        setRefusals(chosen.map(({ id }) => ({ id, message: text, details: null, fields: [] })));
      }
    } finally {
      setBusy(null);
    }
  }

  useRowKeys({
    move(by) {
      const at = items.findIndex(({ id }) => id === current);
      const next = items[Math.min(Math.max(at + by, 0), items.length - 1)];
      if (!next) return;
      setCurrent(next.id);
      document.querySelector<HTMLElement>(`[data-plan="${next.planNumber}"] .tomorrow-open`)?.focus();
    },
    pick() {
      const plan = open.find(({ id }) => id === current);
      if (plan) setPicked((before) => toggled(before, plan.id));
    },
    expand() {
      if (current !== null) setExpanded((before) => toggled(before, current));
    },
    pickAll,
    submit: () => void submit(),
  });

  const date = query.data?.date;
  return (
    <div className="tomorrow">
      <div className="cw-page plan-stack tomorrow-page">
        <header className="cw-bar">
          <h1 className="cw-title">{t('standing.tomorrow.title')}</h1>
          {date && <DayChoice date={date} onGo={go} />}
          <span className="cw-grow" />
          {date && <FilingClock date={date} drafts={open.length} />}
        </header>
        {query.error && (
          <Failure title={t('plan.list.failed')} error={query.error} retry={() => void query.refetch()} />
        )}
        {!query.data && !query.error && <Skeleton active paragraph={{ rows: 8 }} title={false} />}
        {notMade.length > 0 && (
          <Alert
            type="warning"
            showIcon
            closable
            message={t('standing.tomorrow.notMade', { count: notMade.length })}
            description={
              <ul>
                {notMade.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            }
          />
        )}
        {query.data && (
          <div className="tomorrow-columns">
            <Card
              size="small"
              title={t('standing.tomorrow.plans', { count: query.data.totalCount })}
              extra={
                open.length > 0 && (
                  <Button size="small" onClick={pickAll}>
                    {t(
                      chosen.length === open.length
                        ? 'standing.tomorrow.pickNone'
                        : 'standing.tomorrow.pickAll',
                    )}
                  </Button>
                )
              }
            >
              {items.length === 0 ? (
                <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('standing.tomorrow.none')} />
              ) : (
                groups.map(({ origin, plans }) => (
                  <section key={origin} aria-labelledby={`tomorrow-${origin}`}>
                    <h2 className="tomorrow-group" id={`tomorrow-${origin}`}>
                      {t(`standing.tomorrow.origin.${origin}`, { count: plans.length })}
                    </h2>
                    <ul className="tomorrow-rows" data-origin={origin}>
                      {plans.map((plan) => (
                        <TomorrowRow
                          key={plan.id}
                          plan={plan}
                          open={isOpen(plan)}
                          picked={picked.has(plan.id) && isOpen(plan)}
                          current={current === plan.id}
                          expanded={expanded.has(plan.id)}
                          refusal={refusals.find(({ id }) => id === plan.id)}
                          onPick={(on) => setPicked((before) => toggled(before, plan.id, on))}
                          onExpand={() => setExpanded((before) => toggled(before, plan.id))}
                          onDelete={() => setToDelete([plan])}
                          onFocus={() => setCurrent(plan.id)}
                        />
                      ))}
                    </ul>
                  </section>
                ))
              )}
              {files && items.length > 0 && (
                <p className="cw-note tomorrow-keys">{t('standing.tomorrow.keys')}</p>
              )}
            </Card>
            <Candidates
              candidates={query.data.candidates}
              files={files}
              busy={busy === 'submit' ? null : busy}
              onMake={(ids) => void make(ids)}
            />
          </div>
        )}
      </div>
      {open.length > 0 && (
        <div className="cw-savebar">
          <span className="cw-grow plan-soft" aria-live="polite">
            {t('standing.tomorrow.chosen', { count: chosen.length })}
            {refusals.length > 0 && ` · ${t('standing.tomorrow.refused', { count: refusals.length })}`}
          </span>
          <Button danger disabled={chosen.length === 0} onClick={() => setToDelete(chosen)}>
            {t('plan.action.delete')}
          </Button>
          <Button
            type="primary"
            title="Ctrl+Enter / ⌘Enter"
            disabled={chosen.length === 0}
            loading={busy === 'submit'}
            onClick={() => void submit()}
          >
            {t('standing.tomorrow.submit', { count: chosen.length })}
          </Button>
        </div>
      )}
      {toDelete.length > 0 && (
        <ConfirmDialog
          title={t('standing.tomorrow.deleteTitle', { count: toDelete.length })}
          okText={t('plan.action.delete')}
          danger
          failed={t('standing.tomorrow.deleteFailed')}
          onCancel={() => setToDelete([])}
          work={async () => {
            try {
              for (const { id } of toDelete) await callService('TomorrowNavigation', 'DelNAircraft', { id });
              setToDelete([]);
            } finally {
              await refreshPlans(client);
            }
          }}
        >
          <p className="cw-figures">
            {toDelete.map(({ callsign, planNumber }) => callsign ?? planNumber).join(', ')}
          </p>
          <p>{t('standing.tomorrow.deleteText')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

const origins = ['standing', 'byHand', 'single'] as const;

/** Made from standing plans, added by hand for the day, filed as single plans: each in the order of departure. */
function byOrigin(items: readonly TermItem[]) {
  const originOf = ({ kind, standingPlan }: TermItem) => {
    if (standingPlan !== null) return 'standing';
    return kind === 'nextDay' ? 'byHand' : 'single';
  };
  return origins
    .map((origin) => ({ origin, plans: items.filter((plan) => originOf(plan) === origin) }))
    .filter(({ plans }) => plans.length > 0);
}

/** The day that is planned; without a choice it is tomorrow on the service's wall. */
function DayChoice({ date, onGo }: { date: string; onGo: (date: string | null) => void }) {
  const { t } = useTranslation();
  const holiday = useHolidays(date, date).get(date);
  return (
    <span className="cw-bar">
      <Button
        icon={<LeftOutlined />}
        aria-label={t('standing.tomorrow.before')}
        onClick={() => onGo(dayAfter(date, -1))}
      />
      <DayPicker
        allowClear={false}
        aria-label={t('standing.tomorrow.day')}
        value={dayjs(date)}
        onChange={(day) => onGo(day?.format('YYYY-MM-DD') ?? null)}
      />
      <Button
        icon={<RightOutlined />}
        aria-label={t('standing.tomorrow.after')}
        onClick={() => onGo(dayAfter(date, 1))}
      />
      <Button onClick={() => onGo(null)}>{t('standing.tomorrow.tomorrow')}</Button>
      <span className="plan-soft">
        {t(`standing.weekday.${weekdayOf(date)}`)}
        {holiday && ` · ${holiday.name}`}
      </span>
    </span>
  );
}

/** What is left until the ordinary filing deadline of the day (Order 371, art. 16); each plan has its own beside it. */
function FilingClock({ date, drafts }: { date: string; drafts: number }) {
  const { t } = useTranslation();
  const settings = usePlanSettings();
  if (!settings) return null;
  const { timeZone, deadlines } = settings;
  const to = onDay(startOfDay(date, timeZone), -1, deadlines.submitTime, timeZone);
  return (
    <span className="cw-bar">
      <Countdown to={new Date(to).toISOString()} label={t('standing.tomorrow.fileBy')} />
      {drafts > 0 && <span className="plan-soft">{t('standing.tomorrow.drafts', { count: drafts })}</span>}
    </span>
  );
}
