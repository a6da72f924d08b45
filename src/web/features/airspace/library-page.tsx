import { ImportOutlined } from '@ant-design/icons';
import { Button, Card } from 'antd';
import type { Dayjs } from 'dayjs';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageInput } from '#contract/airspace/airspace-input.ts';
import { useHolds } from '#web/client/access.ts';
import { instantAt } from '#web/client/clock.ts';
import { Failure } from '#web/ui/failure.tsx';
import { AirspaceMap } from './airspace-map.tsx';
import { useAirspaces, useAirspacesAt, useLiveAirspaces } from './airspace-queries.ts';
import { AirspaceSearch } from './airspace-search.tsx';
import { AirspaceTable } from './airspace-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { ExtensionAsks } from './extension-asks.tsx';
import { ImportDialog } from './import-dialog.tsx';
import '#web/ui/style/document.css';
import './airspace.css';
import { DayPicker } from '#web/ui/pickers.tsx';

/** The approval library (/situation/airspaceRepository): all that is approved, by the version in force on a day. */
export function LibraryPage() {
  const { t } = useTranslation();
  const keeps = useHolds(['Pages.AirspaceApproval.Library']);
  const [filter, setFilter] = useState('');
  const [kinds, setKinds] = useState<string[]>([]);
  const [day, setDay] = useState<Dayjs | null>(null);
  const [selected, setSelected] = useState<number | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [importing, setImporting] = useState(false);
  useLiveAirspaces();
  // Noon of that day on the service's wall.
  const at = day ? new Date(instantAt(`${day.format('YYYY-MM-DD')}T12:00`)).toISOString() : null;
  const pageInput = useMemo<PageInput>(
    () => ({
      library: true,
      sorting: 'name asc',
      ...(filter.trim() ? { filter: filter.trim() } : {}),
      ...(kinds.length > 0 ? { kinds } : {}),
      ...(at ? { at } : {}),
    }),
    [filter, kinds, at],
  );
  const query = useAirspaces(pageInput);
  const then = useAirspacesAt(at);
  const items = query.data?.items;
  // On a chosen day the map shows each as it was then, not as it is.
  const shown = useMemo(() => {
    if (!items || !at || !then.data) return items ?? [];
    const wanted = new Map(items.map((item) => [item.id, item]));
    return then.data.items.flatMap((one) => {
      const item = wanted.get(one.id);
      return item ? [{ ...item, ...one, state: item.state }] : [];
    });
  }, [items, at, then.data]);
  return (
    <div className="cw-page plan-stack">
      <header className="cw-bar">
        <h1 className="cw-title">{t('airspace.library.title')}</h1>
        <span className="cw-figures plan-soft" aria-live="polite">
          {query.data && t('airspace.library.count', { count: query.data.totalCount })}
        </span>
        <span className="cw-grow" />
        <ExportMenu ids={[...ticked]} />
        {keeps && (
          <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
            {t('airspace.import.title')}
          </Button>
        )}
      </header>
      <ExtensionAsks />
      <div className="cw-bar">
        <AirspaceSearch kinds={kinds} onText={setFilter} onKinds={setKinds} />
        <DayPicker
          value={day}
          placeholder={t('airspace.version.on')}
          aria-label={t('airspace.version.on')}
          onChange={(next) => setDay(next)}
        />
        {at && <span className="plan-soft">{t('airspace.library.onDay')}</span>}
      </div>
      {query.error && (
        <Failure
          title={t('airspace.library.failed')}
          error={query.error}
          retry={() => void query.refetch()}
        />
      )}
      <div className="airspace-split">
        <Card size="small">
          <AirspaceTable
            items={items}
            selectedId={selected}
            onSelect={setSelected}
            ticked={ticked}
            onTick={setTicked}
            empty={t('airspace.library.empty')}
          />
        </Card>
        <div className="airspace-map">
          <AirspaceMap airspaces={shown} selectedId={selected} onSelect={setSelected} height="100%" />
        </div>
      </div>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </div>
  );
}
