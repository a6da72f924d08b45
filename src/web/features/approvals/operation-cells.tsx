import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import type { CellProps } from '#web/engine/cells.tsx';
import { enumChoices } from '#web/engine/labels.ts';

/** What was done to a document, in the words of its kind: plans have their own, all others are audited. */
export function ActionCell({ value, record: { recordResource } }: CellProps) {
  const { t } = useTranslation();
  const group = recordResource === 'plan' ? 'plan.did' : 'audit.action';
  return t(`${group}.${String(value)}`, { defaultValue: String(value) });
}

/** The state of a document by its number, in the words of its schema. */
export function StateCell({ value, record: { recordResource } }: CellProps) {
  const locale = useLocale();
  const resource = resourceNamed(String(recordResource));
  const schema = resource?.schema.properties[resource.approval?.state ?? 'state'];
  const choice = schema && enumChoices(schema, locale).find((one) => one.value === value);
  return choice?.label ?? String(value);
}
