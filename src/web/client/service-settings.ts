import { useEffect } from 'react';
import { isTimeZone } from '#domain/text/times.ts';
import { serviceSettings } from './clock.ts';
import { onHubEvent, onReconnected } from './hub.ts';
import { callService } from './services.ts';
import { session } from './session.ts';

let loading: Promise<void> | undefined;

/** The service's time zone and the ages of marks, asked for once a visit, with a session or without. */
export function serviceSettingsReady(): Promise<void> {
  loading ??= readServiceSettings();
  return loading;
}

/** Where the answer does not come, the screens go on with what they know. */
async function readServiceSettings(): Promise<void> {
  const answer = await callService('Session', 'GetCurrentLoginInformations', {}).catch(() => null);
  if (!answer) {
    // Asked again by whoever comes next.
    loading = undefined;
    return;
  }
  // A browser may know fewer zones than the server.
  const { timeZone, dimAfterS, dropAfterS } = answer.application;
  const before = serviceSettings.get();
  const next = {
    timeZone: isTimeZone(timeZone) ? timeZone : before.timeZone,
    dimAfterMs: dimAfterS * 1000,
    dropAfterMs: dropAfterS * 1000,
  };
  if (JSON.stringify(next) !== JSON.stringify(before)) serviceSettings.set(next);
}

/** Mounted once in the frame: a parameter that is changed while the page is open comes to it. */
export function useServiceSettings(): void {
  useEffect(() => {
    const refresh = () => {
      if (session.bearer()) void readServiceSettings();
    };
    const stops = [
      onHubEvent('chat', 'recordChanged', ({ resource }) => {
        if (resource === 'parameter') refresh();
      }),
      onReconnected('chat', refresh),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
