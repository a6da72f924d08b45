import { PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Empty, Input, Segmented, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { MeetingHead } from '#contract/meetings.ts';
import { type MeetingState, meetingStates } from '#domain/meetings/meeting-state.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightSpan } from '#web/ui/flight-time.tsx';
import { MeetingForm } from './meeting-form.tsx';
import { useMeetings } from './meeting-queries.ts';
import { TaskList } from './task-list.tsx';
import './meetings.css';

const all = 'all';

/** `/coordination/meeting`: the meetings of the user by how they stand, and their open tasks; what is chosen is in the address. */
export function MeetingListPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const [calling, setCalling] = useState(false);
  const chosen = query.get('state') ?? all;
  const state = meetingStates.find((one) => one === chosen);
  const mine = query.get('mine') === '1';
  const words = query.get('words') ?? '';
  const { data, error, isPending, refetch } = useMeetings({
    ...(state ? { state } : {}),
    ...(mine ? { mine } : {}),
    ...(words ? { words } : {}),
  });
  const set = (change: Record<string, string | null>) => {
    const next = new URLSearchParams(query);
    for (const [key, value] of Object.entries(change)) {
      if (value) next.set(key, value);
      else next.delete(key);
    }
    setQuery(next, { replace: true });
  };
  const labelled = (value: string) => {
    const counts = data?.counts ?? {};
    const count =
      value === all ? Object.values(counts).reduce((sum, one) => sum + one, 0) : (counts[value] ?? 0);
    return `${t(`meetings.list.${value}`)} ${count}`;
  };
  const items = data?.items ?? [];
  return (
    <div className="cw-page meeting-page">
      <header className="cw-bar">
        <h1 className="cw-title">{t('meetings.title')}</h1>
        <span className="cw-grow" />
        <Button
          type="primary"
          icon={<PlusOutlined />}
          aria-haspopup="dialog"
          onClick={() => setCalling(true)}
        >
          {t('meetings.call')}
        </Button>
      </header>
      <div className="cw-bar">
        <Segmented
          aria-label={t('meetings.list.by')}
          value={state ?? all}
          onChange={(value) => set({ state: value === all ? null : String(value) })}
          options={[all, ...meetingStates].map((value) => ({ value, label: labelled(value) }))}
        />
        <Checkbox checked={mine} onChange={({ target }) => set({ mine: target.checked ? '1' : null })}>
          {t('meetings.list.mine')}
        </Checkbox>
        <Input.Search
          allowClear
          className="meeting-search"
          defaultValue={words}
          placeholder={t('meetings.list.search')}
          aria-label={t('meetings.list.search')}
          onSearch={(value) => set({ words: value.trim() || null })}
        />
      </div>
      {error && <Failure title={t('meetings.failed')} error={error} retry={() => void refetch()} />}
      {isPending && <Skeleton active />}
      {data && items.length === 0 && (
        <Empty description={t(words || mine || state ? 'meetings.list.none' : 'meetings.list.empty')} />
      )}
      <div className="meeting-columns">
        <ul className="cw-cards" aria-label={t('meetings.title')}>
          {items.map((meeting) => (
            <MeetingCard key={meeting.id} meeting={meeting} />
          ))}
        </ul>
        {data && (
          <section aria-labelledby="my-tasks" className="meeting-side">
            <h2 id="my-tasks">{t('meetings.myTasks')}</h2>
            <TaskList tasks={data.tasks} withMeeting />
          </section>
        )}
      </div>
      {data?.more && <p className="cw-soft">{t('meetings.list.more')}</p>}
      {calling && (
        <MeetingForm
          onClose={(id) => {
            setCalling(false);
            if (id !== undefined) void navigate(`/coordination/meeting/${id}`);
          }}
        />
      )}
    </div>
  );
}

const colours: Record<MeetingState, string> = {
  called: 'blue',
  held: 'orange',
  review: 'gold',
  approved: 'green',
  cancelled: 'default',
};

export function MeetingStateTag({ state }: { state: MeetingState }) {
  const { t } = useTranslation();
  return (
    <Tag className="cw" color={colours[state]}>
      {t(`meetings.list.${state}`)}
    </Tag>
  );
}

function MeetingCard({ meeting }: { meeting: MeetingHead }) {
  const { t } = useTranslation();
  const { id, title, state, startTime, endTime, place, convenorName, mine, openTasks } = meeting;
  const waits = mine?.decides ? 'decides' : state === 'called' && mine?.answer === 'none' ? 'answer' : null;
  return (
    <li className="meeting-card" data-state={state}>
      <span className="cw-bar">
        <Link to={`/coordination/meeting/${id}`}>
          <strong>{title}</strong>
        </Link>
        <MeetingStateTag state={state} />
        {waits && (
          <Tag className="cw" color="red">
            {t(`meetings.waits.${waits}`)}
          </Tag>
        )}
        {mine?.isConvenor && <Tag className="cw">{t('meetings.convening')}</Tag>}
        {openTasks > 0 && <Tag className="cw">{t('meetings.openTasks', { count: openTasks })}</Tag>}
      </span>
      <span className="cw-soft">
        <FlightSpan from={startTime} to={endTime} year /> · {place ?? t('meetings.noPlace')} · {convenorName}
      </span>
    </li>
  );
}
