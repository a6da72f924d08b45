import { Button, Card, Checkbox, Segmented, Select } from 'antd';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageInput } from '#contract/airspace/airspace-input.ts';
import {
  type AltitudeReference,
  type AltitudeUnit,
  altitudeReferences,
  altitudeUnits,
  isAltitude,
} from '#domain/geo/altitude.ts';
import { type Bounds, type Geometry, polygonWithin } from '#domain/geo/geojson.ts';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { enumChoices } from '#web/engine/labels.ts';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { Failure } from '#web/ui/failure.tsx';
import { MomentInput } from '#web/ui/moment-input.tsx';
import { NumberInput } from '#web/ui/number-input.tsx';
import { AirspaceMap } from './airspace-map.tsx';
import { useAirspaces, useAirspacesAt, useLiveAirspaces } from './airspace-queries.ts';
import { AirspaceSearch } from './airspace-search.tsx';
import { AirspaceTable } from './airspace-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { levelMatch } from './query-level.ts';
import '#web/ui/style/document.css';
import './airspace.css';

const GeometryInput = lazy(async () => ({ default: (await import('#web/map/draw.tsx')).GeometryInput }));

type Place = 'anywhere' | 'view' | 'drawn';
type When = 'any' | 'at' | 'span';

/** Airspaces by place, time, level and kind, in a list and on the map (/situation/airspaceQuery). */
export function AirspaceQueryPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const id = useId();
  const [text, setText] = useState('');
  const [kinds, setKinds] = useState<string[]>([]);
  const [states, setStates] = useState<number[]>([1]);
  const [place, setPlace] = useState<Place>('anywhere');
  const [view, setView] = useState<Bounds | null>(null);
  const [drawn, setDrawn] = useState<Geometry | null>(null);
  const [when, setWhen] = useState<When>('any');
  const [at, setAt] = useState<string | undefined>(() => thisMinute());
  const [from, setFrom] = useState<string | undefined>();
  const [to, setTo] = useState<string | undefined>();
  const [height, setHeight] = useState<number | null>(null);
  const [unit, setUnit] = useState<AltitudeUnit>('m');
  const [reference, setReference] = useState<AltitudeReference>('AMSL');
  const [onlyActive, setOnlyActive] = useState(false);
  const [selected, setSelected] = useState<number | null>(null);
  useLiveAirspaces();

  const within = place === 'drawn' ? drawn : place === 'view' && view ? boxOf(view) : null;
  const pageInput = useMemo<PageInput>(
    () => ({
      sorting: 'name asc',
      ...(text.trim() ? { filter: text.trim() } : {}),
      ...(kinds.length > 0 ? { kinds } : {}),
      ...(states.length > 0 ? { states } : {}),
      ...(within ? { within } : {}),
      ...(when === 'at' && at ? { at } : {}),
      ...(when === 'span' && from ? { from } : {}),
      ...(when === 'span' && to ? { to } : {}),
    }),
    [text, kinds, states, within, when, at, from, to],
  );
  const query = useAirspaces(pageInput);
  // What is in force at the moment asked about, each by its version then.
  const then = useAirspacesAt(when === 'at' && at ? at : null);
  const level = useMemo(() => {
    const one = { value: height, unit, reference: unit === 'FL' ? 'STD' : reference };
    return isAltitude(one) ? one : null;
  }, [height, unit, reference]);
  const items = useMemo(() => {
    const found = query.data?.items;
    if (!found) return undefined;
    const active = new Map(then.data?.items.map((one) => [one.id, one]));
    return found
      .map((item) => {
        const own = when === 'at' ? active.get(item.id) : undefined;
        return own ? { ...item, ...own, state: item.state } : item;
      })
      .filter((item) => !level || levelMatch(level, item.lower, item.upper) !== 'outside')
      .filter((item) => !(onlyActive && when === 'at') || active.get(item.id)?.active === true);
  }, [query.data, then.data, level, onlyActive, when]);
  const marked = useMemo<MapFeature[]>(
    () =>
      place === 'drawn' && drawn
        ? [
            {
              id: 'asked',
              geometry: drawn,
              style: { colour: 'selected', width: 2, dash: [4, 4] },
              label: '',
              rank: 1,
            },
          ]
        : [],
    [place, drawn],
  );
  const state = resourceNamed('airspace')?.schema.properties.state;

  return (
    <div className="cw-page plan-stack">
      <header className="cw-bar">
        <h1 className="cw-title">{t('airspace.query.title')}</h1>
        <span className="cw-figures plan-soft" aria-live="polite">
          {items && t('airspace.query.count', { count: items.length })}
        </span>
        <span className="cw-grow" />
        <ExportMenu ids={(items ?? []).map((item) => item.id)} />
      </header>
      <Card size="small">
        <div className="plan-stack">
          <div className="cw-bar">
            <AirspaceSearch kinds={kinds} onText={setText} onKinds={setKinds} />
            <Select<number[]>
              mode="multiple"
              allowClear
              maxTagCount="responsive"
              style={{ minWidth: 180 }}
              value={states}
              placeholder={t('airspace.query.states')}
              aria-label={t('airspace.query.states')}
              options={(state ? enumChoices(state, locale) : []).map(({ value, label }) => ({
                value: Number(value),
                label,
              }))}
              onChange={setStates}
            />
          </div>
          <div className="cw-bar">
            <span className="cw-bar">
              <span>{t('airspace.query.place')}</span>
              <Segmented<Place>
                value={place}
                onChange={setPlace}
                aria-label={t('airspace.query.place')}
                options={(['anywhere', 'view', 'drawn'] as const).map((one) => ({
                  value: one,
                  label: t(`airspace.query.place.${one}`),
                }))}
              />
            </span>
            <span className="cw-bar">
              <span>{t('airspace.query.when')}</span>
              <Segmented<When>
                value={when}
                onChange={setWhen}
                aria-label={t('airspace.query.when')}
                options={(['any', 'at', 'span'] as const).map((one) => ({
                  value: one,
                  label: t(`airspace.query.when.${one}`),
                }))}
              />
            </span>
            {when === 'at' && (
              <>
                <MomentInput value={at} onChange={setAt} aria-label={t('airspace.query.when.at')} />
                <Checkbox checked={onlyActive} onChange={({ target }) => setOnlyActive(target.checked)}>
                  {t('airspace.query.active')}
                </Checkbox>
              </>
            )}
            {when === 'span' && (
              <>
                <MomentInput value={from} onChange={setFrom} aria-label={t('airspace.act.from')} />
                <MomentInput value={to} onChange={setTo} aria-label={t('airspace.act.to')} />
              </>
            )}
          </div>
          <div className="cw-bar">
            <label htmlFor={`${id}-level`}>{t('airspace.query.level')}</label>
            <NumberInput
              id={`${id}-level`}
              value={height}
              changeOnWheel={false}
              onChange={setHeight}
              style={{ width: 110 }}
            />
            <Select<AltitudeUnit>
              value={unit}
              onChange={setUnit}
              aria-label={t('airspace.query.unit')}
              options={altitudeUnits.map((one) => ({ value: one, label: one }))}
              style={{ width: 76 }}
            />
            <Select<AltitudeReference>
              value={unit === 'FL' ? 'STD' : reference}
              disabled={unit === 'FL'}
              onChange={setReference}
              aria-label={t('map.section.datum')}
              options={altitudeReferences.map((one) => ({
                value: one,
                label: t(`map.section.datum.${one}`),
              }))}
              style={{ minWidth: 150 }}
            />
            {level && <span className="plan-soft">{t('airspace.query.levelHelp')}</span>}
          </div>
          {place === 'drawn' && (
            <Suspense fallback={null}>
              <GeometryInput value={drawn} kinds={['Polygon']} onChange={setDrawn} height={280} />
            </Suspense>
          )}
        </div>
      </Card>
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
            empty={
              <>
                {t('airspace.query.empty')}{' '}
                <Button
                  size="small"
                  onClick={() => {
                    setPlace('anywhere');
                    setWhen('any');
                    setHeight(null);
                    setKinds([]);
                    setStates([]);
                  }}
                >
                  {t('airspace.query.reset')}
                </Button>
              </>
            }
            noteOf={(item) =>
              level && levelMatch(level, item.lower, item.upper) === 'unknown'
                ? t('airspace.check.notCompared')
                : null
            }
          />
        </Card>
        <div className="airspace-map">
          <AirspaceMap
            key={place === 'view' ? 'view' : 'all'}
            airspaces={items ?? []}
            marked={marked}
            selectedId={selected}
            onSelect={setSelected}
            {...(place === 'view' ? { onView: setView } : {})}
            height="100%"
          />
        </div>
      </div>
    </div>
  );
}

function thisMinute(): string {
  return new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
}

/** What is seen, as far as there are maps. */
function boxOf([west, south, east, north]: Bounds): Geometry {
  return polygonWithin([
    Math.max(-180, west),
    Math.max(-85, south),
    Math.min(180, east),
    Math.min(85, north),
  ]);
}
