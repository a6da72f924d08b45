import { Alert, Form, Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MomentInput } from '#web/ui/moment-input.tsx';

/** When a change of an approved airspace comes into force, and why. */
export interface VersionChange {
  effectiveFrom?: string;
  reason?: string;
}

export function NewVersion({
  value,
  onChange,
}: {
  value: VersionChange;
  onChange: (value: VersionChange) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { effectiveFrom, reason } = value;
  return (
    <Alert
      type="info"
      showIcon
      message={t('airspace.edit.newVersion')}
      description={
        <Form layout="vertical" component="div" className="cw-bar">
          <Form.Item label={t('airspace.edit.effectiveFrom')} htmlFor={`${id}-from`} style={{ margin: 0 }}>
            <MomentInput
              id={`${id}-from`}
              value={effectiveFrom}
              onChange={(at) => {
                const { effectiveFrom: _old, ...rest } = value;
                onChange(at ? { ...rest, effectiveFrom: at } : rest);
              }}
            />
          </Form.Item>
          <Form.Item
            label={t('airspace.edit.changeReason')}
            htmlFor={`${id}-reason`}
            className="cw-grow"
            style={{ margin: 0 }}
          >
            <Input
              id={`${id}-reason`}
              maxLength={500}
              value={reason ?? ''}
              onChange={(event) => {
                const { reason: _old, ...rest } = value;
                onChange(event.target.value ? { ...rest, reason: event.target.value } : rest);
              }}
            />
          </Form.Item>
        </Form>
      }
    />
  );
}
