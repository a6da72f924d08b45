import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { resourceNamed } from '../../catalogue.ts';
import { useLocale } from '../../locale.ts';
import { enumChoices } from '../../resources/labels.ts';

interface Props {
  kinds: string[];
  onText: (text: string) => void;
  onKinds: (kinds: string[]) => void;
}

/** Airspaces by their words and their kinds. */
export function AirspaceSearch({ kinds, onText, onKinds }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const kind = resourceNamed('airspace')?.schema.properties.kind;
  return (
    <>
      <Input.Search
        allowClear
        style={{ width: 240 }}
        placeholder={t('airspace.library.search')}
        aria-label={t('airspace.library.search')}
        onSearch={onText}
      />
      <Select<string[]>
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        style={{ minWidth: 220 }}
        value={kinds}
        placeholder={t('airspace.library.kinds')}
        aria-label={t('airspace.library.kinds')}
        optionFilterProp="label"
        options={(kind ? enumChoices(kind, locale) : []).map(({ value, label }) => ({
          value: String(value),
          label,
        }))}
        onChange={onKinds}
      />
    </>
  );
}
