import type { Validate } from 'virtual:validators';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { shippedResource } from '#web/client/record-types.ts';
import { RecordForm, type RecordFormHandle } from '#web/engine/record-form.tsx';
import type { Values } from '#web/engine/record-validator.ts';
import { useValidator } from '#web/engine/use-validator.ts';
import { type Errors, fieldUseOf, partOf } from './application.ts';

interface PartProps {
  name: 'company' | 'user';
  fields: string[];
  values: Values;
  errors: Errors;
  /** Fields that the schema leaves open and a registration does not. */
  demanded?: string[];
  /** Something beside the form keeps it from going on. */
  blocked?: () => boolean;
  onChange: (values: Values) => void;
  onBack?: () => void;
  onTried?: () => void;
  onDone: () => void;
  children?: ReactNode;
}

/** One step: the form of a part of the type, and on. */
export function ApplicationPart(props: PartProps) {
  const whole = shippedResource(props.name);
  return whole ? <OfType {...props} whole={whole} /> : null;
}

function OfType({ whole, ...props }: PartProps & { whole: Resource }) {
  const validate = useValidator(whole);
  if (!validate) return <Skeleton active paragraph={{ rows: 6 }} />;
  return <PartForm {...props} whole={whole} validate={validate} />;
}

function PartForm({
  name,
  whole,
  validate,
  fields,
  values,
  errors,
  demanded,
  blocked,
  onChange,
  onBack,
  onTried,
  onDone,
  children,
}: PartProps & { whole: Resource; validate: Validate }) {
  const { t } = useTranslation();
  const form = useRef<RecordFormHandle>(null);
  const [missing, setMissing] = useState<Errors>({});
  const resource = useMemo(() => partOf(whole, fields, demanded), [whole, fields, demanded]);
  const editable = useMemo(() => fieldUseOf(fields), [fields]);
  const serverErrors = useMemo(() => ({ ...errors, ...missing }), [errors, missing]);
  return (
    <>
      <RecordForm
        ref={form}
        prefix={`reg-${name}`}
        resource={resource}
        validate={validate}
        values={values}
        serverErrors={serverErrors}
        editable={editable}
        onChange={(next) => {
          setMissing({});
          onChange(next);
        }}
        setFields={(next) => onChange({ ...values, ...(typeof next === 'function' ? next(values) : next) })}
        onSubmit={(next) => {
          const lacking = (demanded ?? []).filter((field) => !next[field]);
          if (lacking.length > 0) {
            const text = t('register.reg.phoneNeeded');
            setMissing(Object.fromEntries(lacking.map((field) => [field, [text]])));
          } else if (!blocked?.()) onDone();
        }}
      />
      {children}
      <div className="cw-bar">
        {onBack && <Button onClick={onBack}>{t('register.reg.back')}</Button>}
        <Button
          type="primary"
          onClick={() => {
            onTried?.();
            form.current?.submit();
          }}
        >
          {t('register.reg.next')}
        </Button>
      </div>
    </>
  );
}
