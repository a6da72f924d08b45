import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import { stringOf } from '#domain/text/narrow.ts';
import type { FormContext } from '#web/engine/form-templates.tsx';
import { ParameterInput } from './parameter-input.tsx';
import { parameterType } from './parameter-value.ts';

/** The value of a parameter, by the type that stands beside it in the record. */
export function ParameterValueWidget(props: WidgetProps) {
  const { id, value, onChange, onBlur, disabled, readonly, rawErrors, registry } = props;
  const { beside } = registry.formContext as FormContext;
  return (
    <ParameterInput
      id={id}
      parameter={String(beside.key)}
      type={parameterType(beside.valueType)}
      unit={stringOf(beside.unit)}
      value={typeof value === 'string' ? value : undefined}
      fallback={typeof beside.defaultValue === 'string' ? beside.defaultValue : ''}
      onChange={onChange}
      onDone={() => onBlur(id, value)}
      disabled={disabled === true || readonly === true}
      invalid={Boolean(rawErrors?.length)}
      describedBy={ariaDescribedByIds(id)}
    />
  );
}
