import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { withNames } from '#domain/coordination/message-names.ts';
import type { Locale } from '#domain/text/label.ts';

/** A message from the hub, which readers of both languages receive, with names and the server's texts in this reader's language. */
export function inReaderNames(message: ChatMessage, locale: Locale): ChatMessage {
  if (locale !== 'en') return message;
  const { namesEn = {}, text, textEn = text } = message;
  return { ...withNames(message, namesEn), text: textEn };
}
