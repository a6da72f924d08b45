import type { Locale } from '#domain/text/label.ts';
import { localText } from '#web/client/clock.ts';
import { i18n } from '#web/client/i18n.ts';
import { callService } from '#web/client/services.ts';
import type { FeatureStyle, MapFeature } from './map-feature.ts';

/** States are evaluated once a minute. */
export const interferenceEveryMs = 60_000;

/** Told apart by the pattern and the label; grey, so that no cell is taken for a closed airspace. */
export const interferenceStyle = (state: string): FeatureStyle =>
  state === 'interference'
    ? { colour: 'neutral', width: 1, dash: [2, 3], inside: 'hatch' }
    : { colour: 'neutral', width: 1, dash: [2, 3], inside: 'none' };

/** Cells with suspected or evident GNSS interference now, within the areas that the user watches. */
export async function loadInterference(_locale: Locale, signal: AbortSignal): Promise<MapFeature[]> {
  const { cells, degrees } = await callService('Equipment', 'GetInterferenceNow', {});
  if (signal.aborted) return [];
  return cells.map((one): MapFeature => {
    const { longitude: west, latitude: south, state, heard, affected, since, widenedM } = one;
    const [east, north] = [west + degrees, south + degrees];
    const title = i18n.t(`map.interference.${state}`);
    return {
      id: `interference-${west}-${south}`,
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      },
      style: interferenceStyle(state),
      label: title,
      labelMinZoom: 7,
      rank: 60,
      // It lies under everything: a click means what lies there.
      byOutline: true,
      card: {
        title,
        facts: [
          [i18n.t('map.interference.aircraft'), `${affected}/${heard}`],
          [i18n.t('map.interference.widened'), `${widenedM} m`],
          ...(since === null
            ? []
            : [
                [i18n.t('map.interference.since'), localText(new Date(since).toISOString())] satisfies [
                  string,
                  string,
                ],
              ]),
        ],
      },
    };
  });
}
