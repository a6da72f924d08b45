import { nameIn } from './name-in.ts';

/**
 * For i18next, with `alwaysFormat`: in English the value `nameEn`, where there is one, fills the hole `name`, as in textIn;
 * `{{count, number}}` groups digits.
 */
export const holeFormatter = {
  type: 'formatter' as const,
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format(
    value: unknown,
    format: string | undefined,
    language: string | undefined,
    values: Record<string, unknown> = {},
  ): string {
    const shown =
      format?.trim() === 'number'
        ? new Intl.NumberFormat(language).format(Number(value))
        : nameIn(
            { name: value, nameEn: values[`${values.interpolationkey}En`] },
            language === 'en' ? 'en' : 'zh-Hans',
          );
    // i18next turns other values into text itself, and leaves the hole empty where there is none.
    return shown as string;
  },
};
