import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button, Checkbox, Empty, Input, Segmented, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { WeatherStation } from '#contract/weather.ts';
import { flightCategories } from '#domain/weather/category.ts';
import { useIsMobile } from '#web/ui/appearance.ts';
import { Failure } from '#web/ui/failure.tsx';
import { StationList } from './station-list.tsx';
import { StationPanel } from './station-panel.tsx';
import { WarningList } from './warning-list.tsx';
import { useFreshWeather, useStations, useWarnings } from './weather-queries.ts';
import { WindsAloft } from './winds-aloft.tsx';
import './weather.css';
import { onEnter } from '#web/ui/composing.ts';

/** Weather by aerodrome and by area; what is chosen stands in the address: `?station=ZBAA`, `?view=warnings&warning=7`, `?view=winds`. */
export function WeatherPage() {
  const { t } = useTranslation();
  useFreshWeather();
  const [query, setQuery] = useSearchParams();
  const asked = query.has('warning') ? 'warnings' : query.get('view');
  const view = asked === 'warnings' || asked === 'winds' ? asked : 'stations';
  return (
    <div className="cw-page cw-weather">
      <header className="cw-bar">
        <h1 className="cw-title">{t('weather.page.title')}</h1>
        <Segmented
          value={view}
          onChange={(to) => setQuery(to === 'stations' ? {} : { view: to })}
          options={[
            { value: 'stations', label: t('weather.page.stations') },
            { value: 'warnings', label: t('weather.page.warnings') },
            { value: 'winds', label: t('weather.winds.title') },
          ]}
        />
      </header>
      {view === 'stations' && <Stations />}
      {view === 'warnings' && <Warnings chosen={Number(query.get('warning')) || null} />}
      {view === 'winds' && <WindsAloft />}
    </div>
  );
}

function Warnings({ chosen }: { chosen: number | null }) {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useWarnings();
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (isPending) return <Skeleton active />;
  if (data.items.length === 0) return <Empty description={t('weather.page.noWarnings')} />;
  return <WarningList warnings={data.items} chosen={chosen} />;
}

function Stations() {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const [query, setQuery] = useSearchParams();
  const [text, setText] = useState('');
  const [category, setCategory] = useState('all');
  const [covered, setCovered] = useState(false);
  const { data, error, isPending, refetch } = useStations(covered);
  const all = data?.items ?? [];
  const found = all.filter((one) => matches(one, text) && isOf(one, category));
  const asked = query.get('station')?.toUpperCase() ?? null;
  // Where there is room for both, the first one is open at once.
  const chosen = asked ?? (mobile ? null : (found[0]?.station ?? null));
  const choose = (station: string | null) =>
    setQuery(station === null ? {} : { station }, { replace: asked !== null && station !== null });
  const list = (
    <section className="cw-station-side" aria-label={t('weather.page.stations')}>
      <div className="cw-station-filter">
        <Input.Search
          allowClear
          value={text}
          placeholder={t('weather.page.search')}
          aria-label={t('weather.page.search')}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={onEnter(() => found[0] && choose(found[0].station))}
        />
        <Select
          value={category}
          onChange={setCategory}
          aria-label={t('weather.page.category')}
          options={[
            { value: 'all', label: t('weather.page.allCategories') },
            ...[...flightCategories, 'unknown'].map((value) => ({
              value,
              label: t(`weather.category.${value}`),
            })),
          ]}
        />
        <Checkbox checked={covered} onChange={(event) => setCovered(event.target.checked)}>
          {t('weather.page.covered')}
        </Checkbox>
        <span className="cw-soft">{t('weather.page.found', { count: found.length })}</span>
      </div>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {isPending && <Skeleton active />}
      {data && found.length === 0 && (
        <Empty description={t(all.length === 0 ? 'weather.page.none' : 'weather.page.noMatch')} />
      )}
      {data && found.length > 0 && (
        <StationList stations={found} chosen={chosen} oldAfterMin={data.oldAfterMin} onChoose={choose} />
      )}
    </section>
  );
  const panel = chosen === null ? null : <StationPanel key={chosen} station={chosen} />;
  if (mobile) {
    if (!panel) return list;
    return (
      <div className="cw-station-main">
        <Button type="text" icon={<ArrowLeftOutlined />} onClick={() => choose(null)}>
          {t('weather.page.stations')}
        </Button>
        {panel}
      </div>
    );
  }
  return (
    <div className="cw-weather-room">
      {list}
      <div className="cw-station-main">{panel ?? <Empty description={t('weather.page.choose')} />}</div>
    </div>
  );
}

function matches({ station, name, nameEn }: WeatherStation, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [station, name, nameEn].some((one) => one?.toLowerCase().includes(wanted));
}

const isOf = ({ observation }: WeatherStation, category: string): boolean =>
  category === 'all' || (observation?.category ?? 'unknown') === category;
