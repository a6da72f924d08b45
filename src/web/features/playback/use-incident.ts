import { useQuery } from '@tanstack/react-query';
import type { InputOf } from '#contract/services.ts';
import { callService } from '#web/client/services.ts';
import { unpackTrack } from './recorded-sky.ts';

type Asked = { alert: number } | InputOf<'Playback', 'GetIncident'>;

/** The report of an alert, or of a moment and its tracks, with the recorded tracks; `enabled`: the address names one. */
export function useIncident(asked: Asked, enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['incident', asked],
    queryFn: async () => {
      const { incident, tracks } = await ('alert' in asked
        ? callService('Playback', 'GetAlertIncident', { id: asked.alert })
        : callService('Playback', 'GetIncident', asked));
      return { incident, tracks: tracks.map(unpackTrack) };
    },
  });
}
