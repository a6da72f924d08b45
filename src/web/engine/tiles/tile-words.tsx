import { useTranslation } from 'react-i18next';
import { listLabel } from '#domain/record/resource.ts';
import type { Tile } from '#domain/statistics/tile.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { isObject } from '#domain/text/narrow.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { fieldOf } from '#web/engine/fields.ts';
import { NodeText } from '#web/engine/list/filter-chips.tsx';
import { treeOfJson } from '#web/engine/list/filter-tree.ts';

/** The tiles of a dashboard in words, a line each: what is counted, of which records, divided by what, and which filter. */
export function TileWords({ value }: { value: unknown }) {
  // What is stored has passed its schema.
  const tiles = Array.isArray(value) ? (value as Tile[]) : [];
  return (
    <ol style={{ margin: 0, paddingInlineStart: 20 }}>
      {tiles.map((tile, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tile is known by its place alone
        <li key={place}>
          <Words tile={tile} />
        </li>
      ))}
    </ol>
  );
}

function Words({ tile }: { tile: Tile }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const label = useLabel();
  const resource = resourceNamed(tile.resource);
  const fieldLabel = (field: string) => label(resource && fieldOf(resource, field)?.['x-label'], field);
  const measured = t(`dashboard.measure.${tile.measure}`);
  const words = [
    resource ? label(listLabel(resource.schema), tile.resource) : tile.resource,
    t(`dashboard.chart.${tile.chart}`),
    tile.of ? `${measured} ${fieldLabel(tile.of)}` : measured,
    tile.by && `${t('dashboard.field.by')} ${fieldLabel(tile.by)}`,
    tile.bucket && `${tile.last ? `${tile.last} × ` : ''}${t(`dashboard.bucket.${tile.bucket}`)}`,
  ];
  const filter = resource && isObject(tile.filter) ? treeOfJson(resource, JSON.stringify(tile.filter)) : [];
  return (
    <>
      <strong>{nameIn({ name: tile.title, nameEn: tile.titleEn }, locale)}</strong>
      {` · ${words.filter(Boolean).join(' · ')}`}
      {resource && filter && filter.length > 0 && (
        <div style={{ color: 'var(--cw-soft)' }}>
          <NodeText resource={resource} node={{ operator: 'and', value: filter }} />
        </div>
      )}
      {!filter && <div style={{ color: 'var(--cw-soft)' }}>{t('dashboard.filter.unknown')}</div>}
    </>
  );
}
