import { useEffect, useRef } from 'react';
import { useStore } from '#web/client/store.ts';
import { againMs, play, type SoundLevel, silentUntil } from './level-sound.ts';
import { useSoundingTab } from './sounding-tab.ts';

const levels = ['warning', 'caution', 'advisory'] as const satisfies SoundLevel[];

interface Sounding {
  id: number;
  level: SoundLevel;
}

/**
 * Sounds what is new or has another level, and a warning again until it is gone from `open`; in one tab of the browser.
 * `what` names its kind; `muted`: silent besides the silence that is asked for on the list of alerts.
 */
export function useLevelSound(what: string, open: readonly Sounding[], now: number, muted = false): void {
  const heard = useRef(new Map<number, { level: SoundLevel; at: number }>());
  const isSilent = useStore(silentUntil) > now || muted;
  const isHere = useSoundingTab(what, !isSilent);
  useEffect(() => {
    // What another tab sounds is new here if that tab is closed.
    if (!isSilent && !isHere) return;
    const due = open.filter(({ id, level }) => {
      const last = heard.current.get(id);
      return last?.level !== level || (level === 'warning' && now - last.at >= againMs);
    });
    for (const { id, level } of due) heard.current.set(id, { level, at: now });
    const loudest = levels.find((level) => due.some((one) => one.level === level));
    if (loudest && !isSilent) play(loudest);
  }, [open, now, isSilent, isHere]);
}
