import { i18n } from '#web/client/i18n.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { shownLocale } from '#web/client/shown-locale.ts';
import { enumChoices, type RecordValues } from '#web/engine/labels.ts';
import { sourceText } from '#web/engine/show/source-text.ts';

/** What was done to a document, in the words of its kind: plans have their own, all others are audited. */
export function actionWord(action: unknown, { recordResource }: RecordValues): string {
  const group = recordResource === 'plan' ? 'plan.did' : 'audit.action';
  return i18n.t(`${group}.${String(action)}`, { defaultValue: String(action) });
}

/** The state of a document by its number, in the words of its schema. */
export function stateWord(state: unknown, { recordResource }: RecordValues): string {
  const resource = resourceNamed(String(recordResource));
  const schema = resource?.schema.properties[resource.approval?.state ?? 'state'];
  const choice = schema && enumChoices(schema, shownLocale.get()).find(({ value }) => value === state);
  return choice?.label ?? String(state);
}

/** Who did it, by the name they had at the time. What the product does by itself has no user. */
export function actorWord(name: unknown, { operatedBy }: RecordValues): string {
  return typeof operatedBy === 'number' ? String(name) : i18n.t('form.source.system');
}

/** What it was done through. */
export const channelWord = (channel: unknown): string => sourceText(i18n.t, String(channel));
