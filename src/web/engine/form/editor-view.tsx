import type { Validate } from 'virtual:validators';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { RecordForm, type RecordFormHandle } from '#web/engine/record-form.tsx';
import type { Values } from '#web/engine/record-validator.ts';
import { SaveAnswer } from '#web/engine/save-answer.tsx';
import type { RecordEditor } from './use-record-editor.ts';

interface Props {
  ref?: Ref<RecordFormHandle>;
  resource: Resource;
  validate: Validate;
  editor: RecordEditor;
  /** What the ids of its controls begin with. */
  prefix?: string;
  onSubmit: (values: Values) => void;
}

/** The form with all that may have to be said above it: a failure, a draft, a stale save. */
export function EditorView({ ref, resource, validate, editor, prefix, onSubmit }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <SaveAnswer resource={resource} title={t('form.saveFailed')} editor={editor} />
      <RecordForm
        key={editor.round}
        takesFocus={editor.round > 0}
        ref={ref}
        prefix={prefix}
        resource={resource}
        validate={validate}
        values={editor.values}
        serverErrors={editor.serverErrors}
        editable={editor.use}
        onChange={editor.onChange}
        setFields={editor.setFields}
        onSubmit={onSubmit}
      />
    </>
  );
}
