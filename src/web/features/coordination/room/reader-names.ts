import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { withNames } from '#domain/coordination/message-names.ts';
import type { Locale } from '#domain/text/label.ts';

/** A message from the hub, which readers of both languages receive, with the names of people in this reader's language. */
export function inReaderNames(message: ChatMessage, locale: Locale): ChatMessage {
  const { namesEn } = message;
  return namesEn && locale === 'en' ? withNames(message, namesEn) : message;
}
