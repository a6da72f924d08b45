/** Start and end of a flight (specification §9: 6 s); approval notices stay until they are closed; all else 60 s. */
const dynamics = new Set(['takeOff', 'land', 'revertReport', 'editReport']);
const approvals = new Set([
  'submit',
  'approve',
  'reject',
  'return',
  'reassign',
  'applyRelease',
  'allow',
  'allowRestricted',
  'refuse',
  'stepOverdue',
  'stopFlight',
  'recall',
  'liftOrder',
]);
/** Not worth a word to anyone else: nobody waits for it. */
const quiet = new Set(['create', 'edit', 'delete', 'split', 'takeUp', 'takeUpRelease']);

/** How long the toast of a plan's message stays, in seconds; 0: until it is closed; null: none at all. */
export function toastSeconds(type: string): number | null {
  const [resource, action = ''] = type.split('.');
  if (resource !== 'plan' || quiet.has(action)) return null;
  if (dynamics.has(action)) return 6;
  return approvals.has(action) ? 0 : 60;
}
