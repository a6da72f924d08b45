import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject } from '#domain/text/narrow.ts';
import { usePreference } from '#web/client/preference.ts';
import type { MapView } from '#web/map/map-view.ts';
import { filterOf, type TargetFilter } from '#web/map/target-filter.ts';
import { lookOf, type TargetLook } from '#web/map/target-look.tsx';
import { onEnter } from '#web/ui/composing.ts';

/** Where the map was, and what it showed. */
export interface SavedMapView {
  name: string;
  view: MapView;
  shown: string[];
  look: TargetLook;
  filter: TargetFilter;
}

const mostViews = 30;

/** Views of the map that the user keeps on the server, under a name. */
export function ViewsPanel({
  current,
  onApply,
}: {
  current: () => Omit<SavedMapView, 'name'> | null;
  onApply: (view: SavedMapView) => void;
}) {
  const { t } = useTranslation();
  const kept = usePreference('map.views');
  const [name, setName] = useState('');
  const views = viewsOf(kept.value);
  const wanted = name.trim();
  const isFull = views.length >= mostViews && !views.some((view) => view.name === wanted);
  const save = () => {
    const now = current();
    if (!now || wanted === '' || isFull) return;
    const others = views.filter((view) => view.name !== wanted);
    kept.set([...others, { name: wanted, ...now }].sort((a, b) => a.name.localeCompare(b.name)));
    setName('');
  };
  return (
    <div className="cw-tools">
      {views.length === 0 && <p className="cw-layer-note">{t('map.views.none')}</p>}
      <ul className="cw-views">
        {views.map((view) => (
          <li key={view.name}>
            <button type="button" className="cw-link" onClick={() => onApply(view)}>
              {view.name}
            </button>
            <button
              type="button"
              className="cw-icon-button"
              aria-label={t('map.views.remove', { name: view.name })}
              onClick={() => kept.set(views.filter((one) => one.name !== view.name))}
            >
              <DeleteOutlined />
            </button>
          </li>
        ))}
      </ul>
      <Input
        size="small"
        maxLength={40}
        disabled={!kept.loaded}
        aria-label={t('map.views.name')}
        placeholder={t('map.views.name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onPressEnter={onEnter(save)}
      />
      <Button size="small" disabled={!kept.loaded || wanted === '' || isFull} onClick={save}>
        {t(views.some((view) => view.name === wanted) ? 'map.views.replace' : 'map.views.save')}
      </Button>
      {isFull && <p className="cw-layer-note">{t('map.views.full', { count: mostViews })}</p>}
    </div>
  );
}

/** What was kept, as far as it is what we kept. */
export function viewsOf(value: unknown): SavedMapView[] {
  return (Array.isArray(value) ? value : []).flatMap((one: unknown): SavedMapView[] => {
    if (!isObject(one) || typeof one.name !== 'string' || !isObject(one.view)) return [];
    const { latitude, longitude, zoom } = one.view;
    if (typeof latitude !== 'number' || typeof longitude !== 'number' || typeof zoom !== 'number') return [];
    const shown = Array.isArray(one.shown) ? one.shown.filter((id) => typeof id === 'string') : [];
    const view = { latitude, longitude, zoom };
    return [{ name: one.name, view, shown, look: lookOf(one.look), filter: filterOf(one.filter) }];
  });
}
