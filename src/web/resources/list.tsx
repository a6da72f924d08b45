import { DeleteOutlined, FilterOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { Alert, Button, Drawer, Empty, Input, Pagination, Skeleton, Tooltip } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Ability, mayEver } from '../../domain/access.ts';
import type { Resource } from '../../domain/resource.ts';
import { Failure } from '../components/failure.tsx';
import { useLabel } from '../locale.ts';
import { useWindowWidth } from '../shell/appearance.ts';
import { useStore } from '../store.ts';
import { fieldOf, operatorsOf } from './fields.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { ListCards } from './list-cards.tsx';
import { ListTable } from './list-table.tsx';
import { pageSizes } from './url-state.ts';
import { ownChanges, useHeldRows } from './use-held-rows.ts';
import { useListState } from './use-list-state.ts';
import { type Row, useServerTable } from './use-server-table.ts';

/** Below this width a list is cards (experience.md §2.26). */
const cardsBelowPx = 768;
const searchDebounceMs = 350;
const none: readonly Row[] = [];

/** The list of any resource; `tools` are the buttons that its own screen adds. */
export function ResourceList({ resource, tools }: { resource: Resource; tools?: ReactNode }) {
  const { t } = useTranslation();
  const label = useLabel();
  const ability = useAbility<Ability>();
  const { state, unknown, change } = useListState(resource);
  const cards = useWindowWidth() < cardsBelowPx;
  const [pointed, setPointed] = useState(false);
  const [filtering, setFiltering] = useState(false);

  const { tableQuery: query, result, tableProps } = useServerTable(resource, state, unknown.length === 0);
  const own = useStore(ownChanges);
  const { rows, waiting, show } = useHeldRows(
    tableProps.dataSource ?? none,
    `${JSON.stringify(state)} ${own}`,
    pointed,
    query.isPlaceholderData,
  );
  const total = result.total ?? 0;
  const name = label(resource.schema['x-label'], resource.name);
  const mayCreate = !resource.readOnly && mayEver(ability, 'create', resource.name);
  const narrowed = state.filters.length > 0 || state.q !== '';

  // A page past the end (rows were deleted, or an old link): the last page there is.
  const last = Math.max(1, Math.ceil(total / state.size));
  useEffect(() => {
    if (query.isSuccess && !query.isPlaceholderData && state.page > last) change({ page: last }, true);
  }, [query.isSuccess, query.isPlaceholderData, state.page, last, change]);

  let body: ReactNode;
  if (unknown.length > 0) {
    body = (
      <Alert
        type="error"
        showIcon
        message={t('list.unknownFilter', { filters: unknown.join('  ') })}
        action={<Button onClick={() => change({})}>{t('list.clearFilters')}</Button>}
      />
    );
  } else if (query.isError) {
    body = <Failure title={t('list.failed')} error={query.error} retry={() => void query.refetch()} />;
  } else if (query.isLoading) {
    body = <Skeleton active paragraph={{ rows: 10 }} title={false} />;
  } else if (rows.length === 0) {
    body = (
      <Nothing
        narrowed={narrowed}
        trash={state.trash}
        name={name}
        create={mayCreate ? `${resource.path}/create` : undefined}
        onClear={() => change({ filters: [], q: '', page: 1 })}
      />
    );
  } else {
    const shared = { resource, rows, state, onChange: change, fetching: query.isPlaceholderData };
    const range = (count: number, [from, to]: [number, number]) => t('list.range', { from, to, count });
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
            tableProps={tableProps}
            pages={{ pageSizeOptions: pageSizes, showSizeChanger: true, showTotal: range }}
          />
        )}
      </section>
    );
  }

  return (
    <div className="cw-page" style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      <header className="cw-bar">
        <h1 className="cw-title">{state.trash ? t('list.trashOf', { name }) : name}</h1>
        <span className="cw-figures" style={{ color: 'var(--cw-soft)' }} aria-live="polite">
          {query.isSuccess ? t('list.total', { count: total }) : ''}
        </span>
        <span className="cw-grow" />
        <SearchBox resource={resource} value={state.q} onChange={(q) => change({ q, page: 1 }, true)} />
        {cards && (
          <Button icon={<FilterOutlined />} onClick={() => setFiltering(true)}>
            {t('list.filter')}
          </Button>
        )}
        <Tooltip title={t('list.refresh')}>
          <Button
            icon={<ReloadOutlined spin={query.isFetching} />}
            aria-label={t('list.refresh')}
            onClick={() => void query.refetch()}
          />
        </Tooltip>
        <Button
          icon={<DeleteOutlined />}
          type={state.trash ? 'primary' : 'default'}
          aria-pressed={state.trash}
          onClick={() => change({ trash: !state.trash, page: 1 })}
        >
          {state.trash ? t('list.leaveTrash') : t('list.trash')}
        </Button>
        {tools}
        {mayCreate && (
          <Link to={`${resource.path}/create`}>
            <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
              {t('list.new')}
            </Button>
          </Link>
        )}
      </header>
      <FilterChips resource={resource} state={state} onChange={change} />
      {waiting && (
        <Alert
          type="info"
          message={t('list.updates')}
          action={
            <Button size="small" type="link" onClick={show}>
              {t('list.showUpdates')}
            </Button>
          }
        />
      )}
      {body}
      <Drawer
        open={filtering}
        onClose={() => setFiltering(false)}
        title={t('list.filter')}
        placement="bottom"
        height="80%"
      >
        {resource.columns.map((field) => {
          const schema = fieldOf(resource, field);
          if (!schema || operatorsOf(schema).length === 0) return null;
          const own = state.filters.find((filter) => filter.field === field);
          return (
            <fieldset key={field} style={{ border: 0, padding: 0, margin: '0 0 12px' }}>
              <legend style={{ fontWeight: 600 }}>{label(schema['x-label'], field)}</legend>
              <FilterEditor
                field={field}
                schema={schema}
                label={label(schema['x-label'], field)}
                filter={own}
                onApply={(next) => {
                  const others = state.filters.filter((filter) => filter.field !== field);
                  change({ filters: next ? [...others, next] : others, page: 1 });
                  setFiltering(false);
                }}
              />
            </fieldset>
          );
        })}
      </Drawer>
    </div>
  );
}

function SearchBox(props: { resource: Resource; value: string; onChange: (q: string) => void }) {
  const { resource, value, onChange } = props;
  const { t } = useTranslation();
  const label = useLabel();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), searchDebounceMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  if (resource.search.length === 0) return null;
  const fields = resource.search
    .map((field) => label(fieldOf(resource, field)?.['x-label'], field))
    .join(' / ');
  return (
    <Tooltip title={t('list.searchIn', { fields })} trigger={['focus', 'hover']}>
      <Input.Search
        allowClear
        style={{ width: 280 }}
        aria-label={t('list.searchIn', { fields })}
        placeholder={fields}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onSearch={(now) => onChange(now)}
      />
    </Tooltip>
  );
}

function Nothing(props: {
  narrowed: boolean;
  trash: boolean;
  name: string;
  create: string | undefined;
  onClear: () => void;
}) {
  const { narrowed, trash, name, create, onClear } = props;
  const { t } = useTranslation();
  if (narrowed) {
    return (
      <Empty description={t('list.noResults')}>
        <Button onClick={onClear}>{t('list.clearFilters')}</Button>
      </Empty>
    );
  }
  if (trash) return <Empty description={t('list.trashEmpty')} />;
  return (
    <Empty description={create ? t('list.emptyCreate', { name }) : t('list.empty', { name })}>
      {create && (
        <Link to={create}>
          <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
            {t('list.new')}
          </Button>
        </Link>
      )}
    </Empty>
  );
}
