/** What of the real-time messages is kept as a reminder for those whose document it concerns (specification §3). */
const reminding = new Set([
  'plan.approve',
  'plan.reject',
  'plan.return',
  'plan.allow',
  'plan.allowRestricted',
  'plan.refuse',
  'plan.lapse',
  'plan.conflict',
  'planMessage.failed',
  'airspace.close',
  'airspace.extended',
  'airspace.extensionDeclined',
  'airspace.cancelled',
  'airspace.version',
  'airspace.expiring',
]);

/** How the approval of a record ends for its company, whatever the record is. */
const ends = new Set(['approved', 'rejected', 'returned', 'expired']);

/** Is a message of this type (`plan.approve`, `aircraft.rejected` …) worth a reminder? */
export function isReminding(type: string): boolean {
  const [, event = ''] = type.split('.');
  return reminding.has(type) || ends.has(event);
}
