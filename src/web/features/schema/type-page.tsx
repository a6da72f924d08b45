import { MoreOutlined } from '@ant-design/icons';
import { Alert, Button, Dropdown, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { mayBeExtended } from '#domain/overlays/overlay.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { RequestError } from '#web/client/http.ts';
import { useLabel } from '#web/client/locale.ts';
import { shippedResource } from '#web/client/record-types.ts';
import { useSaveKey } from '#web/engine/form/save-key.ts';
import { UnsavedGuard, useUnsaved } from '#web/engine/unsaved-guard.tsx';
import { usePageTitle } from '#web/ui/document-title.ts';
import { Failure } from '#web/ui/failure.tsx';
import { PageWait } from '#web/ui/page-wait.tsx';
import { ExportDialog, PublishDialog, WithdrawDialog } from './dialogs.tsx';
import { FieldForm } from './field-form.tsx';
import { FieldList } from './field-list.tsx';
import { Preview } from './preview.tsx';
import './schema.css';
import type { DefinitionError, OverlayItem } from '#contract/schema-overlay.ts';
import { StateTag } from './state-tag.tsx';
import { TypeForm } from './type-form.tsx';
import { useDraft } from './use-draft.ts';
import { overlayCalls, useOverlays } from './use-overlays.ts';

const listPath = '/permission/schema';
/** In the address in place of a name: a type that is still to be made. */
export const newName = '-';
const publishing = 'publish';

/** What is added to one record type, or a type that is made: fields, preview, publishing. */
export default function TypePage() {
  const { t } = useTranslation();
  const { name = newName } = useParams();
  const { query, items, refresh, put } = useOverlays();
  if (query.isError || !items) {
    return <PageWait title={t('schema.readFailed')} error={query.error} retry={() => void query.refetch()} />;
  }
  const item = items.find(({ resource }) => resource === name) ?? null;
  if (name !== newName && !item && !shippedResource(name)) {
    return (
      <div className="cw-page">
        <Alert type="warning" showIcon message={t('schema.noSuchType', { name })} />
      </div>
    );
  }
  return (
    <Editor
      key={name}
      name={name === newName ? null : name}
      item={item}
      items={items}
      refresh={refresh}
      put={put}
    />
  );
}

interface EditorProps {
  /** null: a new type. */
  name: string | null;
  item: OverlayItem | null;
  items: readonly OverlayItem[];
  refresh: () => void;
  put: (item: OverlayItem) => void;
}

function Editor({ name, item, items, refresh, put }: EditorProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const navigate = useNavigate();
  const { pathname, state: came } = useLocation();
  const shipped = name === null ? undefined : shippedResource(name);
  const others = items.filter(({ id }) => id !== item?.id);
  const draft = useDraft(item, name, others);
  const [chosen, setChosen] = useState<number | null>(
    draft.definition.fields.length > 0 && shipped ? 0 : null,
  );
  const [tried, setTried] = useState(false);
  const [dialog, setDialog] = useState<'publish' | 'withdraw' | 'export' | null>(
    // A new type gets an address of its own when it is first kept: publishing goes on there.
    item && came === publishing ? 'publish' : null,
  );
  // The newest that the server has told: the list's answer may be on its way.
  const [announced, setAnnounced] = useState(item);
  const current = announced && item && item.version > announced.version ? item : (announced ?? item);
  const { busy, failure, run } = useAsyncAction();
  const readOnly = shipped !== undefined && !mayBeExtended(shipped);

  const { dirty } = draft;
  const { saved, mustAsk } = useUnsaved(dirty);

  const typeLabel = shipped?.schema['x-label'] ?? draft.definition.type?.label;
  const title = (typeLabel && label(typeLabel)) || (name ?? t('schema.newType'));
  usePageTitle(pathname, `${t('schema.title')} · ${title}`);

  const errors = draft.errors;
  const shown = tried ? errors : errors.filter((error) => !isUntold(error, draft.resource));

  /** Whether the work goes on at this address. */
  async function save(then?: typeof publishing): Promise<boolean> {
    const { kind, clean, resource } = draft;
    const next = await overlayCalls.save(
      { ...(current ? { id: current.id } : {}), resource, kind, definition: clean },
      current?.version,
    );
    setAnnounced(next);
    draft.settled(next);
    put(next);
    if (name !== null) return true;
    saved.current = true;
    await navigate(`${listPath}/${next.resource}`, { replace: true, state: then });
    return false;
  }
  const saveNow = () => run(async () => void (await save()));
  useSaveKey(() => {
    if (dirty) saveNow();
  });

  function publish(): void {
    setTried(true);
    const [first] = errors;
    if (first) {
      const [, index] = /^fields\.(\d+)\./.exec(first.field) ?? [];
      setChosen(index === undefined ? (draft.kind === 'type' ? null : chosen) : Number(index));
      return;
    }
    run(async () => {
      if ((!dirty && current) || (await save(publishing))) setDialog('publish');
    });
  }

  const done = (next: OverlayItem) => {
    setAnnounced(next);
    draft.settled(next);
    setDialog(null);
    put(next);
  };
  const discard = () =>
    run(async () => {
      if (!current) return;
      const { item: left } = await overlayCalls.discard(current);
      refresh();
      if (left) done(left);
      else {
        saved.current = true;
        await navigate(listPath);
      }
    });

  const field = chosen === null ? undefined : draft.definition.fields[chosen];
  const knownField = field && draft.known.find((one) => one.name === field.name);
  const names = new Set(draft.definition.fields.map((one) => one.name));
  const state = current?.state ?? 'draft';
  const more = [
    ...(state === 'published'
      ? [
          {
            key: 'withdraw',
            label: t('schema.withdraw'),
            danger: true,
            onClick: () => setDialog('withdraw'),
          },
          { key: 'export', label: t('schema.export'), onClick: () => setDialog('export') },
        ]
      : []),
    ...(current && (current.changed || state === 'draft') && state !== 'withdrawn'
      ? [{ key: 'discard', label: t('schema.discard'), onClick: discard }]
      : []),
    ...(current
      ? [
          {
            key: 'history',
            label: (
              <Link to={`/permission/schemaOverlay/${current.id}?tab=history`}>{t('schema.history')}</Link>
            ),
          },
        ]
      : []),
  ];

  return (
    <div style={{ minHeight: '100%', display: 'flex', flexDirection: 'column' }}>
      <div
        className="cw-page"
        style={{
          flex: 1,
          width: '100%',
          display: 'grid',
          gap: 12,
          alignContent: 'start',
          gridTemplateColumns: 'minmax(0, 1fr)',
        }}
      >
        <h1 className="cw-title">
          <Link to={listPath}>{t('schema.title')}</Link> / {title}{' '}
          <StateTag state={state} changed={dirty || (current?.changed ?? false)} isNew={!current} />
        </h1>
        {failure !== null && <SaveFailure failure={failure} />}
        {readOnly && <Alert type="info" showIcon message={t('schema.closed')} />}
        {current?.state === 'withdrawn' && <Alert type="info" showIcon message={t('schema.withdrawnText')} />}
        {tried && errors.length > 0 && (
          <Alert
            type="error"
            showIcon
            role="alert"
            message={t('schema.notYet', { count: errors.length })}
            description={errors.find(({ field: at }) => at === 'fields' || at === 'resource')?.message}
          />
        )}
        <div className="cw-schema">
          <div className="cw-schema-panel">
            <FieldList
              shipped={shipped}
              definition={draft.definition}
              errors={tried ? errors : shown}
              chosen={chosen}
              readOnly={readOnly}
              onChoose={setChosen}
              onAdd={() => setChosen(draft.add())}
              onMove={(index, by) => {
                draft.move(index, by);
                setChosen(index + by);
              }}
              onRemove={(index) => {
                draft.remove(index);
                setChosen(draft.definition.fields.length > 1 ? Math.max(0, index - 1) : null);
              }}
              published={draft.known.filter((one) => !names.has(one.name))}
              onBringBack={(one) => setChosen(draft.bringBack(one))}
            />
          </div>
          <div className="cw-schema-panel">
            {field && chosen !== null ? (
              <FieldForm
                key={chosen}
                field={field}
                path={`fields.${chosen}`}
                errors={shown}
                known={knownField}
                resource={draft.preview}
                onChange={(change) => draft.changeField(chosen, change)}
              />
            ) : draft.kind === 'type' ? (
              <TypeForm
                name={draft.resource}
                known={current !== null}
                definition={draft.definition}
                errors={shown}
                onName={draft.setResource}
                onChange={draft.changeType}
              />
            ) : (
              <p className="cw-schema-help">{t('schema.begin')}</p>
            )}
          </div>
          <div className="cw-schema-panel cw-schema-preview">
            <Preview resource={draft.preview} added={names} />
          </div>
        </div>
      </div>
      {!readOnly && (
        <div className="cw-savebar">
          <span className="cw-grow" style={{ color: 'var(--cw-soft)' }} aria-live="polite">
            {dirty ? t('form.unsaved') : ''}
          </span>
          {more.length > 0 && (
            <Dropdown menu={{ items: more }} trigger={['click']}>
              <Button icon={<MoreOutlined />} aria-label={t('schema.more')} />
            </Dropdown>
          )}
          <Button
            disabled={!dirty || draft.resource === ''}
            loading={busy}
            title="Ctrl+S / ⌘S"
            onClick={saveNow}
          >
            {t('schema.save')}
          </Button>
          <Button type="primary" disabled={busy} onClick={publish}>
            {state === 'withdrawn' ? t('schema.publishAgain') : t('schema.publish')}
          </Button>
        </div>
      )}
      <UnsavedGuard dirty={mustAsk} />
      {dialog === 'publish' && current && (
        <PublishDialog
          item={current}
          draft={{
            id: current.id,
            resource: current.resource,
            kind: current.kind,
            definition: current.definition,
          }}
          onDone={done}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'withdraw' && current && (
        <WithdrawDialog item={current} onDone={done} onClose={() => setDialog(null)} />
      )}
      {dialog === 'export' && current && <ExportDialog item={current} onClose={() => setDialog(null)} />}
    </div>
  );
}

/** Nobody is told of what they have not come to: what is still empty shows after a try to publish. */
function isUntold({ field }: DefinitionError, resource: string): boolean {
  return (
    (field === 'resource' && resource === '') ||
    /\.(label|help|group)\.|\.(choices|relation|dictionary|geometry)$/.test(field)
  );
}

/**
 * What the server would not keep; errors of its fields are listed, for they may be about what this page does
 * not know.
 */
function SaveFailure({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  const errors = failure instanceof RequestError ? Object.entries(failure.errors) : [];
  if (errors.length === 0) return <Failure title={t('schema.saveFailed')} error={failure} />;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      message={t('schema.saveFailed')}
      description={
        <ul className="cw-schema-plan">
          {errors.map(([field, texts]) => (
            <li key={field}>
              <Tag>{field}</Tag> {texts.join(' ')}
            </li>
          ))}
        </ul>
      }
    />
  );
}
