import { PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Empty, Input, Segmented, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { notamMakers } from '#domain/notam/makers.ts';
import { noticeKinds } from '#domain/notam/q-codes.ts';
import { useHolds } from '#web/client/access.ts';
import { useLabel } from '#web/client/locale.ts';
import { useIsMobile } from '#web/ui/appearance.ts';
import { Failure } from '#web/ui/failure.tsx';
import { NotamForm } from './notam-form.tsx';
import { GroupedNotams, type Grouping, groupings } from './notam-list.tsx';
import { NotamMap } from './notam-map.tsx';
import { NotamPanel } from './notam-panel.tsx';
import { type NotamsAsked, useFreshNotams, useNotams, useQCodes } from './notam-queries.ts';
import './notam.css';

const controlNotices = '/information/controlNotice';
const phases = ['active', 'coming', 'over', 'all'] as const;
const levels = [300, 600, 1_000, 1_500, 3_000, 4_500];
const pageSize = 100;

/** Aeronautical notices as a list and on a map; what is chosen stands in the address: `?notam=12`. */
export function NotamPage() {
  const { t } = useTranslation();
  useFreshNotams();
  const navigate = useNavigate();
  const mobile = useIsMobile();
  const makes = useHolds(notamMakers);
  const [query, setQuery] = useSearchParams();
  const [phase, setPhase] = useState<(typeof phases)[number]>('active');
  const [filter, setFilter] = useState<NotamsAsked>({});
  const [grouping, setGrouping] = useState<Grouping>('place');
  const [size, setSize] = useState(pageSize);
  const [making, setMaking] = useState<{ replaces: number | null } | null>(null);
  const chosen = Number(query.get('notam')) || null;
  const choose = (id: number | null) =>
    setQuery(id === null ? {} : { notam: String(id) }, { replace: chosen !== null });
  const asked: NotamsAsked = {
    ...filter,
    ...(phase === 'all' ? {} : { phase }),
    maxResultCount: Math.min(size, 500),
  };
  const { data, error, isPending, refetch } = useNotams(asked);
  const items = data?.items ?? [];
  return (
    <div className="cw-page cw-notams">
      <header className="cw-bar">
        <h1 className="cw-title">{t('notam.page.title')}</h1>
        <Segmented
          value="aeronautical"
          onChange={(to) => to === 'control' && void navigate(controlNotices)}
          options={[
            { value: 'aeronautical', label: t('notam.page.title') },
            { value: 'control', label: t('notam.page.control') },
          ]}
        />
        {makes && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setMaking({ replaces: null })}>
            {t('notam.make')}
          </Button>
        )}
      </header>
      {!(mobile && chosen !== null) && (
        <Filters {...{ phase, setPhase, filter, setFilter, grouping, setGrouping }} />
      )}
      <div className="cw-notam-room" data-chosen={chosen !== null}>
        {!(mobile && chosen !== null) && (
          <section aria-label={t('notam.page.list')} className="cw-notam-side">
            {error && <Failure error={error} retry={() => void refetch()} />}
            {isPending && <Skeleton active />}
            {data && (
              <p className="cw-soft" aria-live="polite">
                {t('notam.found', { count: data.totalCount })}
              </p>
            )}
            {data && items.length === 0 && <Empty description={t('notam.none')} />}
            {items.length > 0 && (
              <GroupedNotams by={grouping} notams={items} chosen={chosen} onChoose={choose} />
            )}
            {data && data.totalCount > items.length && size < 500 && (
              <Button onClick={() => setSize(size + pageSize)}>{t('notam.more')}</Button>
            )}
          </section>
        )}
        <div className="cw-notam-main">
          {!(mobile && chosen !== null) && <NotamMap notams={items} chosen={chosen} onChoose={choose} />}
          {chosen !== null && (
            <NotamPanel
              key={chosen}
              id={chosen}
              onClose={() => choose(null)}
              onChoose={choose}
              onReplace={(id) => setMaking({ replaces: id })}
            />
          )}
        </div>
      </div>
      {making && (
        <NotamForm
          replaces={making.replaces}
          onClose={(id) => {
            setMaking(null);
            if (id !== null) choose(id);
          }}
        />
      )}
    </div>
  );
}

function Filters({
  phase,
  setPhase,
  filter,
  setFilter,
  grouping,
  setGrouping,
}: {
  phase: (typeof phases)[number];
  setPhase: (phase: (typeof phases)[number]) => void;
  filter: NotamsAsked;
  setFilter: (filter: NotamsAsked) => void;
  grouping: Grouping;
  setGrouping: (grouping: Grouping) => void;
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const codes = useQCodes().data;
  const set = (change: NotamsAsked) => setFilter({ ...filter, ...change });
  return (
    <div className="cw-notam-filter">
      <Segmented
        value={phase}
        onChange={setPhase}
        options={phases.map((value) => ({ value, label: t(`notam.phase.${value}`) }))}
      />
      <Input.Search
        allowClear
        placeholder={t('notam.filter.search')}
        aria-label={t('notam.filter.search')}
        onSearch={(search) => set({ search: search || null })}
      />
      <Select
        allowClear
        placeholder={t('notam.filter.fir')}
        aria-label={t('notam.filter.fir')}
        value={filter.fir ?? null}
        onChange={(fir: string | undefined) => set({ fir: fir ?? null })}
        options={(codes?.firs ?? []).map((value) => ({ value, label: value }))}
      />
      <Input
        allowClear
        className="cw-notam-place"
        maxLength={4}
        placeholder={t('notam.filter.aerodrome')}
        aria-label={t('notam.filter.aerodrome')}
        onChange={({ target: { value } }) =>
          set({ aerodrome: /^[a-z]{4}$/i.test(value) ? value.toUpperCase() : null })
        }
      />
      <Select
        value={filter.group ?? 'all'}
        aria-label={t('notam.filter.group')}
        onChange={(group) => set({ group: group === 'all' ? null : group })}
        options={[
          { value: 'all', label: t('notam.filter.allGroups') },
          ...Object.entries(noticeKinds).map(([value, words]) => ({ value, label: label(words) })),
        ]}
      />
      <Select
        value={filter.belowM ?? 0}
        aria-label={t('notam.filter.level')}
        onChange={(belowM) => set({ belowM: belowM || null })}
        options={[
          { value: 0, label: t('notam.filter.allLevels') },
          ...levels.map((value) => ({ value, label: t('notam.filter.below', { metres: value }) })),
        ]}
      />
      <Select
        value={grouping}
        aria-label={t('notam.grouping')}
        onChange={setGrouping}
        options={groupings.map((value) => ({ value, label: t(`notam.grouping.${value}`) }))}
      />
      <Checkbox
        checked={filter.unread === true}
        onChange={({ target: { checked } }) => set({ unread: checked })}
      >
        {t('notam.filter.unread')}
      </Checkbox>
      <Checkbox
        checked={filter.checklists === true}
        onChange={({ target: { checked } }) => set({ checklists: checked })}
      >
        {t('notam.filter.checklists')}
      </Checkbox>
    </div>
  );
}
