import type { TFunction } from 'i18next';
import { isInvented } from '#domain/surveillance/track/identity.ts';
import { targetIdentity, targetName } from '#domain/surveillance/track/target-name.ts';
import { zulu } from '#web/map/target-text.ts';
import type { SkyTrack } from './recorded-sky.ts';
import type { Separation } from './separation.ts';

export const trackName = (track: SkyTrack): string => targetName({ ...track, id: track.track });

/** `780AB1 · 24-bit address of ICAO`; a dash for a track that names itself by its callsign alone. */
export function identityText(t: TFunction, { track, icao24, addressType }: SkyTrack): string {
  const identity = targetIdentity({ icao24, id: track });
  return [identity, addressType && t(`track.value.${addressType}`)].filter(Boolean).join(' · ') || '—';
}

/** The name, with the kind of its identity where that is not an address of ICAO's. */
export function nameWithKind(t: TFunction, track: SkyTrack): string {
  const { addressType } = track;
  return addressType !== null && isInvented(addressType)
    ? t('playback.incident.nameOfKind', { name: trackName(track), kind: t(`track.value.${addressType}`) })
    : trackName(track);
}

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
