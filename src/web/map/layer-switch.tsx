import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MapLayer } from './layers/index.ts';
import type { LayerState } from './use-layers.ts';

/** Switches that are not layers of their own. */
export const targetSwitches = ['labels'] as const;

/** Turns the layers of the map on and off; says which is loading and which could not be loaded. */
export function LayerSwitch({
  layers,
  states,
  shown,
  onToggle,
  onRetry,
}: {
  layers: MapLayer[];
  states: Record<string, LayerState>;
  shown: ReadonlySet<string>;
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
      {[...layers].reverse().map(({ id, titleKey }) => (
        <li key={id}>
          <Checkbox checked={shown.has(id)} onChange={(event) => onToggle(id, event.target.checked)}>
            {t(titleKey)}
          </Checkbox>
          {states[id] === 'loading' && <span className="cw-layer-note">{t('map.layer.loading')}</span>}
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
