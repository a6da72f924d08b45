import type { WidgetProps } from '@rjsf/utils';
import { useTranslation } from 'react-i18next';
import { birthDateOf, genderOf, isResidentId } from '#domain/record/formats.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { FormContext } from '#web/engine/form-templates.tsx';
import { TidyInput } from '#web/ui/tidy-input.tsx';
import { controlProps } from './input-widgets.tsx';

/**
 * A resident identity number. What it says (date of birth, gender) stands under it, and fills the fields that the
 * schema binds to it (`x-agree`, rule residentId) where they are empty; a contradiction is said at those fields.
 */
export function IdentityWidget(props: WidgetProps) {
  const { value, onChange, onBlur, id, registry } = props;
  const { t } = useTranslation();
  const { resource, setFields } = registry.formContext as FormContext;
  const control = controlProps(props);
  const number = typeof value === 'string' ? value.trim().toUpperCase() : '';
  const [born, gender] = [birthDateOf(number), genderOf(number)];
  const fill = () => {
    const bound = boundFields(resource);
    if (!bound || born === null || gender === null) return;
    setFields((values) => ({
      ...(bound.birthDate && !values[bound.birthDate] ? { [bound.birthDate]: born } : {}),
      ...(bound.gender && !values[bound.gender] ? { [bound.gender]: gender } : {}),
    }));
  };
  return (
    <>
      <TidyInput
        {...control}
        value={String(value ?? '')}
        maxLength={18}
        autoComplete="off"
        className="cw-figures"
        placeholder="11010519491231002X"
        suffix={<span className="cw-figures cw-soft">{number.length}/18</span>}
        tidy={(typed) => typed.replace(/\s/g, '').toUpperCase()}
        onChange={(number) => onChange(number === '' ? undefined : number)}
        onBlur={() => {
          onBlur(id, value);
          fill();
        }}
      />
      {isResidentId(number) && (
        <div className="cw-help">
          {t('form.identity', { born, gender: t(`form.gender.${String(gender)}`) })}
        </div>
      )}
    </>
  );
}

function boundFields(resource: Resource): { birthDate?: string; gender?: string } | undefined {
  const fields = resource.schema['x-agree']?.find(({ rule }) => rule === 'residentId')?.fields;
  if (!fields) return undefined;
  const [, birthDate, gender] = fields;
  return { ...(birthDate ? { birthDate } : {}), ...(gender ? { gender } : {}) };
}
