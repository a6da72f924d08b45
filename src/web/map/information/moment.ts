import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import type { Altitude } from '#domain/geo/altitude.ts';
import type { Moment } from '#web/map/layers/concern.ts';

/** How far ahead the slider goes, and by which steps, minutes. */
export const aheadMin = 24 * 60;
export const stepMin = 10;

/** So often what stands at "now" moves on. */
const beatMs = 30_000;

/**
 * The moment and height for which the map shows information (weather, notices): what does not concern them is dimmed.
 * A layer of information need not ask: its features say `holds` and `limits` (map-feature.ts), and the map dims them and
 * says why. One whose look changes with time says `at`. A component beside the map asks `useMoment()`.
 */
export interface MomentChoice extends Moment {
  /** Minutes from now; 0: now, and it moves on. */
  offsetMin: number;
  setOffsetMin(minutes: number): void;
  setLevel(level: Altitude | null): void;
}

export const MomentContext = createContext<MomentChoice | null>(null);

/** For when and what height information is shown; inside the situation map. */
export function useMoment(): MomentChoice {
  const moment = useContext(MomentContext);
  if (!moment) throw new Error('useMoment outside the situation map');
  return moment;
}

/** The choice itself, kept by the page of the map. */
export function useMomentChoice(): MomentChoice {
  const [offsetMin, setOffsetMin] = useState(0);
  const [level, setLevel] = useState<Altitude | null>(null);
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), beatMs);
    return () => clearInterval(timer);
  }, []);
  return useMemo(
    () => ({ atMs: nowMs + offsetMin * 60_000, level, offsetMin, setOffsetMin, setLevel }),
    [nowMs, offsetMin, level],
  );
}
