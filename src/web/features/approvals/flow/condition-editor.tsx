import { useState } from 'react';
import { isObject } from '#domain/text/narrow.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { type ConditionGroup, readCondition, writeCondition } from '#web/engine/widgets/condition.ts';
import { conditionFields, resourceOfDocument } from '#web/engine/widgets/condition-documents.ts';
import { ConditionRows } from '#web/engine/widgets/condition-rows.tsx';
import { JsonInput } from '#web/engine/widgets/json-field.tsx';
import '#web/engine/form/form.css';

interface Props {
  documentKind: string;
  label: string;
  value: Record<string, unknown> | null;
  onChange: (value: Record<string, unknown> | null) => void;
}

/** A condition on documents of a kind as rows; what rows cannot say is shown and changed as it is written. */
export function ConditionEditor({ documentKind, label, value, onChange }: Props) {
  const stored = readCondition(value ?? undefined);
  // Rows that are not complete yet have no place in the stored condition: they live here until they are.
  const [draft, setDraft] = useState<ConditionGroup>();
  const echoes =
    draft !== undefined && JSON.stringify(writeCondition(draft) ?? null) === JSON.stringify(value ?? null);
  const group = echoes ? draft : stored;
  const emit = (next: unknown) => onChange(isObject(next) && Object.keys(next).length > 0 ? next : null);
  if (group === null) {
    return <JsonInput id={`condition-${documentKind}`} label={label} value={value} onChange={emit} />;
  }
  return (
    <ConditionRows
      group={group}
      fields={conditionFields(resourceNamed(resourceOfDocument(documentKind) ?? ''))}
      disabled={false}
      onChange={(next) => {
        setDraft(next);
        emit(writeCondition(next));
      }}
    />
  );
}
