/** What every ticket of a share link begins with: it is told apart from the ticket of a registration by this. */
export const shareMark = 'cws_';

export type ShareState = 'active' | 'expired' | 'withdrawn';

/** How a link stands at a moment (UTC ms). */
export function shareState(
  { expiresAt, withdrawnAt }: { expiresAt: string; withdrawnAt?: string | null | undefined },
  nowMs: number,
): ShareState {
  if (withdrawnAt) return 'withdrawn';
  return Date.parse(expiresAt) > nowMs ? 'active' : 'expired';
}

/** The parameters of links, hours. */
export interface ShareLimits {
  /** How long a link holds where nothing else is asked for. */
  usualHours: number;
  /** The longest that may be asked for; 0: no links are made, and those that there are show nothing. */
  mostHours: number;
}

const hourMs = 3_600_000;

/** Why a link may not end then; null: it may. A minute's grace, for clocks that differ. */
export function endError(
  endMs: number,
  nowMs: number,
  { mostHours }: ShareLimits,
): 'invalid' | 'past' | 'tooLate' | null {
  if (!Number.isFinite(endMs)) return 'invalid';
  if (endMs <= nowMs) return 'past';
  return endMs > nowMs + mostHours * hourMs + 60_000 ? 'tooLate' : null;
}
