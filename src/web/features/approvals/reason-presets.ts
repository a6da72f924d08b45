/** Why something is rejected or returned, as it is said again and again: codes, each with its text `approval.reason.<code>`. */
export const reasonCodes = {
  plan: ['R01', 'R02', 'R03', 'R04', 'R05', 'R06'],
  release: ['R02', 'R03', 'R05', 'R07', 'R08'],
  order: ['R02', 'R05', 'R08', 'R12', 'R13'],
  record: ['R01', 'R09', 'R10', 'R11'],
} as const satisfies Record<string, readonly string[]>;

/** A reason with one more line: what was typed stays, and nothing is said twice. */
export function withReason(before: string, line: string): string {
  if (before.split('\n').includes(line)) return before;
  return before.trim() === '' ? line : `${before.trimEnd()}\n${line}`;
}
