import { Button, Input, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  aggregateFields,
  canBucket,
  canGroup,
  canMeasure,
  measures,
  mostBuckets,
  mostGroups,
  timeBuckets,
} from '#domain/record/aggregates.ts';
import { type FieldSchema, listLabel, type Resource } from '#domain/record/resource.ts';
import {
  fitsChart,
  isDivided,
  type Tile,
  tidyTile,
  usualBuckets,
  usualGroups,
} from '#domain/statistics/tile.ts';
import { isObject } from '#domain/text/narrow.ts';
import { useLabel } from '#web/client/locale.ts';
import { useResources } from '#web/client/record-types.ts';
import { fieldOf } from '#web/engine/fields.ts';
import { FilterBuilder } from '#web/engine/list/filter-builder.tsx';
import { conditionsIn, jsonOfTree, treeOfJson } from '#web/engine/list/filter-tree.ts';
import { useReadable } from '#web/engine/list/readable.ts';
import { useIsMobile } from '#web/ui/appearance.ts';
import { NumberInput } from '#web/ui/number-input.tsx';

interface Props {
  tile: Tile;
  idPrefix: string;
  closed: boolean;
  errors: Partial<Record<keyof Tile, string[]>>;
  onChange: (tile: Tile) => void;
}

const charts = ['figure', 'bar', 'line', 'table', 'map'] as const satisfies Tile['chart'][];
const widths = [1, 2, 3, 4];

/** Every choice of a tile, each from what there is: types that the user may read, fields that fit. */
export function TileForm(props: Props) {
  const { tile, idPrefix, closed, errors, onChange } = props;
  const { t } = useTranslation();
  const label = useLabel();
  const resources = useResources();
  const types = useMemo(
    () =>
      resources
        .map(({ name, schema }) => ({ value: name, label: `${label(listLabel(schema), name)} · ${name}` }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [resources, label],
  );
  const resource = resources.find(({ name }) => name === tile.resource);
  const set = (part: Partial<Tile>) => onChange(tidyTile({ ...tile, ...part }, resource));
  const row = (name: keyof Tile, control: (id: string) => ReactNode) => (
    <Row id={`${idPrefix}_${name}`} label={t(`dashboard.field.${name}`)} errors={errors[name]}>
      {control(`${idPrefix}_${name}`)}
    </Row>
  );
  return (
    <div className="cw-tile-form">
      {row('title', (id) => (
        <Input
          id={id}
          value={tile.title}
          maxLength={60}
          disabled={closed}
          status={errors.title ? 'error' : ''}
          onChange={(event) => set({ title: event.target.value })}
        />
      ))}
      {row('titleEn', (id) => (
        <Input
          id={id}
          value={tile.titleEn ?? ''}
          maxLength={60}
          disabled={closed}
          onChange={({ target: { value } }) => {
            const { titleEn: _, ...rest } = tile;
            onChange(value === '' ? rest : { ...tile, titleEn: value });
          }}
        />
      ))}
      {row('resource', (id) => (
        <Select
          id={id}
          showSearch
          optionFilterProp="label"
          value={tile.resource}
          disabled={closed}
          options={types}
          // What was chosen of another type's fields is of no use here.
          onChange={(name) => onChange({ ...kept(tile), resource: name })}
        />
      ))}
      {row('chart', (id) => (
        <Select
          id={id}
          showSearch
          optionFilterProp="label"
          value={tile.chart}
          disabled={closed}
          options={charts.map((value) => ({ value, label: t(`dashboard.chart.${value}`) }))}
          onChange={(chart) => set({ chart })}
        />
      ))}
      {resource && <OfType {...props} entry={resource} set={set} row={row} />}
      {row('width', (id) => (
        <Select
          id={id}
          showSearch
          optionFilterProp="label"
          value={tile.width ?? 1}
          disabled={closed}
          options={widths.map((value) => ({ value, label: t('dashboard.width', { quarters: value }) }))}
          onChange={(width) => set({ width })}
        />
      ))}
    </div>
  );
}

/** What a tile keeps when its type is changed. */
function kept({ title, titleEn, width }: Tile): Tile {
  return {
    title,
    ...(titleEn === undefined ? {} : { titleEn }),
    ...(width === undefined ? {} : { width }),
    resource: '',
    chart: 'figure',
    measure: 'count',
  };
}

function Row({
  id,
  label,
  errors,
  children,
}: {
  id: string;
  label: string;
  errors: string[] | undefined;
  children: ReactNode;
}) {
  return (
    <div className="cw-tile-row">
      <label htmlFor={id}>{label}</label>
      <div>
        {children}
        {errors && (
          <div role="alert" className="cw-error">
            {errors.join(' ')}
          </div>
        )}
      </div>
    </div>
  );
}

/** The choices that the fields of a type give. */
function OfType({
  tile,
  closed,
  entry,
  onChange,
  set,
  row,
}: Props & {
  entry: Resource;
  set: (part: Partial<Tile>) => void;
  row: (name: keyof Tile, control: (id: string) => ReactNode) => ReactNode;
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const resource = useReadable(entry);
  const fields = aggregateFields(resource);
  const choices = (fits: (schema: FieldSchema) => boolean) =>
    fields
      .filter(([, schema]) => fits(schema))
      .map(([value]) => ({ value, label: label(fieldOf(resource, value)?.['x-label'], value) }));
  const figures = choices(canMeasure);
  const by = fields.find(([name]) => name === tile.by)?.[1];
  const timed = by !== undefined && canBucket(by);
  return (
    <>
      {row('measure', (id) => (
        <Select
          id={id}
          showSearch
          optionFilterProp="label"
          value={tile.measure}
          disabled={closed}
          options={measures.map((value) => ({
            value,
            label: t(`dashboard.measure.${value}`),
            disabled: value !== 'count' && figures.length === 0,
          }))}
          onChange={(measure) => {
            const of = tile.of ?? figures[0]?.value;
            set({ measure, ...(measure === 'count' || of === undefined ? {} : { of }) });
          }}
        />
      ))}
      {tile.measure !== 'count' &&
        row('of', (id) => (
          <Select
            id={id}
            showSearch
            optionFilterProp="label"
            value={tile.of}
            disabled={closed}
            options={figures}
            onChange={(of) => set({ of })}
          />
        ))}
      {isDivided(tile.chart) &&
        row('by', (id) => (
          <Select
            id={id}
            showSearch
            optionFilterProp="label"
            placeholder={t('form.choose')}
            value={tile.by}
            disabled={closed}
            options={choices((schema) => fitsChart(tile.chart, schema))}
            onChange={(name) => set({ by: name })}
          />
        ))}
      {timed &&
        row('bucket', (id) => (
          <Select
            id={id}
            showSearch
            optionFilterProp="label"
            value={tile.bucket}
            disabled={closed}
            options={timeBuckets
              .filter((bucket) => canBucket(by, bucket))
              .map((value) => ({ value, label: t(`dashboard.bucket.${value}`) }))}
            onChange={(bucket) => set({ bucket })}
          />
        ))}
      {timed &&
        row('last', (id) => (
          <NumberInput
            id={id}
            min={1}
            max={mostBuckets}
            precision={0}
            value={tile.last ?? usualBuckets}
            disabled={closed}
            onChange={(last) => set({ last: last ?? usualBuckets })}
          />
        ))}
      {by !== undefined &&
        isDivided(tile.chart) &&
        canGroup(by) &&
        row('most', (id) => (
          <NumberInput
            id={id}
            min={1}
            max={mostGroups}
            precision={0}
            value={tile.most ?? usualGroups}
            disabled={closed}
            onChange={(most) => set({ most: most ?? usualGroups })}
          />
        ))}
      {row('filter', (id) => (
        <FilterChoice id={id} tile={tile} resource={resource} closed={closed} onChange={onChange} />
      ))}
    </>
  );
}

/** The filter in the editor of the type's own list. */
function FilterChoice({
  id,
  tile,
  resource,
  closed,
  onChange,
}: {
  id: string;
  tile: Tile;
  resource: Resource;
  closed: boolean;
  onChange: (tile: Tile) => void;
}) {
  const { t } = useTranslation();
  const phone = useIsMobile();
  const [open, setOpen] = useState(false);
  const nodes = isObject(tile.filter) ? treeOfJson(resource, JSON.stringify(tile.filter)) : [];
  const count = conditionsIn(nodes ?? []).length;
  return (
    <>
      <Button id={id} disabled={closed} onClick={() => setOpen(true)}>
        {nodes === undefined
          ? t('dashboard.filter.unknown')
          : count === 0
            ? t('dashboard.filter.none')
            : t('dashboard.filter.some', { count })}
      </Button>
      {open && (
        <FilterBuilder
          resource={resource}
          filters={nodes ?? []}
          phone={phone}
          onClose={() => setOpen(false)}
          onApply={(next) => {
            const { filter: _, ...rest } = tile;
            const filter = jsonOfTree(next);
            onChange(next.length === 0 || !isObject(filter) ? rest : { ...rest, filter });
          }}
        />
      )}
    </>
  );
}
