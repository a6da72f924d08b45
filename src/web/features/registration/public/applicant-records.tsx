import type { Validate } from 'virtual:validators';
import { PlusOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { useDelete, useList, useOne } from '@refinedev/core';
import { Alert, App, Button, Card, Empty, Skeleton } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { auditState } from '#domain/approvals/audit.ts';
import { type Ability, may } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLabel } from '#web/client/locale.ts';
import { useResource } from '#web/client/record-types.ts';
import { FilesTab } from '#web/engine/files/files-tab.tsx';
import { EditorView } from '#web/engine/form/editor-view.tsx';
import { RecordFormDrawer } from '#web/engine/form/record-form-drawer.tsx';
import { useSaveKey } from '#web/engine/form/save-key.ts';
import { type Stored, useRecordEditor } from '#web/engine/form/use-record-editor.ts';
import { relatedOf, subtitleOf, titleOf } from '#web/engine/labels.ts';
import type { RecordFormHandle } from '#web/engine/record-form.tsx';
import { FieldGroups, readableGroups } from '#web/engine/show/field-groups.tsx';
import { UnsavedGuard } from '#web/engine/unsaved-guard.tsx';
import { useValidator } from '#web/engine/use-validator.ts';
import { AuditButtons } from '#web/features/approvals/audit/audit-buttons.tsx';
import { AuditEvents } from '#web/features/approvals/audit/audit-events.tsx';
import { useTimeline } from '#web/features/approvals/audit/audit-queries.ts';
import { AuditStateTag } from '#web/features/approvals/audit/audit-state-tag.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { type ApplicantResource, applicantPlaces, useApplicant } from './applicant-state.ts';
import '#web/ui/style/document.css';
import '#web/engine/show/show.css';

interface Props {
  name: ApplicantResource;
}

/** The type with what it is called; nothing while it is not there. */
function WithType({ name, children }: Props & { children: (resource: Resource, kind: string) => ReactNode }) {
  const resource = useResource(name);
  const label = useLabel();
  return resource ? children(resource, label(resource.schema['x-label'], name)) : null;
}

/** `/aircraft`, `/pilot`: what the applicant has entered, and where each stands. */
export function ApplicantList({ name }: Props) {
  return (
    <WithType name={name}>
      {(resource, kind) => <List resource={resource} name={name} kind={kind} />}
    </WithType>
  );
}

function List({ resource, name, kind }: Props & { resource: Resource; kind: string }) {
  const { t } = useTranslation();
  const { query, result } = useList<Stored, RequestError>({
    resource: name,
    pagination: { pageSize: 200 },
    sorters: resource.sort ? [resource.sort] : [],
    errorNotification: false,
  });
  const place = applicantPlaces[name];
  return (
    <>
      <div className="cw-bar">
        <h1 className="cw-title">{kind}</h1>
        <span className="cw-grow" />
        <Link to={place.add} className="cw-button">
          <PlusOutlined aria-hidden /> {t('register.records.add', { kind })}
        </Link>
      </div>
      {query.isError && (
        <Failure title={t('form.readFailed')} error={query.error} retry={() => void query.refetch()} />
      )}
      {query.isLoading && <Skeleton active paragraph={{ rows: 6 }} />}
      {query.isSuccess && result.data.length === 0 && (
        <Empty description={t('register.records.none', { kind })} />
      )}
      <ul className="applicant-list" aria-label={kind}>
        {result.data.map((record) => {
          const [type] = relatedOf(record, 'type');
          return (
            <li key={record.id} className="applicant-row">
              <Link to={`${place.one}?id=${record.id}`}>{titleOf(resource, record)}</Link>
              <span>{[type?.label, subtitleOf(resource, record)].filter(Boolean).join(' · ')}</span>
              <span className="cw-grow" />
              <AuditStateTag
                resource={resource}
                state={resource.approval ? record[resource.approval.state] : undefined}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** `/baseManage/addaircraft`, `/pilotManage/addPilot`: the form of the type, for a record of the applicant's own. */
export function ApplicantAdd({ name }: Props) {
  const resource = useResource(name);
  return resource ? <NewRecord resource={resource} name={name} /> : null;
}

function NewRecord({ resource, name }: Props & { resource: Resource }) {
  const validate = useValidator(resource);
  if (!validate) return <Skeleton active paragraph={{ rows: 10 }} />;
  return <Editor resource={resource} name={name} validate={validate} />;
}

function Editor({ resource, name, validate }: Props & { resource: Resource; validate: Validate }) {
  const { t } = useTranslation();
  const label = useLabel();
  const navigate = useNavigate();
  const { state } = useApplicant();
  const form = useRef<RecordFormHandle>(null);
  const place = applicantPlaces[name];
  const editor = useRecordEditor({
    resource,
    record: null,
    // Whose it is, is settled.
    begin: { company: state.company.id },
    fixed: 'company',
    onSaved: async (saved) => {
      await navigate(`${place.one}?id=${saved.id}`, { replace: true });
    },
  });
  useSaveKey(() => form.current?.submit());
  const kind = label(resource.schema['x-label'], name);
  return (
    <div className="applicant-form">
      <h1 className="cw-title">
        <Link to={place.list}>{kind}</Link> / {t('list.new')}
      </h1>
      <EditorView
        ref={form}
        resource={resource}
        validate={validate}
        editor={editor}
        onSubmit={(next) => void editor.save(next)}
      />
      <div className="cw-savebar">
        <span className="cw-grow" style={{ color: 'var(--cw-soft)' }} aria-live="polite">
          {editor.dirty ? t('form.unsaved') : ''}
        </span>
        <Button onClick={() => void navigate(place.list)}>{t('shell.cancel')}</Button>
        <Button type="primary" loading={editor.busy} onClick={() => form.current?.submit()}>
          {t('form.save')}
        </Button>
      </div>
      <UnsavedGuard dirty={editor.mustAsk} onLeave={editor.draft.drop} />
    </div>
  );
}

/** `/baseManage/aircraftDetail?id=`, `/pilotManage/pilotDetail?id=`: one record with its papers, and its submission. */
export function ApplicantDetail({ name }: Props) {
  const [search] = useSearchParams();
  const id = Number(search.get('id'));
  return (
    <WithType name={name}>
      {(resource, kind) => <Detail key={id} resource={resource} name={name} kind={kind} id={id} />}
    </WithType>
  );
}

function Detail({ resource, name, kind, id }: Props & { resource: Resource; kind: string; id: number }) {
  const { t } = useTranslation();
  const ability = useAbility<Ability>();
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const { mutate: remove } = useDelete<Stored, RequestError>();
  const { query, result: record } = useOne<Stored, RequestError>({
    resource: name,
    id,
    errorNotification: false,
  });
  const { data: timeline, refetch } = useTimeline(name, query.isSuccess ? id : null);
  const place = applicantPlaces[name];
  if (query.isError) {
    return <Failure title={t('form.readFailed')} error={query.error} retry={() => void query.refetch()} />;
  }
  if (!record || !timeline) return <Skeleton active paragraph={{ rows: 8 }} />;
  const title = titleOf(resource, record);
  const reload = () => void Promise.all([query.refetch(), refetch()]);
  const mayChange = timeline.state !== auditState.waiting && may(ability, 'update', name, record);
  const askRemove = () =>
    modal.confirm({
      title: t('register.records.removeTitle', { name: title }),
      content: t('register.records.removeText'),
      okText: t('register.records.remove'),
      okButtonProps: { danger: true },
      cancelText: t('shell.cancel'),
      onOk: () =>
        remove(
          { resource: name, id, successNotification: false },
          { onSuccess: () => void navigate(place.list) },
        ),
    });
  return (
    <>
      <div className="cw-bar">
        <h1 className="cw-title">
          <Link to={place.list}>{kind}</Link> / {title}
        </h1>
        <span aria-live="polite">
          <AuditStateTag resource={resource} state={timeline.state} />
        </span>
        <span className="cw-grow" />
        {mayChange && (
          <>
            <Button onClick={() => setEditing(true)}>{t('list.edit')}</Button>
            <Button danger onClick={askRemove}>
              {t('register.records.remove')}
            </Button>
          </>
        )}
        <AuditButtons timeline={timeline} acts={['submit', 'withdraw']} quiet onDone={reload} />
      </div>
      {timeline.opinion && (
        <Alert
          type={timeline.state === auditState.accepted ? 'success' : 'warning'}
          showIcon
          message={t('register.where.opinion', { opinion: timeline.opinion })}
        />
      )}
      <FieldGroups resource={resource} record={record} groups={readableGroups(resource, ability)} />
      <Card size="small" title={t('register.records.papers')}>
        <FilesTab resource={resource} record={record} />
      </Card>
      <Card size="small" title={t('audit.document.events')}>
        <AuditEvents events={timeline.events} />
      </Card>
      {editing && (
        <RecordFormDrawer
          resource={resource}
          id={id}
          fixed="company"
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            reload();
          }}
        />
      )}
    </>
  );
}
