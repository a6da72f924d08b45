import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { enumChoices } from '#web/engine/labels.ts';

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
