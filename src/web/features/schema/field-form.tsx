import { Checkbox, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DefinitionError } from '#contract/schema-overlay.ts';
import { kindsAfter, mayBeSearched, mayBeUnique, mayHaveDefault } from '#domain/overlays/field-errors.ts';
import { fieldKinds, type OverlayField, type OverlayKind } from '#domain/overlays/overlay.ts';
import type { Resource } from '#domain/record/resource.ts';
import { DefaultLine } from './default-line.tsx';
import { emptyLabel, errorAt, nameFrom } from './draft.ts';
import { FormLine, FormLineGroup } from './form-line.tsx';
import { GroupLine } from './group-line.tsx';
import { KindLines } from './kind-lines.tsx';
import { LabelLines } from './label-lines.tsx';

interface Props {
  field: OverlayField;
  path: string;
  errors: readonly DefinitionError[];
  /** As it was last published; undefined: never. */
  known: OverlayField | undefined;
  /** The type as it would be with the draft. */
  resource: Resource | null;
  onChange: (change: Partial<OverlayField>) => void;
}

/** One field of an overlay: what it is called, what it holds, by which rules, and where it is shown. */
export function FieldForm({ field, path, errors, known, resource, onChange }: Props) {
  const { t } = useTranslation();
  const at = (property: string) => errorAt(errors, `${path}.${property}`);
  const { kind } = field;
  const flag = (property: 'required' | 'unique' | 'inList' | 'inSearch', disabled = false) => (
    <div>
      <Checkbox
        checked={field[property] === true && !disabled}
        disabled={disabled}
        onChange={(event) => onChange({ [property]: event.target.checked })}
      >
        {t(`schema.${property}`)}
      </Checkbox>
      {at(property) && (
        <div className="cw-schema-fault" role="alert">
          {at(property)}
        </div>
      )}
    </div>
  );
  return (
    <div className="cw-schema-form">
      <LabelLines
        titleKey="schema.label"
        value={field.label}
        path={`${path}.label`}
        errors={errors}
        onChange={(label) => onChange({ label })}
        onLeave={() => {
          // A name that nobody has chosen follows the English label.
          const name = nameFrom(field.label.en);
          if (!known && name && /^field\d+$/.test(field.name)) onChange({ name });
        }}
      />
      <FormLine
        label={t('schema.name')}
        error={at('name')}
        help={known ? t('schema.nameKept') : t('schema.nameHelp')}
      >
        {(control) => (
          <Input
            {...control}
            value={field.name}
            maxLength={40}
            spellCheck={false}
            disabled={known !== undefined}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </FormLine>
      <FormLine label={t('schema.kind')} error={at('kind')} help={known ? t('schema.kindKept') : undefined}>
        {(control) => (
          <Select
            {...control}
            showSearch
            optionFilterProp="label"
            value={kind}
            options={kindsAfter(known, fieldKinds).map((value) => ({
              value,
              label: t(`schema.kinds.${value}`),
            }))}
            onChange={(next: OverlayKind) => onChange({ kind: next, default: undefined })}
          />
        )}
      </FormLine>
      <KindLines field={field} path={path} errors={errors} known={known !== undefined} onChange={onChange} />
      <FormLineGroup label={t('schema.rules')}>
        <div className="cw-schema-flags">
          {flag('required', kind === 'relations')}
          {flag('unique', !mayBeUnique(kind))}
        </div>
      </FormLineGroup>
      {mayHaveDefault(kind) && !field.unique && (
        <DefaultLine field={field} error={at('default')} onChange={(value) => onChange({ default: value })} />
      )}
      <FormLineGroup label={t('schema.where')}>
        <div className="cw-schema-flags">
          {flag('inList')}
          {flag('inSearch', !mayBeSearched(kind))}
        </div>
      </FormLineGroup>
      <GroupLine
        key={path}
        group={field.group}
        resource={resource}
        path={`${path}.group`}
        errors={errors}
        onChange={(group) => onChange({ group })}
      />
      <LabelLines
        titleKey="schema.help"
        value={field.help ?? emptyLabel}
        path={`${path}.help`}
        errors={errors}
        onChange={(help) => onChange({ help })}
        long
      />
    </div>
  );
}
