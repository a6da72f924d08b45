import type { ChangeMessage } from '#contract/hub.ts';
import type { Locale } from '#domain/text/label.ts';

/** What a message says in the language of the screen; what was said in one language only stays in it. */
export function wordsOf(
  { title, titleEn, content, contentEn, message, messageEn, unit, unitEn }: ChangeMessage,
  locale: Locale,
): Pick<ChangeMessage, 'title' | 'content' | 'message' | 'unit'> {
  if (locale !== 'en') return { title, content, message, unit };
  return {
    title: titleEn ?? title,
    content: contentEn ?? content,
    message: messageEn ?? message,
    unit: unitEn ?? unit,
  };
}
