import { useEffect } from 'react';
import { isTimeZone } from '#domain/text/times.ts';
import { serviceSettings } from './clock.ts';
import { isObject } from './http.ts';
import { onHubEvent, onReconnected } from './hub.ts';
import { callService } from './services.ts';
import { session } from './session.ts';

let asked: Promise<void> | undefined;

/** The service's time zone and the ages of marks, asked for once a visit, with a session or without. */
export function serviceSettingsReady(): Promise<void> {
  asked ??= readServiceSettings();
  return asked;
}

/** Where the answer does not come, the screens go on with what they know. */
async function readServiceSettings(): Promise<void> {
  const answer = await callService<unknown>('Session', 'GetCurrentLoginInformations', {}, 'GET').catch(
    () => null,
  );
  const application = isObject(answer) ? answer.application : undefined;
  if (!isObject(application)) {
    // Asked again by whoever comes next.
    asked = undefined;
    return;
  }
  // A browser may know fewer zones than the server.
  const { timeZone, dimAfterS, dropAfterS } = application;
  const before = serviceSettings.get();
  const next = {
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : before.timeZone,
    dimAfterMs: typeof dimAfterS === 'number' ? dimAfterS * 1000 : before.dimAfterMs,
    dropAfterMs: typeof dropAfterS === 'number' ? dropAfterS * 1000 : before.dropAfterMs,
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
