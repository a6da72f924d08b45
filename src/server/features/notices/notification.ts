import type { UserNotification } from '#contract/hub.ts';
import type { Locale } from '#domain/text/label.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { numberOf, stringOf } from '#domain/text/narrow.ts';
import type { RecordChange } from '#server/kernel/changes.ts';

/** A new reminder as ABP's hub notifies its user of it; null: the change is none. */
export function notificationOf({ resource, action, id, record, at }: RecordChange): UserNotification | null {
  return resource === 'reminder' && action === 'create' ? notificationView(id, record, at) : null;
}

/** A reminder as ABP's clients see it; null: it is nobody's. */
export function notificationView(
  id: number,
  record: Readonly<Record<string, unknown>>,
  at: string,
): UserNotification | null {
  const userId = numberOf(record.user);
  if (userId === null) return null;
  const content = stringOf(record.content) ?? '';
  const contentEn = stringOf(record.contentEn) ?? content;
  // ABP's message is one text: what the person who acted wrote is its second line.
  const message = (locale: Locale) =>
    [locale === 'en' ? contentEn : content, wordedIn(record.opinion, locale)].filter(Boolean).join('\n');
  const guid = guidOf(id);
  return {
    id: guid,
    tenantId: null,
    userId,
    state: record.isRead === 1 ? 1 : 0,
    notification: {
      id: guid,
      tenantId: null,
      notificationName: 'Reminder',
      data: {
        type: 'Abp.Notifications.MessageNotificationData',
        message: message('zh-Hans'),
        properties: { Message: message('zh-Hans'), MessageEn: message('en') },
      },
      entityTypeName: stringOf(record.documentResource),
      entityId: numberOf(record.documentId),
      severity: record.isWarning === true ? 2 : 0,
      creationTime: at,
    },
    targetNotifiers: null,
    targetNotifiersList: [],
  };
}

/** The number of a reminder in the shape of a GUID: the same wherever it is named. */
export function guidOf(id: number): string {
  return `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`;
}

/** The reminder that such a GUID names; null: it names none. */
export function reminderOf(guid: string): number | null {
  const [, hex] = /^00000000-0000-4000-8000-([0-9a-f]{12})$/i.exec(guid) ?? [];
  return hex === undefined ? null : Number.parseInt(hex, 16);
}
