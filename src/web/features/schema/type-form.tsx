import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DefinitionError } from '#contract/schema-overlay.ts';
import { permissions } from '#domain/identity/permissions.ts';
import type { OverlayDefinition, OverlayType } from '#domain/overlays/overlay.ts';
import type { Action, PermissionRule } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { menuGroups } from '#web/ui/menu-groups.ts';
import { errorAt, nameFrom } from './draft.ts';
import { FormLine, FormLineGroup } from './form-line.tsx';
import { LabelLines } from './label-lines.tsx';

interface Props {
  name: string;
  /** Its name is in the database and in addresses: it stays. */
  known: boolean;
  definition: OverlayDefinition;
  errors: readonly DefinitionError[];
  onName: (name: string) => void;
  onChange: (change: Partial<OverlayType>) => void;
}

const actions: Action[] = ['read', 'create', 'update', 'delete'];
const everyone = 'signedIn';

/** What a whole record type says of itself: its name, its place, who may do what with it. */
export function TypeForm({ name, known, definition, errors, onName, onChange }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const { type, fields } = definition;
  if (!type) return null;
  const at = (property: string) => errorAt(errors, property);
  const named = (kind: string) =>
    fields
      .filter((field) => field.kind === kind)
      .map((field) => ({ value: field.name, label: label(field.label) || field.name }));
  const companies = fields
    .filter(({ kind, relation }) => kind === 'relation' && relation === 'company')
    .map((field) => ({ value: field.name, label: label(field.label) || field.name }));
  const groups = menuGroups
    .filter((group) => group !== 'home')
    .map((group) => ({ value: group, label: t(`shell.group.${group}`, { defaultValue: group }) }));
  const rights = permissions.map((permission) => ({
    value: permission.name,
    label: label(permission.label, permission.name),
  }));
  const put = (action: Action, rule: PermissionRule) =>
    onChange({ permissions: { ...type.permissions, [action]: rule } });
  return (
    <div className="cw-schema-form">
      <LabelLines
        titleKey="schema.typeLabel"
        value={type.label}
        path="type.label"
        errors={errors}
        onChange={(next) => onChange({ label: next })}
        onLeave={() => {
          const made = nameFrom(type.label.en);
          if (!known && name === '' && made) onName(made);
        }}
      />
      <FormLine
        label={t('schema.typeName')}
        error={at('resource')}
        help={known ? t('schema.nameKept') : t('schema.typeNameHelp', { name: name || '…' })}
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={40}
            spellCheck={false}
            disabled={known}
            onChange={(event) => onName(event.target.value)}
          />
        )}
      </FormLine>
      <FormLine
        label={t('schema.titleField')}
        error={at('type.titleField')}
        help={t('schema.titleFieldHelp')}
      >
        {(control) => (
          <Select
            {...control}
            value={type.titleField}
            options={named('text')}
            onChange={(titleField: string) => onChange({ titleField })}
          />
        )}
      </FormLine>
      <FormLine label={t('schema.subtitleField')} error={at('type.subtitleField')}>
        {(control) => (
          <Select
            {...control}
            allowClear
            value={type.subtitleField}
            options={named('text').filter(({ value }) => value !== type.titleField)}
            onChange={(subtitleField?: string) => onChange({ subtitleField })}
          />
        )}
      </FormLine>
      <FormLine label={t('schema.menu')} error={at('type.menu')}>
        {(control) => (
          <Select
            {...control}
            allowClear
            placeholder={t('schema.noMenu')}
            value={type.menu?.group}
            options={groups}
            onChange={(group?: string) => onChange({ menu: group ? { group, order: 500 } : undefined })}
          />
        )}
      </FormLine>
      <FormLine
        label={t('schema.companyField')}
        error={at('type.companyField')}
        help={t('schema.companyFieldHelp')}
      >
        {(control) => (
          <Select
            {...control}
            allowClear
            placeholder={t('schema.everyRow')}
            value={type.companyField}
            options={companies}
            onChange={(companyField?: string) => onChange({ companyField })}
          />
        )}
      </FormLine>
      <FormLineGroup label={t('schema.permissions')}>
        <p className="cw-schema-help">{t('schema.permissionsHelp')}</p>
        {actions.map((action) => {
          const rule = type.permissions[action];
          return (
            <FormLine
              key={action}
              label={t(`schema.action.${action}`)}
              error={at(`type.permissions.${action}`)}
              wide
            >
              {(control) => (
                <Select
                  {...control}
                  mode="multiple"
                  optionFilterProp="label"
                  placeholder={t('schema.adminOnly')}
                  value={rule === everyone ? [everyone] : rule}
                  options={
                    action === 'read' ? [{ value: everyone, label: t('schema.everyone') }, ...rights] : rights
                  }
                  onChange={(chosen: string[]) =>
                    // "Everyone" and single permissions exclude each other: the last choice counts.
                    put(
                      action,
                      chosen.at(-1) === everyone ? everyone : chosen.filter((one) => one !== everyone),
                    )
                  }
                />
              )}
            </FormLine>
          );
        })}
      </FormLineGroup>
    </div>
  );
}
