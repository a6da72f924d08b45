import { PlusOutlined } from '@ant-design/icons';
import { Button, Empty, Input, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { standingDays } from '#domain/plans/standing.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import { useHolds } from '#web/client/access.ts';
import { PlanHeadline } from '#web/features/plans/plan-headline.tsx';
import { useLivePlans } from '#web/features/plans/plan-queries.ts';
import { Failure } from '#web/ui/failure.tsx';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import {
  type Candidate,
  type TermItem,
  usePlanSettings,
  useStandingPlans,
  useTomorrow,
} from './standing-queries.ts';
import { weekdaysText } from './term-text.ts';
import '#web/ui/style/document.css';
import './standing.css';

/** Groups of states as one thinks of a plan for a term. */
const groups: Record<string, number[]> = {
  all: [],
  draft: [0, 3],
  deciding: [1, 2],
  approved: [4],
  ended: [11, 12],
};

/** Standing plans (specification §2, /navigation/standing): state, term, days, and what is made for tomorrow. */
export function StandingListPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const files = useHolds(['Pages.StandingNAircraft.Create']);
  const group = search.get('group') ?? 'all';
  const [typed, setTyped] = useState(search.get('q') ?? '');
  const query = useStandingPlans({ keyword: search.get('q') ?? '', states: groups[group] ?? [] });
  const tomorrow = useTomorrow(null);
  const settings = usePlanSettings();
  useLivePlans();
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '' || value === 'all') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  const items = query.data?.items ?? [];
  return (
    <div className="cw-page plan-stack standing-page">
      <header className="cw-bar">
        <h1 className="cw-title">{t('standing.title')}</h1>
        {query.data && (
          <span className="cw-note">{t('standing.count', { count: query.data.totalCount })}</span>
        )}
        <span className="cw-grow" />
        <Link to="/navigation/TommorowIndex">
          <Button tabIndex={-1}>{t('standing.tomorrow.title')}</Button>
        </Link>
        {files && (
          <Link to="/navigation/edit_sn">
            <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
              {t('standing.new')}
            </Button>
          </Link>
        )}
      </header>
      <div className="cw-bar standing-choices">
        <Segmented
          aria-label={t('plan.desk.groups')}
          value={group}
          onChange={(value) => set('group', value)}
          options={Object.keys(groups).map((key) => ({ value: key, label: t(`standing.group.${key}`) }))}
        />
        <Input.Search
          allowClear
          aria-label={t('standing.search')}
          placeholder={t('standing.search')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onSearch={(value) => set('q', value.trim())}
        />
        {settings?.standingMakeTime && (
          <span className="cw-note">
            {t('standing.madeAt', { time: settings.standingMakeTime.replace(/^(\d\d):?(\d\d)$/, '$1:$2') })}
          </span>
        )}
      </div>
      {query.error && (
        <Failure title={t('plan.list.failed')} error={query.error} retry={() => void query.refetch()} />
      )}
      {!query.data && !query.error && <Skeleton active paragraph={{ rows: 8 }} title={false} />}
      {query.data && items.length === 0 && (
        <Empty
          description={
            <>
              <p>{t(group === 'all' && !search.get('q') ? 'standing.none' : 'standing.noneFound')}</p>
              {files && group === 'all' && <Link to="/navigation/edit_sn">{t('standing.new')}</Link>}
            </>
          }
        />
      )}
      <ul className="standing-list">
        {items.map((plan) => (
          <li key={plan.id} data-plan={plan.planNumber} data-state={plan.state}>
            <PlanStateTag state={plan.state} />
            <div>
              <PlanHeadline plan={plan} page="/navigation/detailsSN" />
            </div>
            <Term plan={plan} today={settings?.today} />
            <Next
              plan={plan}
              date={tomorrow.data?.date ?? null}
              candidate={tomorrow.data?.candidates.find(({ standingPlan }) => standingPlan === plan.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Term({ plan, today }: { plan: TermItem; today: string | undefined }) {
  const { t } = useTranslation();
  const days = standingDays(plan);
  const left = today === undefined ? days.length : days.filter((day) => day >= today).length;
  return (
    <div>
      <span className="cw-figures">
        {plan.validFrom} – {plan.validTo}
      </span>
      <div className="plan-soft">
        {weekdaysText(plan.weekdays, t)} · {t('standing.left', { left, count: days.length })}
      </div>
    </div>
  );
}

/** What became of the plan of tomorrow. */
function Next({
  plan,
  date,
  candidate,
}: {
  plan: TermItem;
  date: string | null;
  candidate: Candidate | undefined;
}) {
  const { t } = useTranslation();
  if (date === null) return <span />;
  const text = () => {
    if (candidate?.made) {
      return (
        <Link to={`/navigation/detailsT?id=${candidate.made}`}>
          <span aria-hidden="true">✓ </span>
          {t('standing.next.made')}
        </Link>
      );
    }
    if (candidate?.blocked) {
      return (
        <span className="plan-late">
          <span aria-hidden="true">⊘ </span>
          {candidate.blocked}
        </span>
      );
    }
    if (candidate) return <Link to="/navigation/TommorowIndex">{t('standing.next.toMake')}</Link>;
    const flies = standingDays(plan).includes(date);
    return <span className="plan-soft">{t(flies ? 'standing.next.notYet' : 'standing.next.rests')}</span>;
  };
  return (
    <div>
      <span className="plan-soft">
        {t('standing.next')} <span className="cw-figures">{dayAfter(date, 0).slice(5)}</span>
      </span>
      <div>{text()}</div>
    </div>
  );
}
