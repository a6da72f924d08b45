import type { WidgetProps } from '@rjsf/utils';
import { ColourInput } from '#web/ui/colour-input.tsx';
import { controlProps } from './input-widgets.tsx';

/** A colour, kept as `#1890ff`. */
export function ColourWidget(props: WidgetProps) {
  const { value, onChange, label } = props;
  return (
    <ColourInput
      {...controlProps(props)}
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={(text) => onChange(text === '' ? undefined : text)}
    />
  );
}
