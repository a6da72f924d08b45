import type { TFunction } from 'i18next';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { zulu } from '#web/map/target-text.ts';
import type { SkyTrack } from './recorded-sky.ts';
import type { Separation } from './separation.ts';

export const trackName = (track: SkyTrack): string => targetName({ ...track, id: track.track });

/** `1,376 m`, and from 10 km on `12.3 km`. */
export function metresText(metres: number): string {
  return metres < 10_000
    ? `${Math.round(metres).toLocaleString('en-US')} m`
    : `${(metres / 1_000).toFixed(1)} km`;
}

/** How far two were apart and when, with its time in UTC. */
export function separationText(t: TFunction, { at, horizontalM, verticalM }: Separation): string {
  const vertical =
    verticalM === null
      ? t('playback.incident.noVertical')
      : t('playback.incident.vertical', { distance: metresText(verticalM) });
  return [metresText(horizontalM), vertical, zulu(at)].join(' · ');
}
