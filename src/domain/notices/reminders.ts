import { decidingPermissions } from '#domain/approvals/flow.ts';
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
  'detour.accepted',
  'detour.refused',
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
  'detour.applied',
  'detour.accepted',
  'detour.refused',
  'planMessage.failed',
  'coordination.order',
  'monitorAlarm.raised',
  'informationSource.silent',
]);

/** How the approval of a record ends for its company, whatever the record is. */
const ends = new Set(['approved', 'rejected', 'returned', 'expired']);

/** The type of messages to those who may take the waiting step of a flow. */
export const waitsType = 'flow.waits';

/**
 * What waits outside of any flow for somebody to act, and the permission to do so: whoever holds that for a body has a
 * reminder for as long as it waits.
 */
const asking: Record<string, string[]> = {
  'airspace.extensionAsked': ['Pages.AirspaceApproval.Library'],
  'informationSource.silent': ['Pages.Operating'],
  'plan.overdue': ['Pages.BaseManage.Craft_Audit', 'Pages.FlightWatch.Navigation_3D'],
  'detour.applied': decidingPermissions.plan,
  'monitorAlarm.raised': ['Pages.Statistics.SoftwareMonitor'],
};
/** Of these only who is named by a flow of the record, and is not its applicant. */
const askingNamed = new Set(['detour.applied']);

const orders = ['plan.stopFlight', 'plan.recall'];
/**
 * Which messages are over with which: those that wait are taken back, others are marked as read. A request for an extension
 * ends in several ways, and with its airspace: the airspace feature ends it.
 */
const ending: Record<string, readonly string[]> = {
  'airspace.extensionWithdrawn': [],
  'airspace.expired': [],
  'monitorAlarm.acknowledged': ['monitorAlarm.raised'],
  'monitorAlarm.cleared': ['monitorAlarm.raised'],
  'detour.accepted': ['detour.applied'],
  'detour.refused': ['detour.applied'],
  'plan.stopFlight': orders,
  'plan.recall': orders,
  'plan.liftOrder': orders,
  'plan.land': ['plan.overdue', 'detour.applied', ...orders],
  'plan.revertReport': ['plan.overdue'],
};

/** The permission to do what a message of this type asks for; null: it asks for nothing. */
export function decidedBy(type: string): string[] | null {
  return own(asking, type) ?? null;
}

/** Must a flow of the record name whoever gets a message of this type? */
export function isForNamed(type: string): boolean {
  return askingNamed.has(type);
}

/** The types of messages about the same record that are over with a message of this type. */
export function endedBy(type: string): readonly string[] {
  return own(ending, type) ?? [];
}

/** Have somebody's reminders changed after a message of this type? */
export function changesReminders(type: string): boolean {
  return isReminding(type) || Object.hasOwn(asking, type) || Object.hasOwn(ending, type);
}

/** After which events a document may wait for others to decide on it, who then have a message of that instead. */
const startsWaiting = new Set([
  'submit',
  'applyRelease',
  'editRelease',
  'approve',
  'reassign',
  'submitted',
  'stepApproved',
  'reassigned',
]);

/** Real-time messages of this type are, for some users, also messages of the message centre: of these types. */
export function storedAs(type: string): readonly string[] {
  const [, event = ''] = type.split('.');
  return [
    ...(isReminding(type) || Object.hasOwn(asking, type) ? [type] : []),
    ...(startsWaiting.has(event) ? [waitsType] : []),
  ];
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
