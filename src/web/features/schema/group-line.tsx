import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DefinitionError } from '#contract/schema-overlay.ts';
import { isSameLabel } from '#domain/overlays/apply.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { Label } from '#domain/text/label.ts';
import { useLocale } from '#web/client/locale.ts';
import { emptyLabel } from './draft.ts';
import { FormLine } from './form-line.tsx';
import { LabelLines } from './label-lines.tsx';

interface Props {
  group: Label | undefined;
  /** The type as it would be: its groups are those of the form. */
  resource: Resource | null;
  path: string;
  errors: readonly DefinitionError[];
  onChange: (group: Label | undefined) => void;
}

const none = '';
const fresh = '+';

/** In which group of the form the field stands: none, one that is there, or a new one with its own label. */
export function GroupLine({ group, resource, path, errors, onChange }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const there = (resource?.form?.groups ?? []).map(({ label }) => label);
  const index = group ? there.findIndex((label) => isSameLabel(label, group)) : -1;
  const [isNew, setNew] = useState(group !== undefined && index < 0);
  const value = isNew ? fresh : group ? String(index) : none;
  return (
    <>
      <FormLine label={t('schema.group')}>
        {(control) => (
          <Select
            {...control}
            value={value}
            options={[
              { value: none, label: t('schema.noGroup') },
              ...there.map((label, at) => ({ value: String(at), label: label[locale] })),
              { value: fresh, label: t('schema.newGroup') },
            ]}
            onChange={(next: string) => {
              setNew(next === fresh);
              onChange(next === none ? undefined : next === fresh ? emptyLabel : there[Number(next)]);
            }}
          />
        )}
      </FormLine>
      {isNew && (
        <LabelLines
          titleKey="schema.groupLabel"
          value={group ?? emptyLabel}
          path={path}
          errors={errors}
          onChange={onChange}
        />
      )}
    </>
  );
}
