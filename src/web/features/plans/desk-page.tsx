import { PlusOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useHolds } from '#web/client/access.ts';
import { ActiveDesk } from './active-desk.tsx';
import { useDetours } from './detour/detour-queries.ts';
import { InboxDesk } from './inbox-desk.tsx';
import { flownKinds, openStates } from './next-action.ts';
import { useInbox, useLivePlans, usePlans } from './plan-queries.ts';
import '#web/ui/style/document.css';

/** Where operators, agents and the air traffic body land: what waits for me, and what is under way. */
export function DeskPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const files = useHolds(['Pages.Navigation.Create']);
  const inbox = useInbox();
  const active = usePlans({ states: openStates, kinds: flownKinds, sorting: 'startTime asc' });
  useLivePlans();
  const { data: found } = useDetours(null);
  const detours = useMemo(() => (found?.items ?? []).filter(({ mayDecide }) => mayDecide), [found]);
  const waiting = (inbox.data?.totalCount ?? 0) + detours.length;
  // Who files plans looks at their flights first, unless something waits for their decision.
  const wanted = search.get('tab') ?? (files && waiting === 0 ? 'active' : 'inbox');
  const tab = wanted === 'active' ? 'active' : 'inbox';
  return (
    <div className="plan-desk" data-tab={tab}>
      <header className="cw-bar plan-desk-head">
        <h1 className="cw-title">{t('plan.desk.title')}</h1>
        <Tabs
          size="small"
          activeKey={tab}
          onChange={(key) => setSearch({ tab: key })}
          items={[
            { key: 'inbox', label: t('plan.desk.inbox', { count: inbox.data?.totalCount ?? 0 }) },
            { key: 'active', label: t('plan.desk.active', { count: active.data?.totalCount ?? 0 }) },
          ]}
        />
        <span className="cw-grow" />
        {files && (
          <Link to="/navigation/addNavPlan">
            <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
              {t('plan.add.title')}
            </Button>
          </Link>
        )}
      </header>
      {tab === 'inbox' ? <InboxDesk query={inbox} detours={detours} /> : <ActiveDesk query={active} />}
    </div>
  );
}
