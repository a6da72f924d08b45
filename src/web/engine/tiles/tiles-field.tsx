import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  HolderOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import type { ErrorSchema, FieldProps } from '@rjsf/utils';
import { Button } from 'antd';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { plainTile, type Tile, tileErrors } from '#domain/statistics/tile.ts';
import { isObject } from '#domain/text/narrow.ts';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { useReadable } from '#web/engine/list/readable.ts';
import { pressedKey } from '#web/ui/composing.ts';
import { TileForm } from './tile-form.tsx';
import { TileView, tileTitle } from './tile-view.tsx';

const mostTiles = 24;

/** The tiles of a dashboard: each with its choices beside what it shows now; moved by buttons, by keys, or dragged. */
export function TilesField(props: FieldProps) {
  const { formData, onChange, fieldPathId, disabled, readonly, schema, errorSchema } = props;
  const { t } = useTranslation();
  const closed = disabled || readonly;
  const list = useRef<HTMLOListElement>(null);
  const dragged = useRef<number>(undefined);
  const tiles = useMemo(() => (Array.isArray(formData) ? formData.filter(isTile) : []), [formData]);
  const set = (next: Tile[]) => onChange(next, fieldPathId.path);
  const focus = (place: number) =>
    requestAnimationFrame(() => {
      const item = list.current?.children.item(place);
      item?.querySelector<HTMLElement>('[data-handle]')?.focus();
    });
  const move = (from: number, to: number) => {
    const tile = tiles[from];
    if (!tile || to < 0 || to >= tiles.length || from === to) return;
    const rest = tiles.filter((_, place) => place !== from);
    set([...rest.slice(0, to), tile, ...rest.slice(to)]);
    focus(to);
  };
  const add = (tile: Tile, place = tiles.length) => {
    set([...tiles.slice(0, place), tile, ...tiles.slice(place)]);
    focus(place);
  };
  const remove = (place: number) => {
    set(tiles.filter((_, each) => each !== place));
    focus(Math.max(0, place - 1));
  };
  const errors = texts(errorSchema);
  return (
    <fieldset id={fieldPathId.$id} tabIndex={-1} className="cw-nested cw-wide" aria-label={schema.title}>
      {errors.length > 0 && (
        <p role="alert" className="cw-error">
          {errors.join(' ')}
        </p>
      )}
      <ol ref={list} className="cw-tile-list" aria-label={schema.title}>
        {tiles.map((tile, place) => (
          <TileItem
            // biome-ignore lint/suspicious/noArrayIndexKey: a tile is known by its place alone
            key={place}
            tile={tile}
            place={place}
            count={tiles.length}
            closed={closed ?? false}
            idPrefix={`${fieldPathId.$id}_${place}`}
            errors={errorSchema?.[place]}
            onChange={(next) => set(tiles.map((each, at) => (at === place ? next : each)))}
            onMove={(to) => move(place, to)}
            onCopy={() => add(tile, place + 1)}
            onRemove={() => remove(place)}
            onDrag={() => {
              dragged.current = place;
            }}
            onDrop={() => {
              if (dragged.current !== undefined) move(dragged.current, place);
              dragged.current = undefined;
            }}
          />
        ))}
      </ol>
      {!closed && (
        <Button
          type="dashed"
          icon={<PlusOutlined />}
          disabled={tiles.length >= mostTiles}
          onClick={() => add(plainTile('plan', ''))}
        >
          {t('dashboard.tile.add')}
        </Button>
      )}
    </fieldset>
  );
}

function isTile(value: unknown): value is Tile {
  return isObject(value) && typeof value.resource === 'string';
}

/** What is said of a field, and of the fields in it. */
function texts(errors: ErrorSchema | undefined): string[] {
  return [...new Set(errors?.__errors ?? [])];
}

interface ItemProps {
  tile: Tile;
  place: number;
  count: number;
  closed: boolean;
  idPrefix: string;
  errors: ErrorSchema | undefined;
  onChange: (tile: Tile) => void;
  onMove: (to: number) => void;
  onCopy: () => void;
  onRemove: () => void;
  onDrag: () => void;
  onDrop: () => void;
}

function TileItem({ tile, place, count, closed, idPrefix, errors, onChange, ...acts }: ItemProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const number = place + 1;
  const title = tileTitle(tile, locale) || t('dashboard.tile', { number });
  const told: Partial<Record<keyof Tile, string[]>> = {};
  for (const field of [
    'title',
    'titleEn',
    'resource',
    'chart',
    'measure',
    'of',
    'by',
    'bucket',
    'last',
    'most',
    'filter',
    'width',
  ] as const) {
    const found = texts(errors?.[field]);
    if (found.length > 0) told[field] = found;
  }
  return (
    // The buttons do by keys what dragging does by the pointer.
    <li
      className="cw-tile-item"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        acts.onDrop();
      }}
    >
      <header>
        <strong>
          {number}. {title}
        </strong>
        {!closed && (
          <span>
            <Button
              data-handle
              type="text"
              className="cw-tile-handle"
              icon={<HolderOutlined />}
              draggable
              aria-label={t('dashboard.tile.move', { title })}
              title={t('dashboard.tile.move', { title })}
              onDragStart={acts.onDrag}
              onKeyDown={(event) => {
                if (pressedKey(event) !== 'ArrowUp' && pressedKey(event) !== 'ArrowDown') return;
                event.preventDefault();
                acts.onMove(place + (pressedKey(event) === 'ArrowUp' ? -1 : 1));
              }}
            />
            <Button
              type="text"
              icon={<ArrowUpOutlined />}
              disabled={place === 0}
              aria-label={t('dashboard.tile.up', { title })}
              onClick={() => acts.onMove(place - 1)}
            />
            <Button
              type="text"
              icon={<ArrowDownOutlined />}
              disabled={place === count - 1}
              aria-label={t('dashboard.tile.down', { title })}
              onClick={() => acts.onMove(place + 1)}
            />
            <Button
              type="text"
              icon={<CopyOutlined />}
              disabled={count >= mostTiles}
              aria-label={t('dashboard.tile.copy', { title })}
              onClick={acts.onCopy}
            />
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={t('dashboard.tile.remove', { title })}
              onClick={acts.onRemove}
            />
          </span>
        )}
      </header>
      <div className="cw-tile-pair">
        <TileForm tile={tile} idPrefix={idPrefix} closed={closed} errors={told} onChange={onChange} />
        <Preview tile={tile} />
      </div>
    </li>
  );
}

/** What it shows now; where something is missing yet, that. */
function Preview({ tile }: { tile: Tile }) {
  const { t } = useTranslation();
  const entry = resourceNamed(tile.resource);
  if (!entry) return <p className="cw-note">{t('dashboard.type', { name: tile.resource })}</p>;
  return <Known tile={tile} entry={entry} />;
}

function Known({ tile, entry }: { tile: Tile; entry: Parameters<typeof useReadable>[0] }) {
  const { t } = useTranslation();
  const resource = useReadable(entry);
  const [wrong] = tileErrors(tile, resource);
  if (wrong) return <p className="cw-note cw-tile-preview">{t(wrong.text.key, { ...wrong.text.values })}</p>;
  return (
    <div className="cw-tile-preview">
      <TileView tile={tile.title ? tile : { ...tile, title: t('dashboard.preview') }} refreshMs={false} />
    </div>
  );
}
