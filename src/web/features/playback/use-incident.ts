import { useQuery } from '@tanstack/react-query';
import type { Incident } from '#contract/incident.ts';
import type { InputOf } from '#contract/services.ts';
import { callService } from '#web/client/services.ts';
import { type SkyTrack, unpackTrack } from './recorded-sky.ts';

/** All that is known of an alert, or of a moment and the tracks in it, and those tracks as they were recorded. */
export function useIncident(asked: InputOf<'Playback', 'GetIncident'>) {
  const incident = useQuery({
    queryKey: ['incident', asked],
    queryFn: () => callService('Playback', 'GetIncident', asked),
  });
  const { data } = incident;
  const tracks = useQuery({
    queryKey: ['incident', 'tracks', data?.from, data?.to, data?.tracks],
    queryFn: () => (data ? tracksOf(data) : []),
    enabled: data !== undefined,
  });
  return { incident, tracks };
}

async function tracksOf({ from, to, tracks }: Incident): Promise<SkyTrack[]> {
  const found = await Promise.all(
    tracks.map((track) => callService('Playback', 'GetTracks', { from, to, track })),
  );
  return found.flatMap(({ items }) => items.map(unpackTrack));
}
