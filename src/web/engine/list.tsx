import { useAbility } from '@casl/react';
import { Alert, Button, Pagination, Skeleton } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Ability, mayEver } from '#domain/identity/access.ts';
import { listLabel, type Resource } from '#domain/record/resource.ts';
import { clockText } from '#web/client/clock.ts';
import { useHub } from '#web/client/hub.ts';
import { useLabel } from '#web/client/locale.ts';
import { useStore } from '#web/client/store.ts';
import { useWindowWidth } from '#web/ui/appearance.ts';
import { Failure } from '#web/ui/failure.tsx';
import { EmptyList } from './list/empty-list.tsx';
import { FilterChips } from './list/filter-chips.tsx';
import type { FilterNode } from './list/filter-tree.ts';
import { ListCards } from './list/list-cards.tsx';
import { ListTable } from './list/list-table.tsx';
import { ColumnChooser, FilterBuilder } from './list/on-demand.ts';
import { useReadable } from './list/readable.ts';
import { nothing, type Selection } from './list/selection.ts';
import { SelectionBar } from './list/selection-bar.tsx';
import { Toolbar } from './list/toolbar.tsx';
import { ownChanges, useHeldRows } from './list/use-held-rows.ts';
import { useListState } from './list/use-list-state.ts';
import { useRows } from './list/use-rows.ts';
import { useOnline, useUpdates } from './list/use-updates.ts';
import type { ListState } from './url-state.ts';
import './list/list.css';

/** Below this width a list is cards (experience.md §2.26). */
const cardsBelowPx = 768;

/**
 * The list of any resource; `tools` are the buttons that its own screen adds, `create` is where a new one is made when
 * that is not the generated form.
 */
export function ResourceList({
  resource: entry,
  tools,
  create: ownForm,
  only,
  title,
}: {
  resource: Resource;
  /** What holds of every row of this list, whatever else is asked. */
  only?: FilterNode;
  /** What this list is called, where it is not all records of the type. */
  title?: string;
  tools?: ReactNode;
  create?: string | undefined;
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const ability = useAbility<Ability>();
  const resource = useReadable(entry);
  const list = useListState(resource);
  const { state, unknown, change } = list;
  const asked = useMemo(
    () => (only ? { ...state, filters: [only, ...state.filters] } : state),
    [state, only],
  );
  const cards = useWindowWidth() < cardsBelowPx;
  const [pointed, setPointed] = useState(false);
  const [open, setOpen] = useState<'filter' | 'columns' | null>(null);

  const { query, rows: fresh, total, estimated } = useRows(resource, asked, unknown.length === 0);
  const own = useStore(ownChanges);
  const question = `${JSON.stringify(state)} ${own}`;
  const { rows, waiting, show } = useHeldRows(fresh, question, pointed, query.isPlaceholderData);
  const updates = useUpdates(resource.name, question);
  const { selection, select } = useSelection(state);
  const showUpdates = () => {
    show();
    updates.seen();
  };
  // Shown at once where nothing is held back: there is nothing to tell then.
  const { seen } = updates;
  useEffect(() => {
    void fresh;
    if (!waiting) seen();
  }, [fresh, waiting, seen]);

  const name = title ?? label(listLabel(resource.schema), resource.name);
  const mayCreate = !resource.readOnly && mayEver(ability, 'create', resource.name);
  const create = mayCreate ? (ownForm ?? `${resource.path}/create`) : undefined;
  const mayPick =
    !resource.readOnly &&
    (mayEver(ability, 'update', resource.name) || mayEver(ability, 'delete', resource.name));
  const tool = { resource, state: { ...asked, columns: list.columns }, selection: picked(selection) };

  // A page past the end (rows were deleted, or an old link): the last page there is.
  const last = Math.max(1, Math.ceil(total / state.size));
  useEffect(() => {
    if (query.isSuccess && !query.isPlaceholderData && !estimated && state.page > last)
      change({ page: last }, true);
  }, [query.isSuccess, query.isPlaceholderData, estimated, state.page, last, change]);

  let body: ReactNode;
  if (unknown.length > 0) {
    body = (
      <Alert
        type="error"
        showIcon
        message={t('list.unknownFilter', { filters: unknown.join('  ') })}
        description={unknown.some((part) => part.startsWith('view=')) ? t('list.unknownView') : undefined}
        action={<Button onClick={list.reset}>{t('list.clearFilters')}</Button>}
      />
    );
  } else if (query.error?.statusCode === 403) {
    body = <Alert type="warning" showIcon message={t('list.mayNot', { name })} />;
  } else if (query.isError && fresh.length === 0) {
    body = <Failure title={t('list.failed')} error={query.error} retry={() => void query.refetch()} />;
  } else if (query.isLoading || list.waiting) {
    body = <Skeleton active paragraph={{ rows: 10 }} title={false} />;
  } else if (rows.length === 0) {
    body = (
      <EmptyList
        narrowed={state.filters.length > 0 || state.q !== ''}
        trash={state.trash}
        name={name}
        create={create}
        tool={tool}
        onClear={() => change({ filters: [], q: '', page: 1 })}
      />
    );
  } else {
    const shared = {
      resource,
      rows,
      columns: list.columns,
      state,
      onChange: change,
      selection: mayPick ? selection : null,
      onSelect: select,
    };
    body = (
      <section
        aria-label={name}
        aria-busy={query.isFetching}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
      >
        {cards ? (
          <>
            <ListCards {...shared} />
            <nav aria-label={t('list.pages')} style={{ marginTop: 12 }}>
              <Pagination
                simple
                align="end"
                current={state.page}
                pageSize={state.size}
                total={total}
                onChange={(page) => change({ page })}
              />
            </nav>
          </>
        ) : (
          <ListTable
            {...shared}
            total={total}
            estimated={estimated}
            fetching={query.isPlaceholderData}
            layout={list.layout}
            onLayout={list.setLayout}
          />
        )}
      </section>
    );
  }

  return (
    <div className="cw-page cw-list">
      <Toolbar
        resource={resource}
        list={list}
        name={name}
        total={query.isSuccess ? total : null}
        estimated={estimated}
        fetching={query.isFetching}
        create={create}
        tool={tool}
        tools={tools}
        onRefresh={() => {
          showUpdates();
          void query.refetch();
        }}
        onFilter={() => setOpen('filter')}
        onColumns={() => setOpen('columns')}
      />
      <FilterChips resource={resource} state={state} onChange={change} onOpen={() => setOpen('filter')} />
      <SelectionBar
        resource={resource}
        state={asked}
        selection={selection}
        rows={rows}
        total={total}
        estimated={estimated}
        onSelect={select}
      />
      <Away error={query.isError && fresh.length > 0 ? query.error : null} at={query.dataUpdatedAt} />
      {waiting && (
        <Alert
          type="info"
          role="status"
          message={t('list.updates', { count: Math.max(1, updates.count) })}
          action={
            <Button size="small" type="link" onClick={showUpdates}>
              {t('list.showUpdates')}
            </Button>
          }
        />
      )}
      {body}
      {open === 'filter' && (
        <FilterBuilder
          resource={resource}
          filters={state.filters}
          phone={cards}
          onApply={(filters) => change({ filters, page: 1 })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'columns' && (
        <ColumnChooser
          resource={resource}
          columns={list.columns}
          layout={list.layout}
          cards={cards}
          onColumns={list.setColumns}
          onLayout={list.setLayout}
          onReset={list.resetLayout}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

function picked(selection: Selection): Selection | null {
  return selection.kind === 'ids' && selection.ids.length === 0 ? null : selection;
}

/** What is picked survives paging and sorting; another question asks for other records. */
function useSelection({ q, trash, filters }: ListState) {
  const query = JSON.stringify([q, trash, filters]);
  const [held, setHeld] = useState<{ query: string; selection: Selection }>({ query, selection: nothing });
  const selection = held.query === query ? held.selection : nothing;
  const select = useCallback((next: Selection) => setHeld({ query, selection: next }), [query]);
  return { selection, select };
}

/** The rows are those of a moment ago: nobody must take them for the present. */
function Away({ error, at }: { error: unknown; at: number }) {
  const { t } = useTranslation();
  const online = useOnline();
  const hub = useHub('chat');
  const time = at > 0 ? clockText(at).local.slice(11) : '—';
  if (online && error === null && hub !== 'lost' && hub !== 'reconnecting') return null;
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      message={t(online ? 'list.notLive' : 'list.offline', { time })}
    />
  );
}
