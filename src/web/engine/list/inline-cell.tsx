import { useAbility } from '@casl/react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Ability, may, mayWriteField } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { pressedKey } from '#web/ui/composing.ts';
import type { EditedCell } from './inline-editor.tsx';
import { InlineEditor } from './on-demand.ts';

interface Props extends EditedCell {
  label: string;
  /** The value as the list draws it. */
  children: ReactNode;
}

/** Whether cells of this field can be changed in the list, by users who may change the record. */
export function isInline(resource: Resource, field: string): boolean {
  return (
    resource.inlineEdit?.includes(field) === true &&
    !resource.readOnly &&
    !resource.serviceOnly?.includes(field) &&
    !resource.schema.properties[field]?.readOnly
  );
}

/** A cell of such a field: changed where it stands, where the user may. */
export function InlineCell(props: Props) {
  const { resource, field, row, label, children } = props;
  const { t } = useTranslation();
  const ability = useAbility<Ability>();
  const [editing, setEditing] = useState(false);
  const cell = useRef<HTMLDivElement>(null);
  const open =
    (row.deletedAt === null || row.deletedAt === undefined) &&
    mayWriteField(ability, 'update', resource.name, field) &&
    may(ability, 'update', resource.name, row);
  if (!open) return children;
  if (editing) {
    return (
      <InlineEditor
        {...props}
        waiting={children}
        onClose={() => {
          setEditing(false);
          setTimeout(() => cell.current?.focus());
        }}
      />
    );
  }
  const begin = () => setEditing(true);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button would take the pointer from the row
    <div
      ref={cell}
      role="button"
      tabIndex={0}
      className="cw-inline-cell"
      title={t('list.inlineHint')}
      onDoubleClick={begin}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Enter' && pressedKey(event) !== 'F2') return;
        event.preventDefault();
        begin();
      }}
    >
      <span className="cw-hidden">{t('list.inlineEdit', { label })}</span>
      {children}
    </div>
  );
}
