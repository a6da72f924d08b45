import { FileDoneOutlined, SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Empty, Input, Segmented, Select, Skeleton } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { InputOf } from '#contract/services.ts';
import { type InformationKind, informationKinds } from '#domain/briefing/item.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { mayEver } from '#domain/identity/access.ts';
import { ability } from '#web/client/access.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import { AltitudeInput } from '#web/engine/widgets/altitude-field.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { MomentInput } from '#web/ui/moment-input.tsx';
import { NumberInput } from '#web/ui/number-input.tsx';
import { InformationItems } from './information-items.tsx';
import { InformationMap } from './information-map.tsx';

const GeometryInput = lazy(async () => ({ default: (await import('#web/map/draw.tsx')).GeometryInput }));

type Place = 'airport' | 'route' | 'plan' | 'drawn';
type Asked = InputOf<'Briefing', 'Query'>;
const usual: InformationKind[] = informationKinds.filter((kind) => kind !== 'point' && kind !== 'airway');

/** `/information/infoMana`: everything that is information, by place or route, time and level. */
export function InformationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [place, setPlace] = useState<Place>('airport');
  const [airport, setAirport] = useState<number | undefined>();
  const [plan, setPlan] = useState<number | undefined>();
  const [route, setRoute] = useState('');
  const [drawn, setDrawn] = useState<Geometry | null>(null);
  const [from, setFrom] = useState<string | undefined>();
  const [to, setTo] = useState<string | undefined>();
  const [lower, setLower] = useState<Altitude | undefined>();
  const [upper, setUpper] = useState<Altitude | undefined>();
  const [withinKm, setWithinKm] = useState<number | null>(null);
  const [kinds, setKinds] = useState<InformationKind[]>(usual);
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const making = useAsyncAction();
  const query = useQuery({
    queryKey: ['information', asked],
    queryFn: () => callService('Briefing', 'Query', asked ?? {}),
    enabled: asked !== null,
    retry: false,
  });

  const where = (): Asked | null => {
    if (place === 'airport') return airport === undefined ? null : { airport };
    if (place === 'plan') return plan === undefined ? null : { plan };
    if (place === 'route') return route.trim() === '' ? null : { route: route.trim() };
    return drawn ? { geometry: drawn as NonNullable<Asked['geometry']> } : null;
  };
  const there = where();
  const input: Asked | null = there && {
    ...there,
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(lower ? { lower } : {}),
    ...(upper ? { upper } : {}),
    ...(withinKm === null ? {} : { withinM: withinKm * 1000 }),
  };
  const ask = () => {
    if (!input) return;
    setSelected(null);
    setAsked({ ...input, kinds, ...(words.trim() ? { words: words.trim() } : {}) });
  };
  const make = () =>
    making.run(async () => {
      if (!input) return;
      const { id } = await callService('Briefing', 'Make', input);
      await navigate(`/information/briefing/${id}`);
    });
  const { data, error } = query;

  return (
    <div className="cw-page briefing-page">
      <header className="cw-bar">
        <h1 className="cw-title">{t('brief.title')}</h1>
        <span className="cw-soft" aria-live="polite">
          {data && t('brief.found', { count: data.items.length })}
        </span>
      </header>
      <Card size="small">
        <form
          className="briefing-ask"
          onSubmit={(event) => {
            event.preventDefault();
            ask();
          }}
        >
          <div className="cw-bar">
            <Segmented<Place>
              aria-label={t('brief.place')}
              value={place}
              onChange={setPlace}
              options={(['airport', 'route', 'plan', 'drawn'] as const)
                .filter((one) => one !== 'plan' || mayEver(ability, 'read', 'plan'))
                .map((one) => ({ value: one, label: t(`brief.by.${one}`) }))}
            />
            <div style={{ flex: '1 1 260px' }}>
              {place === 'airport' && (
                <RelationSelect
                  resource="airport"
                  label={t('brief.by.airport')}
                  value={airport}
                  onChange={(id) => setAirport(typeof id === 'number' ? id : undefined)}
                />
              )}
              {place === 'plan' && (
                <RelationSelect
                  resource="plan"
                  label={t('brief.by.plan')}
                  value={plan}
                  onChange={(id) => setPlan(typeof id === 'number' ? id : undefined)}
                />
              )}
              {place === 'route' && (
                <Input
                  aria-label={t('brief.by.route')}
                  placeholder={t('brief.routeExample')}
                  maxLength={2000}
                  value={route}
                  onChange={({ target }) => setRoute(target.value)}
                />
              )}
            </div>
            <NumberInput
              aria-label={t('brief.within')}
              placeholder={t('brief.within')}
              min={0}
              max={200}
              addonAfter="km"
              style={{ width: 170 }}
              value={withinKm}
              onChange={setWithinKm}
            />
          </div>
          {place === 'drawn' && (
            <Suspense fallback={<Skeleton active />}>
              <GeometryInput
                value={drawn}
                kinds={['Polygon', 'LineString', 'Point']}
                onChange={setDrawn}
                height={280}
              />
            </Suspense>
          )}
          <div className="cw-bar">
            {place !== 'plan' && (
              <>
                <Labelled label={t('brief.from')}>
                  <MomentInput aria-label={t('brief.from')} value={from} onChange={setFrom} />
                </Labelled>
                <Labelled label={t('brief.to')}>
                  <MomentInput aria-label={t('brief.to')} value={to} onChange={setTo} />
                </Labelled>
                <Labelled label={t('brief.lower')}>
                  <AltitudeInput value={lower} onChange={setLower} />
                </Labelled>
                <Labelled label={t('brief.upper')}>
                  <AltitudeInput value={upper} onChange={setUpper} />
                </Labelled>
              </>
            )}
          </div>
          <div className="cw-bar">
            <Select
              mode="multiple"
              maxTagCount="responsive"
              style={{ flex: '1 1 260px' }}
              aria-label={t('brief.kinds')}
              placeholder={t('brief.kinds')}
              value={kinds}
              onChange={setKinds}
              options={informationKinds.map((kind) => ({ value: kind, label: t(`brief.kind.${kind}`) }))}
            />
            <Input
              style={{ flex: '1 1 200px' }}
              aria-label={t('brief.words')}
              placeholder={t('brief.words')}
              maxLength={200}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
            <Button
              type="primary"
              htmlType="submit"
              icon={<SearchOutlined />}
              disabled={!input}
              loading={query.isFetching}
            >
              {t('brief.ask')}
            </Button>
            <Button
              icon={<FileDoneOutlined />}
              disabled={!input}
              loading={making.busy}
              onClick={() => void make()}
            >
              {t('brief.make')}
            </Button>
          </div>
        </form>
      </Card>
      {making.failure !== null && <Failure title={t('brief.notMade')} error={making.failure} />}
      {error && <Failure title={t('brief.failed')} error={error} retry={() => void query.refetch()} />}
      {query.isLoading && <Skeleton active paragraph={{ rows: 8 }} />}
      {!asked && <Empty description={t('brief.begin')} />}
      {data && data.items.length === 0 && <Empty description={t('brief.none')} />}
      {data?.more && <Alert type="warning" showIcon message={t('brief.more')} />}
      {data && data.items.length > 0 && (
        <div className="briefing-columns">
          <div>
            <InformationItems
              items={data.items.map((item) => ({ item, change: null, before: null }))}
              selected={selected}
              onSelect={(key) => setSelected(key === selected ? null : key)}
            />
          </div>
          <div className="briefing-map">
            <InformationMap
              asked={data.geometry}
              items={data.items}
              selected={selected}
              height="min(70vh, 680px)"
            />
          </div>
        </div>
      )}
    </div>
  );
}

/** A word and its input, which no line break parts. */
function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="briefing-input">
      <span className="cw-soft">{label}</span>
      <div>{children}</div>
    </div>
  );
}
