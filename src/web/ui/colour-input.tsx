import { Input, type InputProps, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import './colour-input.css';

interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  /** `#1890ff`, or what has been typed of it so far. */
  value: string;
  label: string;
  onChange: (value: string) => void;
}

export function isColour(text: string): boolean {
  return /^#[0-9a-fA-F]{6}$/.test(text);
}

/** A colour: written, or picked with the browser's own picker, which the keyboard and every reader of screens know. */
export function ColourInput({ value, label, onChange, ...control }: Props) {
  const { t } = useTranslation();
  return (
    <Space.Compact block>
      <input
        type="color"
        className="cw-colour"
        aria-label={t('form.pickColour', { label })}
        value={isColour(value) ? value : '#000000'}
        disabled={control.disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <Input
        {...control}
        value={value}
        maxLength={7}
        placeholder="#1890ff"
        className="cw-figures"
        onChange={(event) => onChange(event.target.value)}
      />
    </Space.Compact>
  );
}
