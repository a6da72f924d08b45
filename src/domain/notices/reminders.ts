import { own } from '#domain/text/own.ts';

/** What of the real-time messages is kept as a reminder for those whose document it concerns (specification §3). */
const reminding = new Set([
  'plan.approve',
  'plan.reject',
  'plan.return',
  'plan.allow',
  'plan.allowRestricted',
  'plan.refuse',
  'plan.lapse',
  'plan.overdue',
  'plan.stopFlight',
  'plan.recall',
  'plan.liftOrder',
  'plan.conflict',
  'plan.notam',
  'airspace.notam',
  'plan.weather',
  'airspace.weather',
  'planMessage.failed',
  'airspace.close',
  'airspace.extended',
  'airspace.extensionDeclined',
  'airspace.cancelled',
  'airspace.version',
  'airspace.expiring',
]);

/**
 * What must not wait for anybody's morning: it is about somebody in the air, keeps a flight from being safe, is an order, or
 * is something of the service itself that has failed.
 */
const warning = new Set([
  'plan.overdue',
  'plan.stopFlight',
  'plan.recall',
  'plan.conflict',
  'plan.notam',
  'plan.weather',
  'airspace.notam',
  'airspace.weather',
  'airspace.close',
  'planMessage.failed',
  'coordination.order',
  'monitorAlarm.raised',
  'informationSource.silent',
]);

/** How the approval of a record ends for its company, whatever the record is. */
const ends = new Set(['approved', 'rejected', 'returned', 'expired']);

/**
 * What waits outside of any flow for somebody to act, and the permission to do so: whoever holds that for a body has a
 * reminder for as long as it waits.
 */
const asking: Record<string, string[]> = {
  'airspace.extensionAsked': ['Pages.AirspaceApproval.Library'],
  'informationSource.silent': ['Pages.Operating'],
  'plan.overdue': ['Pages.BaseManage.Craft_Audit', 'Pages.FlightWatch.Navigation_3D'],
  'monitorAlarm.raised': ['Pages.Statistics.SoftwareMonitor'],
};
/** What ends the waiting for what; a request for an extension ends in several ways, and with its airspace. */
const answering: Record<string, string | null> = {
  'airspace.extensionWithdrawn': null,
  'airspace.expired': null,
  'monitorAlarm.acknowledged': 'monitorAlarm.raised',
  'monitorAlarm.cleared': 'monitorAlarm.raised',
  'plan.land': 'plan.overdue',
  'plan.revertReport': 'plan.overdue',
};

/** The permission to do what a message of this type asks for; null: it asks for nothing. */
export function decidedBy(type: string): string[] | null {
  return own(asking, type) ?? null;
}

/** Whose reminders end with a message of this type: those that this type of message has brought; null: none. */
export function answers(type: string): string | null {
  return own(answering, type) ?? null;
}

/** Have somebody's reminders changed after a message of this type? */
export function changesReminders(type: string): boolean {
  return isReminding(type) || Object.hasOwn(asking, type) || Object.hasOwn(answering, type);
}

/** Is a message of this type told in quiet hours too? */
export function isWarning(type: string): boolean {
  return warning.has(type);
}

/** Is a message of this type (`plan.approve`, `aircraft.rejected` …) worth a reminder? */
export function isReminding(type: string): boolean {
  const [, event = ''] = type.split('.');
  return reminding.has(type) || ends.has(event) || type.startsWith('meeting.');
}
