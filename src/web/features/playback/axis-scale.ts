/** Ends and steps of an axis in round numbers. */
export interface AxisScale {
  min: number;
  max: number;
  interval: number;
}

/** From 0 to the first round step that holds `most`. */
export function roundScale(most: number, steps = 6): AxisScale {
  const wanted = Math.max(most, 0.1) / steps;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const interval = Number(
    (([1, 2, 5].find((factor) => factor * power >= wanted) ?? 10) * power).toPrecision(12),
  );
  return {
    min: 0,
    max: Number((Math.ceil(most / interval - 1e-9) * interval || interval).toPrecision(12)),
    interval,
  };
}

const minuteMs = 60_000;

/** From and to (UTC ms) in whole steps of minutes. */
export function timeScale(from: number, to: number, steps = 6): AxisScale {
  const wanted = (to - from) / steps;
  const minutes = [1, 2, 5, 10, 15, 30, 60].find((count) => count * minuteMs >= wanted) ?? 120;
  const interval = minutes * minuteMs;
  return {
    min: Math.floor(from / interval) * interval,
    max: Math.max(Math.ceil(to / interval), Math.floor(from / interval) + 1) * interval,
    interval,
  };
}

/** `0.30000000000000004` as `0.3`. */
export const roundText = (value: number): string => String(Number(value.toPrecision(6)));
