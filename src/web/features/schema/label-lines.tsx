import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DefinitionError } from '#contract/schema-overlay.ts';
import type { Label } from '#domain/text/label.ts';
import { errorAt } from './draft.ts';
import { FormLine } from './form-line.tsx';

interface Props {
  /** Key of what is labelled, e.g. `schema.label`; each language is named behind it. */
  titleKey: string;
  value: Label;
  path: string;
  errors: readonly DefinitionError[];
  onChange: (label: Label) => void;
  onLeave?: () => void;
  long?: boolean;
}

/** A text in both languages of the product. */
export function LabelLines({ titleKey, value, path, errors, onChange, onLeave, long = false }: Props) {
  const { t } = useTranslation();
  return (['zh-Hans', 'en'] as const).map((locale) => (
    <FormLine
      key={locale}
      label={t('schema.inLanguage', { what: t(titleKey), language: t(`schema.language.${locale}`) })}
      error={errorAt(errors, `${path}.${locale}`)}
    >
      {(control) => (
        <Input
          {...control}
          lang={locale}
          value={value[locale]}
          maxLength={long ? 400 : 64}
          onChange={(event) => onChange({ ...value, [locale]: event.target.value })}
          onBlur={onLeave}
        />
      )}
    </FormLine>
  ));
}
