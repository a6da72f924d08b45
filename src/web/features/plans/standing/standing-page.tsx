import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Card, Result, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { PlanDetail } from '#contract/plans/plan-output.ts';
import { standingDays } from '#domain/plans/standing.ts';
import { planState } from '#domain/plans/states.ts';
import { weekdayOf } from '#domain/plans/working-days.ts';
import { useHolds } from '#web/client/access.ts';
import { callService } from '#web/client/services.ts';
import { ActionBar } from '#web/features/plans/action-bar.tsx';
import { PlanDocument } from '#web/features/plans/plan-document.tsx';
import { PlanHead } from '#web/features/plans/plan-head.tsx';
import { refreshPlans, useLivePlans, usePlan } from '#web/features/plans/plan-queries.ts';
import { usePageTitle } from '#web/ui/document-title.ts';
import { idOf } from '#web/ui/id-of.ts';
import { PageWait } from '#web/ui/page-wait.tsx';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import { useHolidays, useMadePlans, usePlanSettings } from './standing-queries.ts';
import { TermCalendar } from './term-calendar.tsx';
import { EndTermDialog, ExtendTermDialog } from './term-dialogs.tsx';
import { weekdaysText } from './term-text.ts';
import '#web/ui/style/document.css';
import './standing.css';

/** A standing plan's own page (specification §2, /navigation/detailsSN). */
export function StandingPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const id = idOf(search.get('id'));
  useLivePlans();
  const { data, error, refetch } = usePlan(id);
  usePageTitle(pathname, data ? data.plan.planNumber : undefined);
  if (id === null || error?.statusCode === 404 || (data && data.plan.kind !== 'standing')) {
    return (
      <Result
        status="404"
        title={t('standing.noneHere')}
        subTitle={t('plan.page.noneText')}
        extra={<Button onClick={() => void navigate('/navigation/standing')}>{t('standing.toList')}</Button>}
      />
    );
  }
  if (error || !data)
    return <PageWait title={t('plan.page.failed')} error={error} retry={() => void refetch()} />;
  return (
    <div className="cw-page plan-page">
      <PlanHead plan={data.plan} list="/navigation/standing">
        {t('standing.title')}
      </PlanHead>
      <Days detail={data} />
      <PlanDocument
        detail={data}
        actions={
          <div className="cw-bar">
            <ActionBar
              detail={data}
              onDone={({ action }) => {
                if (action === 'delete') void navigate('/navigation/standing');
              }}
            />
            <TermButtons detail={data} />
          </div>
        }
      />
    </div>
  );
}

interface Term {
  validFrom: string;
  validTo: string;
  weekdays: number[];
}

function termOf({ plan }: PlanDetail): Term | null {
  const { validFrom, validTo, weekdays } = plan;
  if (typeof validFrom !== 'string' || typeof validTo !== 'string') return null;
  const days = Array.isArray(weekdays) ? weekdays.filter((day) => typeof day === 'number') : [];
  return { validFrom, validTo, weekdays: days };
}

/** Ending the term of an approved plan, and the draft of a further one. */
function TermButtons({ detail }: { detail: PlanDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const settings = usePlanSettings();
  const files = useHolds(['Pages.StandingNAircraft.Create']);
  const [open, setOpen] = useState<'end' | 'extend' | null>(null);
  const term = termOf(detail);
  // The one who may submit it is the one whose plan it is.
  const own = detail.actions.some(({ action, relevant }) => action === 'submit' && relevant);
  const decides = detail.actions.some(({ party, relevant }) => party === 'approver' && relevant);
  if (!settings || !term || detail.plan.state !== planState.approved) return null;
  const running = term.validTo > settings.today;
  const plan = { id: detail.plan.id, planNumber: detail.plan.planNumber, validTo: term.validTo };
  return (
    <>
      {running && (own || decides) && (
        <Button danger onClick={() => setOpen('end')}>
          {t('standing.end')}
        </Button>
      )}
      {own && files && <Button onClick={() => setOpen('extend')}>{t('standing.extend')}</Button>}
      {open === 'end' && <EndTermDialog plan={plan} today={settings.today} onClose={() => setOpen(null)} />}
      {open === 'extend' && (
        <ExtendTermDialog
          plan={plan}
          maxDays={settings.standingMaxDays}
          onClose={() => setOpen(null)}
          onMade={(id) => void navigate(`/navigation/edit_sn?id=${id}`)}
        />
      )}
    </>
  );
}

/** The days of the term: a calendar, and each day with the plan that was made for it. */
function Days({ detail }: { detail: PlanDetail }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const settings = usePlanSettings();
  const files = useHolds(['Pages.StandingNAircraft.Create', 'Pages.Navigation.Create']);
  const own = detail.actions.some(({ action, relevant }) => action === 'submit' && relevant);
  const { byDay } = useMadePlans(detail.plan.id);
  const [which, setWhich] = useState<'coming' | 'all'>('coming');
  const [busy, setBusy] = useState<string | null>(null);
  const term = termOf(detail);
  const holidays = useHolidays(term?.validFrom ?? null, term?.validTo ?? null);
  if (!term) return null;
  const today = settings?.today ?? '';
  const days = standingDays(term).filter((day) => which === 'all' || day >= today);

  const make = async (date: string) => {
    setBusy(date);
    try {
      const { items, refused } = await callService('TomorrowNavigation', 'MakeFromStanding', {
        date,
        standingPlans: [detail.plan.id],
      });
      const [no] = refused;
      if (no) message.error(no.message);
      const [made] = items;
      if (made) message.success(t('standing.made', { plan: made.planNumber, day: date }));
      await refreshPlans(client);
    } catch (error) {
      message.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(null);
    }
  };

  return (
    <div className="standing-days">
      <Card size="small" title={t('standing.calendar')}>
        <p className="cw-figures standing-term">
          {term.validFrom} – {term.validTo} · {weekdaysText(term.weekdays, t)}
        </p>
        <TermCalendar
          term={term}
          today={today}
          mark={(day) => {
            const made = byDay.get(day);
            return (
              made && (
                <Link to={`/navigation/detailsT?id=${made.id}`}>
                  <PlanStateTag state={made.state} restricted={made.restricted} />
                </Link>
              )
            );
          }}
        />
      </Card>
      <Card
        size="small"
        title={t('standing.plansOfDays')}
        extra={
          <Segmented
            size="small"
            aria-label={t('standing.plansOfDays')}
            value={which}
            onChange={setWhich}
            options={[
              { value: 'coming', label: t('standing.coming') },
              { value: 'all', label: t('standing.allDays') },
            ]}
          />
        }
      >
        {days.length === 0 ? (
          <p className="plan-soft">{t('standing.noneComing')}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a row may have nothing that takes the focus
          <ul className="standing-day-list" tabIndex={0} aria-label={t('standing.plansOfDays')}>
            {days.map((day) => {
              const made = byDay.get(day);
              const holiday = holidays.get(day);
              return (
                <li key={day} data-day={day}>
                  <span className="cw-figures">{day}</span>
                  <span className="plan-soft">
                    {t(`standing.weekday.${weekdayOf(day)}`)}
                    {holiday && ` · ${holiday.name}`}
                  </span>
                  {made ? (
                    <>
                      <PlanStateTag state={made.state} restricted={made.restricted} />
                      <Link className="cw-figures" to={`/navigation/detailsT?id=${made.id}`}>
                        {made.planNumber}
                      </Link>
                    </>
                  ) : (
                    <>
                      <span className="plan-soft">{t('standing.notMade')}</span>
                      {files && own && detail.plan.state === planState.approved && day >= today ? (
                        <Button
                          size="small"
                          loading={busy === day}
                          aria-label={t('standing.makeOn', { day })}
                          onClick={() => void make(day)}
                        >
                          {t('standing.make')}
                        </Button>
                      ) : (
                        <span />
                      )}
                    </>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </Card>
    </div>
  );
}
