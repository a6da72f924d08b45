import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#contract/services.ts';
import type { PlanKey } from '#domain/statistics/measures.ts';
import { TabBar } from '#web/engine/show/tab-bar.tsx';
import { useIsMobile } from '#web/ui/appearance.ts';
import { type FigureRow, FigureTable } from './figure-table.tsx';
import '#web/engine/show/show.css';

type Group = Exclude<PlanKey, 'total'>;

interface Props {
  groups: OutputOf<'Statistics', 'GetPlans'>['groups'];
  tables: ReadonlyMap<Group | 'time', FigureRow[]>;
  shown: Group;
  label: (by: Group) => string;
  onChange: (by: Group) => void;
}

/** The sums by company, type, aerodrome and the rest, one table at a time. */
export function GroupTables({ groups, tables, shown, label, onChange }: Props) {
  const { t } = useTranslation();
  const phone = useIsMobile();
  const change = (key: string) => {
    const by = groups.find((group) => group.by === key)?.by;
    if (by && by !== 'total') onChange(by);
  };
  const items = groups.flatMap(({ by, totalCount, items }) =>
    by === 'total'
      ? []
      : {
          key: by,
          label: t(`statistics.by.${by}`),
          children: (
            <>
              <FigureTable head={t(`statistics.by.${by}`)} rows={tables.get(by) ?? []} label={label(by)} />
              {totalCount > items.length && (
                <p className="cw-note">{t('statistics.more', { shown: items.length, count: totalCount })}</p>
              )}
            </>
          ),
        },
  );
  if (!phone) return <Tabs activeKey={shown} onChange={change} items={items} />;
  return (
    <>
      <TabBar
        items={items.map(({ key, label: text }) => ({ key, label: text }))}
        active={shown}
        label={t('statistics.tables')}
        onChange={change}
      />
      <div role="tabpanel" aria-label={t(`statistics.by.${shown}`)}>
        {items.find(({ key }) => key === shown)?.children}
      </div>
    </>
  );
}
