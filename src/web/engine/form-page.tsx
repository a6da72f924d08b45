import type { Validate } from 'virtual:validators';
import { MoreOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { useOne } from '@refinedev/core';
import { Alert, Button, Dropdown } from 'antd';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { type Ability, may, mayEver } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLabel } from '#web/client/locale.ts';
import { opensScreen } from '#web/client/screens.ts';
import { usePageTitle } from '#web/ui/document-title.ts';
import { PageWait } from '#web/ui/page-wait.tsx';
import { forgetTags } from '#web/ui/tag-store.ts';
import { copyOf } from './form/copy-of.ts';
import { DetailSections } from './form/detail-sections.tsx';
import { EditorView } from './form/editor-view.tsx';
import { initialValues } from './form/initial-values.ts';
import { useSaveKey } from './form/save-key.ts';
import { type Stored, useRecordEditor } from './form/use-record-editor.ts';
import { titleOf } from './labels.ts';
import type { RecordFormHandle } from './record-form.tsx';
import type { Values } from './record-validator.ts';
import { ScreenLink } from './screen-link.tsx';
import { formNotices, type ShowNotice } from './show/notices.ts';
import type { ShowTabProps } from './show/show-tab.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useValidator } from './use-validator.ts';

/** Create (from nothing, from what it hangs on, `?company=<id>`, or `?from=<id>` as a copy) and edit, for any resource. */
export function ResourceForm({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const { id } = useParams();
  const [search] = useSearchParams();
  const from = id === undefined ? search.get('from') : null;
  const wanted = id ?? from ?? undefined;
  const validate = useValidator(resource);
  const ability = useAbility<Ability>();
  const { query, result } = useOne<Stored, RequestError>({
    resource: resource.name,
    id: wanted ?? '',
    queryOptions: { enabled: wanted !== undefined },
    errorNotification: false,
  });
  if (query.isError || !validate || (wanted !== undefined && !result)) {
    return <PageWait title={t('form.readFailed')} error={query.error} retry={() => void query.refetch()} />;
  }
  if (id !== undefined && result && !may(ability, 'update', resource.name, result)) {
    return (
      <div className="cw-page">
        <Alert type="warning" showIcon message={t('form.mayNot')} />
      </div>
    );
  }
  return (
    <Editor
      key={id ?? `new ${from ?? ''}`}
      resource={resource}
      validate={validate}
      record={id === undefined ? null : (result ?? null)}
      begin={from && result ? copyOf(resource, result) : initialValues(resource, search)}
    />
  );
}

/** What is to be said above the form of a record: that it is locked, or what a change brings with it. */
function Notice({ load, ...props }: ShowTabProps & Pick<ShowNotice, 'load'>) {
  const Part = useMemo(() => lazy(load), [load]);
  return (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}

interface EditorProps {
  resource: Resource;
  validate: Validate;
  record: Stored | null;
  begin: Values | undefined;
}

function Editor({ resource, validate, record, begin }: EditorProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const navigate = useNavigate();
  const ability = useAbility<Ability>();
  const { pathname } = useLocation();
  const form = useRef<RecordFormHandle>(null);
  const another = useRef(false);
  const editor = useRecordEditor({
    resource,
    record,
    begin,
    onSaved: async (saved) => {
      await navigate(`${resource.path}/${saved.id}`, { replace: true });
      forgetTags(pathname);
    },
  });
  const submit = (andNew = false) => {
    another.current = andNew;
    form.current?.submit();
  };
  useSaveKey(() => submit());

  const away = opensScreen(resource, 'list') ? resource.path : '/home';
  const kind = label(resource.schema['x-label'], resource.name);
  const name = record ? titleOf(resource, record) : '';
  usePageTitle(pathname, record ? t('form.editTitle', { kind, name }) : t('form.newTitle', { kind }));
  const more =
    record && mayEver(ability, 'create', resource.name)
      ? [
          {
            key: 'copy',
            label: <Link to={`${resource.path}/create?from=${record.id}`}>{t('form.copy')}</Link>,
          },
        ]
      : [];

  return (
    <div style={{ minHeight: '100%', display: 'flex', flexDirection: 'column' }}>
      <div className="cw-page cw-form-page">
        <h1 className="cw-title">
          <ScreenLink resource={resource} kind="list">
            {kind}
          </ScreenLink>{' '}
          / {record ? name : t('list.new')}
        </h1>
        {record &&
          formNotices
            .filter(({ when }) => when({ resource, record }))
            .map(({ key, load }) => <Notice key={key} load={load} resource={resource} record={record} />)}
        {begin && <Alert type="info" showIcon message={t('form.copied')} />}
        <EditorView
          ref={form}
          resource={resource}
          validate={validate}
          editor={editor}
          onSubmit={(next) => void (another.current ? editor.saveAndNew(next) : editor.save(next))}
        />
        <DetailSections resource={resource} record={record} />
      </div>
      <div className="cw-savebar">
        <span className="cw-grow" style={{ color: 'var(--cw-soft)' }} aria-live="polite">
          {editor.dirty ? t('form.unsaved') : ''}
        </span>
        {more.length > 0 && (
          <Dropdown menu={{ items: more }} trigger={['click']}>
            <Button icon={<MoreOutlined />} aria-label={t('form.more')} />
          </Dropdown>
        )}
        <Button onClick={() => void navigate(record ? `${resource.path}/${record.id}` : away)}>
          {t('shell.cancel')}
        </Button>
        {!record && (
          <Button disabled={editor.busy} onClick={() => submit(true)}>
            {t('form.saveAndNew')}
          </Button>
        )}
        <Button
          type="primary"
          loading={editor.busy}
          disabled={editor.conflict !== null || (record !== null && !editor.dirty)}
          title="Ctrl+S / ⌘S"
          onClick={() => submit()}
        >
          {t('form.save')}
        </Button>
      </div>
      <UnsavedGuard dirty={editor.mustAsk} onLeave={editor.draft.drop} />
    </div>
  );
}
