import { useCallback, useEffect, useRef, useState } from 'react';
import type { Target } from '#domain/surveillance/track/target.ts';
import { serviceSettings } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import { createTargetStore, type TargetStore } from '#web/map/target-store.ts';
import { createRecordedSky, minuteMs } from './recorded-sky.ts';

export interface PlaybackState {
  /** The moment shown, UTC ms. */
  at: number;
  isPlaying: boolean;
  /** Minutes are being fetched that the picture waits for. */
  isWaiting: boolean;
  error: unknown;
}

export interface Playback extends PlaybackState {
  store: TargetStore;
  seek(at: number): void;
  play(on: boolean): void;
  retry(): void;
}

const stepMs = 250;
/** Minutes in one request. */
const chunk = 5;

/** Recorded tracks played on a map: fetched ahead, shown at their time, from `from` to `to` (UTC ms) and there again or no further. */
export function usePlayback(options: {
  start: number;
  from: number;
  to: number;
  speed: number;
  loop: boolean;
  /** Absent: every track is shown. */
  keep?: (target: Target) => boolean;
  /** It is a globe that shows them: the user's coverageId3s bound it. */
  globe?: boolean;
}): Playback {
  const [store] = useState(createTargetStore);
  const [sky] = useState(createRecordedSky);
  const [state, setState] = useState<PlaybackState>({
    at: options.start,
    isPlaying: false,
    isWaiting: false,
    error: null,
  });
  const at = useRef(options.start);
  const playing = useRef(false);
  const fetching = useRef(new Set<number>());
  const failed = useRef<unknown>(null);
  const latest = useRef(options);
  latest.current = options;

  const fetchFrom = useCallback(
    async (minute: number) => {
      if (fetching.current.has(minute)) return;
      fetching.current.add(minute);
      try {
        const to = minute + chunk * minuteMs;
        const { items } = await callService('Playback', 'GetTracks', {
          from: new Date(minute).toISOString(),
          to: new Date(to).toISOString(),
          ...(latest.current.globe ? { globe: true } : {}),
        });
        sky.add(minute, to, items, Date.now());
        failed.current = null;
      } catch (error) {
        failed.current = error;
      } finally {
        fetching.current.delete(minute);
      }
    },
    [sky],
  );

  /** Whether all that the picture of this moment needs is here; asks for what is not, and for what comes next. */
  const prepare = useCallback(
    (moment: number): boolean => {
      const { speed, to } = latest.current;
      const first = Math.floor((moment - serviceSettings.get().dropAfterMs) / minuteMs) * minuteMs;
      const ahead = Math.min(to, moment + Math.max(2 * minuteMs, speed * 5_000));
      let isReady = true;
      for (let minute = first; minute <= ahead; minute += minuteMs) {
        if (sky.isFresh(minute, Date.now())) continue;
        if (minute <= moment && !sky.has(minute)) isReady = false;
        const start = Math.floor(minute / (chunk * minuteMs)) * chunk * minuteMs;
        if (failed.current === null) void fetchFrom(start);
      }
      return isReady;
    },
    [sky, fetchFrom],
  );

  useEffect(() => {
    let before = performance.now();
    const timer = setInterval(() => {
      const nowMs = performance.now();
      const passed = nowMs - before;
      before = nowMs;
      const { from, to, speed, loop, keep } = latest.current;
      let next = at.current + (playing.current ? passed * speed : 0);
      if (playing.current && next >= to) {
        next = loop ? from : to;
        if (loop) store.clear();
        else playing.current = false;
      }
      const isReady = prepare(next);
      if (isReady) {
        at.current = next;
        const all = sky.at(next, serviceSettings.get().dropAfterMs);
        const targets = keep ? all.filter(keep) : all;
        store.apply({ kind: 'picture', at: next, targets, removed: [], feeds: [] }, nowMs);
      }
      setState({
        at: at.current,
        isPlaying: playing.current,
        isWaiting: !isReady && failed.current === null,
        error: failed.current,
      });
    }, stepMs);
    return () => clearInterval(timer);
  }, [store, sky, prepare]);

  const seek = useCallback(
    (moment: number) => {
      const { from, to } = latest.current;
      at.current = Math.max(from, Math.min(to, moment));
      store.clear();
      setState((now) => ({ ...now, at: at.current }));
    },
    [store],
  );
  const play = useCallback((on: boolean) => {
    const { from, to } = latest.current;
    if (on && at.current >= to) at.current = from;
    playing.current = on;
    setState((now) => ({ ...now, isPlaying: on }));
  }, []);
  const retry = useCallback(() => {
    failed.current = null;
  }, []);
  return { ...state, store, seek, play, retry };
}
