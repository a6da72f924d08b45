import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MapLayer } from './layers/index.ts';
import type { LayerState } from './use-layers.ts';

/** Switches that are not layers of their own. */
export const targetSwitches = ['labels'] as const;

/** Pictures below all that is drawn, the highest first. */
export const pictureSwitches = [
  { id: 'lightning', shownAtFirst: true, needsTerrain: false },
  { id: 'rain', shownAtFirst: true, needsTerrain: false },
  { id: 'hillshade', shownAtFirst: true, needsTerrain: true },
  { id: 'contours', shownAtFirst: false, needsTerrain: true },
] as const;

/** Which of the pictures a map can show. */
export interface Pictures {
  /** Null: it shows no terrain of its own. */
  hasTerrain: boolean | null;
  hasLightning: boolean;
}

/** What has its times stands together, after the rest. */
const byGroup = (a: MapLayer, b: MapLayer) =>
  Number(a.group === 'information') - Number(b.group === 'information');

/** Turns the layers of the map on and off; says which is loading and which could not be loaded. */
export function LayerSwitch({
  layers,
  states,
  shown,
  pictures,
  onToggle,
  onRetry,
}: {
  layers: MapLayer[];
  states: Record<string, LayerState>;
  shown: ReadonlySet<string>;
  pictures: Pictures;
  onToggle: (id: string, on: boolean) => void;
  onRetry: (id: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <ul className="cw-layers">
      {targetSwitches.map((id) => (
        <li key={id}>
          <Checkbox checked={shown.has(id)} onChange={(event) => onToggle(id, event.target.checked)}>
            {t(`map.layer.${id}`)}
          </Checkbox>
        </li>
      ))}
      {pictureSwitches
        .filter(({ id }) => id !== 'lightning' || pictures.hasLightning)
        .filter(({ needsTerrain }) => !needsTerrain || pictures.hasTerrain !== null)
        .map(({ id, needsTerrain }) => {
          const isMissing = needsTerrain && !pictures.hasTerrain;
          return (
            <li key={id}>
              <Checkbox
                checked={shown.has(id) && !isMissing}
                disabled={isMissing}
                onChange={(event) => onToggle(id, event.target.checked)}
              >
                {t(`map.layer.${id}`)}
              </Checkbox>
              {isMissing && <span className="cw-layer-note">{t('map.terrain.none')}</span>}
            </li>
          );
        })}
      {[...layers]
        .reverse()
        .sort(byGroup)
        .map(({ id, titleKey, group }, index, all) => (
          <li key={id}>
            {group === 'information' && all[index - 1]?.group !== group && (
              <h3 className="cw-layer-group">{t('map.information.title')}</h3>
            )}
            <Checkbox checked={shown.has(id)} onChange={(event) => onToggle(id, event.target.checked)}>
              {t(titleKey)}
            </Checkbox>
            {states[id] === 'loading' && <span className="cw-layer-note">{t('map.layer.loading')}</span>}
            {states[id] === 'partial' && (
              <span className="cw-layer-note" role="alert">
                {t('map.layer.partial')}
              </span>
            )}
            {states[id] === 'failed' && (
              <span className="cw-layer-note" role="alert">
                {t('map.layer.failed')}{' '}
                <button type="button" className="cw-link" onClick={() => onRetry(id)}>
                  {t('map.layer.retry')}
                </button>
              </span>
            )}
          </li>
        ))}
    </ul>
  );
}
