import { LockOutlined } from '@ant-design/icons';
import { type FieldProps, getUiOptions } from '@rjsf/utils';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FormContext } from '#web/engine/form-templates.tsx';
import { NamedValue } from '#web/engine/named-value.tsx';
import { PermissionReasons } from '#web/ui/permission-reasons.tsx';

/** What this form does not set: the value as text, and why it cannot be changed. */
export function LockedField({ formData, name, fieldPathId, uiSchema, registry }: FieldProps) {
  const { t } = useTranslation();
  const { resource } = registry.formContext as FormContext;
  const lock = String(getUiOptions(uiSchema).lock);
  const reason = t(`form.lock.${lock}`);
  return (
    <output id={fieldPathId.$id} tabIndex={-1} className="cw-locked">
      <span>
        <NamedValue resource={resource} field={name} value={formData} />
      </span>
      <Tooltip title={reason}>
        <LockOutlined aria-label={reason} />
      </Tooltip>
      {lock === 'permission' && (
        <PermissionReasons question={{ resource: resource.name, action: 'update', field: name }} />
      )}
    </output>
  );
}
