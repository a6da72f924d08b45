import type { FieldProps } from '@rjsf/utils';
import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  id?: string;
  /** For a control that no label points at. */
  label?: string;
  value: unknown;
  onChange: (value: unknown) => void;
  disabled?: boolean;
  rows?: number;
}

/** A value as JSON text. Text that is no JSON stays where it is, with what is wrong; only sound text becomes the value. */
export function JsonInput({ id, label, value, onChange, disabled, rows = 4 }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => textOf(value));
  const [problem, setError] = useState<string | null>(null);
  useEffect(() => {
    setText((current) => (sameJson(current, value) ? current : textOf(value)));
    setError(null);
  }, [value]);
  return (
    <>
      <Input.TextArea
        id={id}
        aria-label={label}
        value={text}
        disabled={disabled}
        status={problem ? 'error' : ''}
        autoSize={{ minRows: rows, maxRows: 20 }}
        spellCheck={false}
        style={{ fontFamily: 'ui-monospace, monospace', fontSize: 12 }}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => {
          if (text.trim() === '') {
            setError(null);
            onChange(undefined);
            return;
          }
          try {
            onChange(JSON.parse(text));
            setError(null);
          } catch (error) {
            setError(error instanceof Error ? error.message : String(error));
          }
        }}
      />
      {problem && (
        <div role="alert" style={{ color: 'var(--cw-error)' }}>
          {t('form.noJson', { fault: problem })}
        </div>
      )}
    </>
  );
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
}

function sameJson(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}

export function JsonField({ formData, onChange, fieldPathId, disabled, readonly }: FieldProps) {
  return (
    <JsonInput
      id={fieldPathId.$id}
      value={formData}
      disabled={disabled || readonly}
      onChange={(value) => onChange(value, fieldPathId.path)}
    />
  );
}
