import type { Labels } from '#contract/labels.ts';
import { listText } from '#domain/text/list-text.ts';
import { shownLocale } from '#web/client/shown-locale.ts';

/** A name that came with the answer, in the language of the screen where there are several; a dash where there is none. */
export function labelOf(labels: Labels, ...fields: string[]): string {
  for (const field of fields) {
    const own = labels[field];
    if (Array.isArray(own) && own.length > 0) return listText(own, shownLocale.get());
    if (typeof own === 'string' && own !== '') return own;
  }
  return '—';
}
