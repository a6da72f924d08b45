import type { TFunction } from 'i18next';
import type { ChatMessage } from '#contract/coordination/shapes.ts';

/** What happened in a room, in the words of the reader's language. */
export function eventText({ event, authorName }: ChatMessage, t: TFunction): string {
  if (!event) return '';
  const users = event.users.map(({ name }) => name).join(t('chat.comma'));
  return t(`chat.event.${event.type}`, { by: authorName, users, text: event.text ?? '' });
}
