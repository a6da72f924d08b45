/** The service's own zone (decisions.md §1): Beijing time, which has no summer time. */
export const serviceZone = { label: 'CST', offsetMs: 8 * 3_600_000 } as const;

const pad = (value: number) => String(value).padStart(2, '0');

/** `2026-11-21 11:05:09` in the service's zone and `03:05:09` UTC. */
export function clockText(nowMs: number): { local: string; utc: string } {
  const local = new Date(nowMs + serviceZone.offsetMs).toISOString();
  const utc = new Date(nowMs);
  return {
    local: `${local.slice(0, 10)} ${local.slice(11, 19)}`,
    utc: `${pad(utc.getUTCHours())}:${pad(utc.getUTCMinutes())}:${pad(utc.getUTCSeconds())}`,
  };
}

/** A stored UTC time as people read it here: `2026-11-21 10:30 CST`. */
export function localText(iso: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const local = new Date(time + serviceZone.offsetMs).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 16)} ${serviceZone.label}`;
}

/** The same time as aviation writes it: `0230Z`. */
export function zuluText(iso: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const utc = new Date(time);
  return `${pad(utc.getUTCHours())}${pad(utc.getUTCMinutes())}Z`;
}
