import type { Validate } from 'virtual:validators';
import { useOne } from '@refinedev/core';
import { App, Button, Drawer, Skeleton } from 'antd';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestError } from '#web/client/http.ts';
import { useLabel } from '#web/client/locale.ts';
import { titleOf } from '#web/engine/labels.ts';
import type { RecordFormHandle } from '#web/engine/record-form.tsx';
import { UnsavedGuard } from '#web/engine/unsaved-guard.tsx';
import { useValidator } from '#web/engine/use-validator.ts';
import { Failure } from '#web/ui/failure.tsx';
import { EditorView } from './editor-view.tsx';
import type { RecordFormDrawerProps } from './inline-creation.ts';
import { useSaveKey } from './save-key.ts';
import { type Stored, useRecordEditor } from './use-record-editor.ts';

/**
 * A record made or changed beside what one is doing: the same form, endpoint, draft and guard as on its own
 * page.
 */
export function RecordFormDrawer({ resource, id, ...props }: RecordFormDrawerProps) {
  const { t } = useTranslation();
  const validate = useValidator(resource);
  const { query, result } = useOne<Stored, RequestError>({
    resource: resource.name,
    id: id ?? '',
    queryOptions: { enabled: id !== undefined },
    errorNotification: false,
  });
  if (validate && (id === undefined || result)) {
    return (
      <EditorDrawer
        {...props}
        resource={resource}
        validate={validate}
        record={result && id ? result : null}
      />
    );
  }
  return (
    <Drawer open width={drawerWidth} onClose={props.onClose}>
      {query.isError ? <Failure title={t('form.readFailed')} error={query.error} /> : <Skeleton active />}
    </Drawer>
  );
}

const drawerWidth = 'min(760px, 100vw)';

interface EditorProps extends Omit<RecordFormDrawerProps, 'id'> {
  validate: Validate;
  record: Stored | null;
}

function EditorDrawer({ resource, validate, record, begin, fixed, onClose, onSaved }: EditorProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const { modal } = App.useApp();
  const form = useRef<RecordFormHandle>(null);
  const prefix = `drawer${useId().replace(/[^a-zA-Z0-9]/g, '')}`;
  const editor = useRecordEditor({ resource, record, begin, fixed, onSaved });
  useSaveKey(() => form.current?.submit());
  const kind = label(resource.schema['x-label'], resource.name);

  const close = () => {
    if (!editor.mustAsk()) {
      onClose();
      return;
    }
    modal.confirm({
      title: t('form.leaveTitle'),
      content: t('form.leaveText'),
      okText: t('form.leave'),
      okButtonProps: { danger: true },
      cancelText: t('form.stay'),
      onOk: () => {
        editor.draft.drop();
        onClose();
      },
    });
  };
  return (
    // What is typed and sent in here is not typed and sent in the form that the drawer was opened from.
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps events from the form around it
    <div onKeyDown={(event) => event.stopPropagation()} onBlur={(event) => event.stopPropagation()}>
      <Drawer
        open
        width={drawerWidth}
        title={
          record
            ? t('form.editTitle', { kind, name: titleOf(resource, record) })
            : t('form.newTitle', { kind })
        }
        maskClosable={false}
        onClose={close}
        footer={
          <div className="cw-bar" style={{ justifyContent: 'flex-end' }}>
            <span className="cw-grow cw-soft" aria-live="polite">
              {editor.dirty ? t('form.unsaved') : ''}
            </span>
            <Button onClick={close}>{t('shell.cancel')}</Button>
            <Button
              type="primary"
              loading={editor.busy}
              disabled={editor.conflict !== null || (record !== null && !editor.dirty)}
              title="Ctrl+S / ⌘S"
              onClick={() => form.current?.submit()}
            >
              {t('form.save')}
            </Button>
          </div>
        }
      >
        <div className="cw-form-groups">
          <EditorView
            ref={form}
            resource={resource}
            validate={validate}
            editor={editor}
            prefix={prefix}
            onSubmit={(next) => void editor.save(next)}
          />
        </div>
      </Drawer>
      <UnsavedGuard dirty={editor.mustAsk} onLeave={editor.draft.drop} />
    </div>
  );
}
