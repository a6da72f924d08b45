/** How long equipment was up and down; the rest of the time nobody watched, or it was switched off. Seconds. */
export interface Watched {
  upS: number;
  downS: number;
}

export const unwatched: Watched = { upS: 0, downS: 0 };

export const addWatched = (a: Watched, b: Watched): Watched => ({
  upS: a.upS + b.upS,
  downS: a.downS + b.downS,
});

/** Per cent of the watched time in which it was up, to a thousandth; null: it was not watched. */
export function availability({ upS, downS }: Watched): number | null {
  const all = upS + downS;
  // Rounded down: 100 is what was never down.
  return all <= 0 ? null : Math.floor((upS / all) * 100_000) / 1_000;
}

/** Per cent of a time that was watched at all, at most 100. */
export function watchedShare({ upS, downS }: Watched, ofS: number): number {
  return ofS <= 0 ? 0 : Math.min(100, Math.round(((upS + downS) / ofS) * 1_000) / 10);
}
