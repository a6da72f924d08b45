import type { UserNotification } from '#contract/hub.ts';
import { numberOf, stringOf } from '#domain/text/narrow.ts';
import type { RecordChange } from '#server/kernel/changes.ts';

/** A new reminder as ABP's hub notifies its user of it; null: the change is none. */
export function notificationOf({ resource, action, id, record, at }: RecordChange): UserNotification | null {
  const userId = numberOf(record.user);
  if (resource !== 'reminder' || action !== 'create' || userId === null) return null;
  const content = stringOf(record.content) ?? '';
  const guid = guidOf(id);
  return {
    id: guid,
    tenantId: null,
    userId,
    state: 0,
    notification: {
      id: guid,
      tenantId: null,
      notificationName: 'Reminder',
      data: {
        type: 'Abp.Notifications.MessageNotificationData',
        message: content,
        properties: { Message: content, MessageEn: stringOf(record.contentEn) ?? content },
      },
      entityTypeName: stringOf(record.documentResource),
      entityId: numberOf(record.documentId),
      severity: 0,
      creationTime: at,
    },
    targetNotifiers: null,
    targetNotifiersList: [],
  };
}

/** The number of a reminder in the shape of a GUID: the same wherever it is named. */
function guidOf(id: number): string {
  return `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`;
}
