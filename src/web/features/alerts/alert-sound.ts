import { useEffect, useRef } from 'react';
import type { AlertView } from '#contract/alerts.ts';
import { createStore, useStore } from '#web/client/store.ts';
import { isOpen } from './alert-store.ts';

/** Tones of each level: how high in Hz, how long in s, how many. */
const tones: Record<AlertView['level'], { hertz: number; lastsS: number; times: number }> = {
  advisory: { hertz: 520, lastsS: 0.15, times: 1 },
  caution: { hertz: 740, lastsS: 0.2, times: 2 },
  warning: { hertz: 980, lastsS: 0.25, times: 4 },
};
/** A warning that nobody acknowledges sounds again. */
const againMs = 5_000;
const silenceMs = 10 * 60_000;
const levels = ['advisory', 'caution', 'warning'] as const;

/** Until when this screen is silent, UTC ms; never without an end. */
export const silentUntil = createStore(0);
export const silence = () => silentUntil.set(Date.now() + silenceMs);
export const speakAgain = () => silentUntil.set(0);

let context: AudioContext | undefined;

export function play(level: AlertView['level']): void {
  context ??= new AudioContext();
  // A browser lets a page sound only after somebody has touched it.
  void context.resume().catch(() => undefined);
  const { hertz, lastsS, times } = tones[level];
  for (let i = 0; i < times; i += 1) {
    const from = context.currentTime + i * lastsS * 1.6;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0.0001, from);
    gain.gain.exponentialRampToValueAtTime(0.25, from + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + lastsS);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(from);
    oscillator.stop(from + lastsS);
  }
}

/** Sounds what is new, by its level, and a warning again until it is acknowledged. Returns until when it is silent. */
export function useAlertSound(alerts: readonly AlertView[]): number {
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
  return until;
}
