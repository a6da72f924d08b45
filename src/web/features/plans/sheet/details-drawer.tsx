import type { Validate } from 'virtual:validators';
import { Button, Drawer } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordForm } from '#web/engine/record-form.tsx';
import { type FieldsChange, type Values, visibleValues, withFields } from '#web/engine/record-validator.ts';
import { planFormResource } from '#web/features/plans/plan-form-schema.ts';
import type { SheetPlanView } from './use-plans.ts';

/** All fields of one plan of the sheet, also those that have no column. */
export function DetailsDrawer({
  plan,
  validate,
  onTake,
  onClose,
}: {
  plan: SheetPlanView;
  validate: Validate;
  onTake: (values: Values) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const resource = useMemo(planFormResource, []);
  const [values, setValues] = useState<Values>(plan.values);
  const setFields = useCallback(
    (change: FieldsChange) => setValues((before) => withFields(before, change)),
    [],
  );
  const take = () => onTake(visibleValues(resource.schema, values));
  return (
    <Drawer
      open
      width="min(980px, 100vw)"
      title={t('plan.sheet.detailsOf', { name: plan.name })}
      onClose={onClose}
      footer={
        <div className="cw-bar" style={{ justifyContent: 'flex-end' }}>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button type="primary" onClick={take}>
            {t('plan.sheet.take')}
          </Button>
        </div>
      }
    >
      {plan.errors.length > 0 && <p className="plan-soft">{t('plan.sheet.unreadStay')}</p>}
      <div className="plan-form">
        <RecordForm
          prefix="sheet"
          resource={resource}
          validate={validate}
          values={values}
          serverErrors={{}}
          editable={always}
          setFields={setFields}
          onChange={setValues}
          onSubmit={take}
          takesFocus
        />
      </div>
    </Drawer>
  );
}

const always = () => true;
