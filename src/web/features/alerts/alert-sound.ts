import { useEffect, useRef } from 'react';
import type { AlertView } from '#contract/alerts.ts';
import { useStore } from '#web/client/store.ts';
import { againMs, play, silentUntil } from '#web/ui/level-sound.ts';
import { isOpen } from './alert-store.ts';

const levels = ['advisory', 'caution', 'warning'] as const;

/** Sounds what is new, by its level, and a warning again until it is acknowledged. */
export function useAlertSound(alerts: readonly AlertView[]): void {
  const heard = useRef(new Map<number, { level: string; at: number }>());
  const until = useStore(silentUntil);
  useEffect(() => {
    const now = Date.now();
    const due = alerts.filter((alert) => {
      const last = heard.current.get(alert.id);
      return (
        isOpen(alert) &&
        (last?.level !== alert.level || (alert.level === 'warning' && now - last.at >= againMs))
      );
    });
    for (const { id, level } of due) heard.current.set(id, { level, at: now });
    const loudest = [...levels].reverse().find((level) => due.some((alert) => alert.level === level));
    if (loudest && now >= until) play(loudest);
  }, [alerts, until]);
}
