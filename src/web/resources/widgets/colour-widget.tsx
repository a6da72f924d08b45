import type { WidgetProps } from '@rjsf/utils';
import { Button, ColorPicker, Input, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { controlProps } from './input-widgets.tsx';

/** A colour, kept as `#1890ff`: written, or picked. */
export function ColourWidget(props: WidgetProps) {
  const { value, onChange, label } = props;
  const { t } = useTranslation();
  const control = controlProps(props);
  const colour = typeof value === 'string' && /^#[0-9a-fA-F]{6}$/.test(value) ? value : undefined;
  return (
    <Space.Compact block>
      <ColorPicker
        value={colour ?? null}
        disabled={control.disabled}
        disabledAlpha
        format="hex"
        onChangeComplete={(next) => onChange(next.toHexString().slice(0, 7))}
      >
        <Button aria-label={t('form.pickColour', { label })} disabled={control.disabled}>
          <span className="cw-swatch" style={{ background: colour }} />
        </Button>
      </ColorPicker>
      <Input
        {...control}
        value={value ?? ''}
        maxLength={7}
        placeholder="#1890ff"
        className="cw-figures"
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      />
    </Space.Compact>
  );
}
