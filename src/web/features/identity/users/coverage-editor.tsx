import { PlusOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { useList } from '@refinedev/core';
import { App, Button, Checkbox, Empty, Input, Segmented, Skeleton } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { type Ability, mayEver } from '#domain/identity/access.ts';
import { displayNameIn } from '#domain/text/name-in.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { dataProvider } from '#web/client/data.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { GeometryInput } from '#web/map/draw.tsx';
import { FlatMap } from '#web/map/flat-map.tsx';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { everywhere } from '#web/map/map-view.ts';
import { boundsOf, FitTo } from '#web/map/plan-map.tsx';
import { Failure } from '#web/ui/failure.tsx';
import './coverage.css';

interface Unit {
  id: number;
  displayName: string;
  displayNameEn: string | null;
  code: string | null;
  area: Geometry | null;
}

/** What is saved: 2 bounds what the user sees, 3 is drawn on their 3D view. */
type Kind = 2 | 3;

/** Areas are organization units with a shape: chosen from a list or drawn, and seen on the map at once. */
export function CoverageEditor({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const ability = useAbility<Ability>();
  const { busy, failure, run } = useAsyncAction();
  const [kind, setKind] = useState<Kind>(2);
  const [chosen, setChosen] = useState<Record<Kind, number[]>>(() => ({
    2: numbers(record.coverage),
    3: numbers(record.coverageId3s),
  }));
  const [drawing, setDrawing] = useState(false);
  const { query, result } = useList<Unit>({
    resource: 'organizationUnit',
    pagination: { currentPage: 1, pageSize: 1000 },
    sorters: [{ field: 'code', order: 'asc' }],
  });
  const locale = useLocale();
  const areas = useMemo(
    () =>
      (result.data ?? [])
        .filter((unit) => unit.area !== null)
        .map((unit) => ({
          ...unit,
          displayName: displayNameIn(unit, locale),
        })),
    [result.data, locale],
  );
  const own = chosen[kind];
  const groups = useMemo(
    () => [
      {
        id: 'others',
        features: areas.filter(({ id }) => !own.includes(id)).map((unit) => feature(unit, false)),
      },
      {
        id: 'chosen',
        features: areas.filter(({ id }) => own.includes(id)).map((unit) => feature(unit, true)),
      },
    ],
    [areas, own],
  );
  const bounds = useMemo(() => {
    const shown = areas.filter(({ id }) => own.includes(id));
    return boundsOf((shown.length > 0 ? shown : areas).flatMap(({ area }) => (area ? [area] : [])));
  }, [areas, own]);
  const choose = (ids: number[]) => setChosen((before) => ({ ...before, [kind]: ids }));

  const save = () =>
    run(async () => {
      for (const type of [2, 3] as const) {
        const was = numbers(type === 2 ? record.coverage : record.coverageId3s);
        if (JSON.stringify(was) === JSON.stringify(chosen[type])) continue;
        await callService('User', 'GetCoverageIdsBySave', {
          id: record.id,
          coverageIds: chosen[type].map(String),
          type,
        });
      }
      message.success(t('admin.coverage.saved', { name }));
      onClose(true);
    });

  if (query.isLoading) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <div className="cw-coverage">
      {query.isError && <Failure title={t('admin.coverage.readFailed')} error={query.error} />}
      {failure !== null && <Failure title={t('admin.failed')} error={failure} />}
      <div className="cw-bar">
        <Segmented
          aria-label={t('admin.coverage.kind')}
          value={kind}
          options={[
            { value: 2, label: t('admin.coverage.seen') },
            { value: 3, label: t('admin.coverage.in3d') },
          ]}
          onChange={(next) => setKind(next === 3 ? 3 : 2)}
        />
        <span className="cw-soft">
          {own.length === 0 && kind === 2
            ? t('admin.coverage.everywhere')
            : t('admin.coverage.count', { count: own.length })}
        </span>
        <span className="cw-grow" />
        {mayEver(ability, 'create', 'organizationUnit') && !drawing && (
          <Button icon={<PlusOutlined />} onClick={() => setDrawing(true)}>
            {t('admin.coverage.draw')}
          </Button>
        )}
      </div>
      {drawing ? (
        <NewArea
          onCancel={() => setDrawing(false)}
          onMade={async (id) => {
            await query.refetch();
            choose([...own, id]);
            setDrawing(false);
          }}
        />
      ) : (
        <div className="cw-coverage-body">
          <fieldset className="cw-plain cw-coverage-list">
            <legend className="cw-hidden">{t('admin.coverage.areas')}</legend>
            {areas.length === 0 && <Empty description={t('admin.coverage.none')} />}
            {areas.map(({ id, displayName, code }) => (
              <Checkbox
                key={id}
                checked={own.includes(id)}
                onChange={({ target }) =>
                  choose(target.checked ? [...own, id] : own.filter((one) => one !== id))
                }
              >
                {displayName} <span className="cw-soft cw-figures">{code}</span>
              </Checkbox>
            ))}
          </fieldset>
          <div className="cw-small-map" style={{ height: 420 }}>
            <FlatMap label={t('admin.coverage.map', { name })} view={everywhere} groups={groups} embedded>
              <FitTo bounds={bounds} />
            </FlatMap>
          </div>
        </div>
      )}
      {!drawing && (
        <footer className="cw-bar" style={{ justifyContent: 'end' }}>
          <Button onClick={() => onClose(false)}>{t('shell.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => void save()}>
            {t('admin.coverage.save')}
          </Button>
        </footer>
      )}
    </div>
  );
}

/** A new area: an organization unit that is nothing but its shape. */
function NewArea({ onMade, onCancel }: { onMade: (id: number) => Promise<void>; onCancel: () => void }) {
  const { t } = useTranslation();
  const [displayName, setName] = useState('');
  const [area, setArea] = useState<Geometry | null>(null);
  const { busy, failure, run } = useAsyncAction();
  const id = useId();
  const make = () =>
    run(async () => {
      const { data } = await dataProvider.create<{ id: number }>({
        resource: 'organizationUnit',
        variables: { displayName: displayName.trim(), kind: 'coverage', area },
      });
      await onMade(data.id);
    });
  return (
    <>
      {failure !== null && <Failure title={t('admin.failed')} error={failure} />}
      <div>
        <label htmlFor={id}>{t('admin.coverage.name')}</label>
        <Input
          id={id}
          autoFocus
          maxLength={128}
          value={displayName}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <GeometryInput value={area} onChange={setArea} kinds={['Polygon', 'MultiPolygon']} height={380} />
      <footer className="cw-bar" style={{ justifyContent: 'end' }}>
        <span className="cw-soft cw-grow">
          {displayName.trim() === '' || area === null ? t('admin.coverage.needs') : ''}
        </span>
        <Button onClick={onCancel}>{t('shell.cancel')}</Button>
        <Button
          type="primary"
          loading={busy}
          disabled={displayName.trim() === '' || area === null}
          onClick={() => void make()}
        >
          {t('admin.coverage.make')}
        </Button>
      </footer>
    </>
  );
}

function feature({ id, displayName, area }: Unit, chosen: boolean): MapFeature {
  return {
    id: `unit-${id}`,
    geometry: isGeometry(area, ['Polygon', 'MultiPolygon'])
      ? area
      : { type: 'MultiPolygon', coordinates: [] },
    style: chosen
      ? { colour: 'selected', width: 2.5, inside: 'wash' }
      : { colour: 'neutral', width: 1.5, dash: [6, 4], inside: 'none' },
    label: displayName,
    rank: chosen ? 10 : 20,
  };
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}
