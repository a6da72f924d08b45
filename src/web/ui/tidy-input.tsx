import { Input, type InputProps } from 'antd';
import { useState } from 'react';

interface Props extends Omit<InputProps, 'value' | 'onChange' | 'onCompositionEnd'> {
  value: string;
  /** The typed text as the field takes it: capitals, digits only. */
  tidy: (typed: string) => string;
  onChange: (text: string) => void;
}

/**
 * A text that is tidied as it is typed. While an input method composes, the letters stay as they are: a field that is
 * rewritten then takes each of them again.
 */
export function TidyInput({ value, tidy, onChange, ...rest }: Props) {
  const [composed, setComposed] = useState<string | null>(null);
  return (
    <Input
      {...rest}
      value={composed ?? value}
      onChange={(event) => {
        const { value: typed } = event.target;
        if (event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing) setComposed(typed);
        else onChange(tidy(typed));
      }}
      onCompositionEnd={(event) => {
        setComposed(null);
        onChange(tidy(event.currentTarget.value));
      }}
    />
  );
}
