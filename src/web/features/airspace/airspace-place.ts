import { useTranslation } from 'react-i18next';
import { nameIn } from '#domain/text/name-in.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { shownLocale } from '#web/client/shown-locale.ts';
import { enumChoices } from '#web/engine/labels.ts';

/** What it is called; of one whose name the reader may not see, its number. */
export function airspaceName({
  id,
  name,
  nameEn,
}: {
  id: number;
  name: string | null;
  nameEn?: string | null;
}): string {
  return nameIn({ name, nameEn }, shownLocale.get()) ?? `#${id}`;
}

/** Says where a field of an airspace is: `upper.value` → `Upper limit`. */
export function useAirspacePlaceOf(): (field: string) => string {
  const label = useLabel();
  return (field) => {
    const [head = ''] = field.split('.');
    return label(resourceNamed('airspace')?.schema.properties[head]?.['x-label']);
  };
}

/** Words of an airspace's enumerations, e.g. of its kind. */
export function useAirspaceWord(): (field: string, value: unknown) => string {
  const locale = useLocale();
  const { t } = useTranslation();
  return (field, value) => {
    if (value === null || value === undefined || value === '') return t('airspace.none');
    const schema = resourceNamed('airspace')?.schema.properties[field];
    const choice = schema && enumChoices(schema, locale).find((one) => String(one.value) === String(value));
    return choice?.label ?? String(value);
  };
}
