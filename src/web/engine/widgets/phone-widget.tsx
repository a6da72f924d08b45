import type { WidgetProps } from '@rjsf/utils';
import { Input, Select, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlProps } from './input-widgets.tsx';
import { countryCodes, homeCode, joinPhone, splitPhone } from './phone.ts';

/** A phone number. A mobile number of the mainland has no other country; any other may. */
export function PhoneWidget(props: WidgetProps) {
  const { value, onChange, options, label } = props;
  const { t } = useTranslation();
  const control = controlProps(props);
  const given = splitPhone(typeof value === 'string' ? value : '');
  // Chosen before a number is there, it has no value to live in.
  const [chosen, setChosen] = useState<string>();
  const code = given.number === '' ? (chosen ?? given.code) : given.code;
  const mobile = options.format === 'mobile-cn';
  return (
    <Space.Compact block>
      {mobile ? (
        <Space.Addon>+{homeCode}</Space.Addon>
      ) : (
        <Select
          style={{ width: 92 }}
          aria-label={t('form.countryCode', { label })}
          disabled={control.disabled}
          value={code}
          showSearch
          popupMatchSelectWidth={220}
          optionFilterProp="search"
          labelRender={({ value: own }) => `+${own}`}
          options={countryCodes.map((one) => {
            const text = `+${one} ${t(`form.country.${one}`)}`;
            return { value: one, label: text, search: text };
          })}
          onChange={(next) => {
            setChosen(next);
            onChange(joinPhone(next, given.number));
          }}
        />
      )}
      <Input
        {...control}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        className="cw-figures"
        maxLength={24}
        value={given.number}
        placeholder={t(mobile ? 'form.phone.mobile' : 'form.phone.any')}
        onChange={(event) => onChange(joinPhone(code, event.target.value))}
      />
    </Space.Compact>
  );
}
