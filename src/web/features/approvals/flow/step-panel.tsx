import { Alert, Checkbox, Input, Radio, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowProblemView, Nameable } from '#contract/approvals/flow-config.ts';
import type { FlowStep } from '#domain/approvals/flow.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { useLocale } from '#web/client/locale.ts';
import { NumberInput } from '#web/ui/number-input.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import type { DesignStep } from './design-state.ts';

interface Props {
  step: DesignStep;
  documentKind: string;
  problems: FlowProblemView[];
  /** How many active people it reaches; undefined: not known yet. */
  people: number | undefined;
  nameable: Nameable | undefined;
  onChange: (values: Partial<FlowStep>) => void;
}

/** Everything that a step says, at its fields with what is wrong there. */
export function StepPanel({ step, documentKind, problems, people, nameable, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const name = nameIn(step, useLocale());
  const problemsAt = (field: string) => problems.filter((problem) => problem.field === field);
  return (
    <section className="flow-panel" aria-label={t('flow.panel.step', { name })}>
      <h2>{name || t('flow.panel.nameless')}</h2>
      <Field id={`${id}-name`} label={t('flow.step.name')} problems={problemsAt('name')} required>
        <Input
          id={`${id}-name`}
          value={step.name}
          maxLength={64}
          status={problemsAt('name').length > 0 ? 'error' : ''}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field id={`${id}-nameEn`} label={t('flow.step.nameEn')} problems={[]}>
        <Input
          id={`${id}-nameEn`}
          value={step.nameEn ?? ''}
          maxLength={64}
          onChange={(event) => onChange({ nameEn: event.target.value || null })}
        />
      </Field>
      <Field id={`${id}-roles`} label={t('flow.step.roles')} problems={problemsAt('roles')}>
        <Select
          id={`${id}-roles`}
          mode="multiple"
          value={step.roles}
          optionFilterProp="label"
          status={problemsAt('roles').length > 0 ? 'error' : ''}
          onChange={(roles: string[]) => onChange({ roles })}
          options={(nameable?.roles ?? []).map(({ name, text }) => ({ value: name, label: text }))}
        />
      </Field>
      <Field
        id={`${id}-units`}
        label={t('flow.step.organizationUnits')}
        problems={problemsAt('organizationUnits')}
      >
        <Select
          id={`${id}-units`}
          mode="multiple"
          value={step.organizationUnits}
          optionFilterProp="label"
          onChange={(organizationUnits: number[]) => onChange({ organizationUnits })}
          options={(nameable?.organizationUnits ?? []).map((unit) => ({ value: unit.id, label: unit.text }))}
        />
      </Field>
      <Field id={`${id}-users`} label={t('flow.step.users')} problems={problemsAt('users')}>
        <Select
          id={`${id}-users`}
          mode="multiple"
          value={step.users}
          optionFilterProp="label"
          onChange={(users: number[]) => onChange({ users })}
          options={(nameable?.users ?? []).map((user) => ({ value: user.id, label: user.text }))}
        />
      </Field>
      {people !== undefined && (
        <span className="cw-help flow-wide">{t('flow.step.people', { count: people })}</span>
      )}
      <Group label={t('flow.step.quorum')} problems={problemsAt('quorum')}>
        <Radio.Group
          value={step.quorum}
          onChange={(event) => onChange({ quorum: event.target.value })}
          options={(['any', 'all', 'majority'] as const).map((value) => ({
            value,
            label: t(`flow.quorum.${value}`),
          }))}
        />
      </Group>
      <Field
        id={`${id}-limit`}
        label={t('flow.step.timeLimitMinutes')}
        problems={problemsAt('timeLimitMinutes')}
      >
        <NumberInput
          id={`${id}-limit`}
          min={1}
          max={525_600}
          precision={0}
          changeOnWheel={false}
          value={step.timeLimitMinutes}
          addonAfter={t('flow.step.minutes')}
          style={{ width: '100%' }}
          onChange={(value) => onChange({ timeLimitMinutes: value })}
        />
      </Field>
      <Group label={t('flow.step.onTimeout')} problems={[]}>
        <Radio.Group
          value={step.onTimeout}
          onChange={(event) => onChange({ onTimeout: event.target.value })}
          options={(['remind', 'approve', 'reject'] as const).map((value) => ({
            value,
            label: t(`flow.timeout.${value}`),
          }))}
        />
      </Group>
      <div className="cw-bar flow-wide">
        {(['mayReturn', 'mayReassign', 'ownOrganizationAllowed'] as const).map((field) => (
          <Checkbox
            key={field}
            checked={step[field]}
            onChange={(event) => onChange({ [field]: event.target.checked })}
          >
            {t(`flow.step.${field}`)}
          </Checkbox>
        ))}
      </div>
      {step.ownOrganizationAllowed && (
        <Alert className="flow-wide" type="warning" showIcon message={t('flow.step.ownWarning')} />
      )}
      <Group wide label={t('flow.step.condition')} problems={problemsAt('condition')}>
        <ConditionEditor
          key={step.key}
          documentKind={documentKind}
          label={t('flow.step.condition')}
          value={step.condition}
          onChange={(condition) => onChange({ condition })}
        />
      </Group>
    </section>
  );
}

function Field({
  id,
  label,
  problems,
  required = false,
  children,
}: {
  id: string;
  label: string;
  problems: FlowProblemView[];
  required?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flow-field">
      <label htmlFor={id}>
        {label}
        {required && <span className="cw-required">*</span>}
      </label>
      {children}
      <ProblemTexts problems={problems} />
    </div>
  );
}

function Group({
  label,
  problems,
  wide = false,
  children,
}: {
  label: string;
  problems: FlowProblemView[];
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset className={`flow-field cw-plain${wide ? ' flow-wide' : ''}`} aria-label={label}>
      <span className="flow-label" aria-hidden="true">
        {label}
      </span>
      {children}
      <ProblemTexts problems={problems} />
    </fieldset>
  );
}

/** What is wrong here, each with a sign beside its colour. */
export function ProblemTexts({ problems }: { problems: FlowProblemView[] }) {
  return problems.map(({ level, text }) => (
    <span key={text} className="flow-node-fault" data-level={level}>
      {level === 'error' ? '✕ ' : '⚠ '}
      {text}
    </span>
  ));
}
