import { QuestionCircleOutlined, UndoOutlined } from '@ant-design/icons';
import { useInvalidate, useList } from '@refinedev/core';
import { App, Button, Checkbox, Empty, Input, Select } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Resource } from '#domain/record/resource.ts';
import { displayNameIn } from '#domain/text/name-in.ts';
import { loadUser } from '#web/client/auth.ts';
import type { RequestError } from '#web/client/http.ts';
import { useDirty } from '#web/client/live.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { useResources } from '#web/client/record-types.ts';
import { currentUser } from '#web/client/session.ts';
import { UnsavedGuard } from '#web/engine/unsaved-guard.tsx';
import { useWindowWidth } from '#web/ui/appearance.ts';
import { Failure } from '#web/ui/failure.tsx';
import { menuGroups } from '#web/ui/menu-groups.ts';
import { PageWait } from '#web/ui/page-wait.tsx';
import { ChangeList } from './change-list.tsx';
import { changesOf, isAdmin, type MatrixRole, readRole, rulesOf } from './matrix-model.ts';
import { MatrixPhone } from './matrix-phone.tsx';
import { type MatrixGroup, MatrixTable } from './matrix-table.tsx';
import { saveRules, useEdits } from './use-edits.ts';
import { ViewDialog } from './view-dialog.tsx';
import { WhyDrawer } from './why-drawer.tsx';
import '#web/engine/show/show.css';
import './matrix.css';
import { pressedKey } from '#web/ui/composing.ts';

const phonePx = 768;
/** So many roles are shown at first, by the room there is. */
const rolesFor = (width: number) => (width < 1200 ? 2 : 4);

/** Who may do what to which records and fields, and why; edited here, kept on the roles. */
export function MatrixPage() {
  const { t } = useTranslation();
  const resources = useResources();
  const [search, setSearch] = useSearchParams();
  const invalidate = useInvalidate();
  const { message } = App.useApp();
  const width = useWindowWidth();
  const locale = useLocale();
  const phone = width < phonePx;
  const { query, result } = useList<Record<string, unknown> & { id: number }, RequestError>({
    resource: 'role',
    pagination: { pageSize: 200 },
    sorters: [{ field: 'id', order: 'asc' }],
    errorNotification: false,
  });
  const all = useMemo(
    () =>
      (result.data ?? [])
        .map(readRole)
        .filter((role): role is MatrixRole => role !== undefined)
        .map((role) => ({ ...role, displayName: displayNameIn(role, locale) })),
    [result.data, locale],
  );
  const { edits, change, undo, discard, canUndo } = useEdits();
  const [asking, setAsking] = useState(false);
  const [viewed, setViewed] = useState<MatrixRole>();
  const [text, setText] = useState('');
  const [differing, setDiffering] = useState(false);
  const [problem, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const named = search.get('roles')?.split(',').filter(Boolean);
  const wanted = all.filter(({ name }) => named?.includes(name));
  const others = all.filter((role) => !isAdmin(role));
  const shown = wanted.length > 0 ? wanted : others.slice(0, rolesFor(width));
  const roles = phone ? shown.slice(0, 1) : shown;

  const edited = all.filter((role) => edits[role.id] !== undefined);
  const count = edited.reduce(
    (sum, role) => sum + changesOf(role.recordRules, rulesOf(role, edits)).length,
    0,
  );
  useDirty(count > 0);
  const dirty = useCallback(() => count > 0, [count]);

  const groups = useGroups(resources, text, (resource) =>
    differing
      ? shown.some((role) => rulesOf(role, edits).some((rule) => rule.resource === resource.name))
      : true,
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea');
      if (typing || !(event.ctrlKey || event.metaKey)) return;
      const key = pressedKey(event).toLowerCase();
      if (key === 'z' && canUndo) undo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [canUndo, undo]);

  const save = async () => {
    setBusy(true);
    setError(null);
    try {
      for (const role of edited) {
        await saveRules(role, rulesOf(role, edits));
        discard(role.id);
      }
      message.success(t('matrix.saved'));
      const own = currentUser.get()?.roles ?? [];
      if (edited.some(({ name }) => own.includes(name))) await loadUser();
    } catch (error) {
      setError(error);
    } finally {
      setBusy(false);
      void invalidate({ resource: 'role', invalidates: ['resourceAll'] });
    }
  };

  if (query.isError || query.isLoading) {
    return <PageWait title={t('list.failed')} error={query.error} retry={() => void query.refetch()} />;
  }
  return (
    <div className="cw-page cw-matrix-page">
      <UnsavedGuard dirty={dirty} onLeave={() => discard()} />
      <header className="cw-bar">
        <h1 className="cw-title">{t('matrix.title')}</h1>
        <span className="cw-grow" />
        <Button icon={<QuestionCircleOutlined />} onClick={() => setAsking(true)}>
          {t('matrix.ask')}
        </Button>
      </header>
      <div className="cw-bar">
        <Select
          mode={phone ? undefined : 'multiple'}
          style={{ minWidth: phone ? '100%' : 320 }}
          aria-label={t('matrix.roles')}
          optionFilterProp="label"
          value={phone ? (roles[0]?.name ?? '') : shown.map(({ name }) => name)}
          onChange={(names: string | string[]) =>
            setSearch([names].flat().length > 0 ? { roles: [names].flat().join(',') } : {}, { replace: true })
          }
          options={all.map((role) => ({ value: role.name, label: `${role.displayName} (${role.name})` }))}
        />
        {!phone && (
          <>
            <Input.Search
              allowClear
              style={{ width: 240 }}
              placeholder={t('matrix.search')}
              aria-label={t('matrix.search')}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Checkbox checked={differing} onChange={(event) => setDiffering(event.target.checked)}>
              {t('matrix.differing')}
            </Checkbox>
          </>
        )}
        <span className="cw-grow" />
        <span className="cw-matrix-soft">{t('matrix.legend')}</span>
      </div>
      {problem !== null && <Failure title={t('matrix.saveFailed')} error={problem} />}
      {groups.length === 0 || roles.length === 0 ? (
        <Empty description={t('list.noResults')} />
      ) : phone && roles[0] ? (
        <MatrixPhone groups={groups} role={roles[0]} edits={edits} onChange={change} />
      ) : (
        <MatrixTable groups={groups} roles={roles} edits={edits} onChange={change} onView={setViewed} />
      )}
      {count > 0 && (
        <div className="cw-savebar">
          <ChangeList roles={edited} edits={edits} count={count} />
          <span className="cw-grow" />
          <Button icon={<UndoOutlined />} disabled={!canUndo} onClick={undo}>
            {t('matrix.undo')}
          </Button>
          <Button onClick={() => discard()}>{t('matrix.discard')}</Button>
          <Button type="primary" loading={busy} onClick={() => void save()}>
            {t('form.save')}
          </Button>
        </div>
      )}
      {asking && <WhyDrawer resources={resources} onClose={() => setAsking(false)} />}
      {viewed && <ViewDialog role={viewed} onClose={() => setViewed(undefined)} />}
    </div>
  );
}

/** Record types in the groups and the order of the menu; those without an entry of their own come last. */
function useGroups(
  resources: readonly Resource[],
  text: string,
  fits: (resource: Resource) => boolean,
): MatrixGroup[] {
  const label = useLabel();
  const words = text.trim().toLowerCase();
  const found = resources.filter(
    (resource) =>
      fits(resource) &&
      `${label(resource.schema['x-label'], resource.name)} ${resource.name}`.toLowerCase().includes(words),
  );
  const place = (resource: Resource) => resource.menu?.order ?? Number.MAX_SAFE_INTEGER;
  const names = [...menuGroups, ''];
  return names
    .map((name) => ({
      name,
      resources: found
        .filter(({ menu }) => {
          const group = menu?.group ?? '';
          return name === '' ? !names.includes(group) || group === '' : group === name;
        })
        .sort((a, b) => place(a) - place(b)),
    }))
    .filter((group) => group.resources.length > 0);
}
