import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { type Resource, usualColumns } from '#domain/record/resource.ts';
import { useLocale } from '#web/client/locale.ts';
import { usePreference } from '#web/client/preference.ts';
import { fieldOf } from '#web/engine/fields.ts';
import {
  type ListState,
  parseListState,
  standardState,
  viewState,
  writeListState,
} from '#web/engine/url-state.ts';
import { isLeaving } from '#web/ui/leaving.ts';
import { type Layout, readLayout, readStoredLayouts, type StoredLayouts, sameLayout } from './layout.ts';
import { layoutPreference } from './list-queries.ts';
import { useViews } from './use-views.ts';

/**
 * The list's state lives in the address and nowhere else; what an address leaves out is as in the saved view
 * it names. A bare address is the menu's: it becomes that of the default view, or of the plain list with the
 * columns that the user keeps.
 */
export function useListState(resource: Resource) {
  const [query, setQuery] = useSearchParams();
  // An address takes a moment to become the page's: a change that comes in between builds on it all the same.
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  }, [query]);
  const go = useCallback(
    (next: URLSearchParams, replace: boolean) => {
      latest.current = next;
      setQuery(next, { replace });
    },
    [setQuery],
  );
  const views = useViews(resource.name);
  const preference = usePreference(layoutPreference(resource.name));
  const stored = useMemo(() => readStoredLayouts(preference.value), [preference.value]);

  const named = query.get('view');
  const view = views.items.find(({ id }) => String(id) === named);
  const begin = useMemo(
    () =>
      view
        ? viewState(view.query, resource, view.id)
        : { state: standardState(resource), unknown: [] as string[] },
    [view, resource],
  );
  const { state, unknown } = useMemo(() => {
    const read = parseListState(query, resource, begin.state);
    const changed = [...query.keys()].some((key) => key === 'filter' || key.startsWith('f.'));
    // What a view asks and this user cannot is told, unless they have put conditions of their own in its
    // place.
    return { state: read.state, unknown: changed ? read.unknown : [...begin.unknown, ...read.unknown] };
  }, [query, resource, begin]);
  const missing = named !== null && named !== 'none' && views.loaded && !view ? [`view=${named}`] : [];

  // Where a bare address leads. Columns that have since gone from the schema are not asked for.
  const bare = [...query.keys()].length === 0;
  const storedColumns = stored.columns?.filter((field) => fieldOf(resource, field));
  const loaded = views.loaded && preference.loaded;
  const toView = loaded && bare ? views.defaultId : null;
  const toColumns =
    loaded && toView === null && !query.has('view') && !query.has('cols') && storedColumns?.length
      ? storedColumns.join(',')
      : null;
  useEffect(() => {
    if (isLeaving()) return;
    if (toView !== null) go(new URLSearchParams({ view: String(toView) }), true);
    else if (toColumns !== null && !latest.current.has('cols')) {
      go(new URLSearchParams([...latest.current, ['cols', toColumns]]), true);
    }
  }, [toView, toColumns, go]);

  const change = useCallback(
    (part: Partial<ListState>, replace = false) => {
      const now = parseListState(latest.current, resource, begin.state).state;
      go(writeListState({ ...now, ...part }, resource, begin.state), replace);
    },
    [go, resource, begin],
  );
  const open = useCallback(
    (id: number | 'none') => go(new URLSearchParams({ view: String(id) }), false),
    [go],
  );
  /** Away with all that the list does not know: the view, or the plain list. */
  const reset = useCallback(
    () => go(new URLSearchParams(view ? { view: String(view.id) } : {}), false),
    [go, view],
  );

  const locale = useLocale();
  const usual = useMemo(() => usualColumns(resource, locale), [resource, locale]);
  const layoutKey = view ? String(view.id) : 'none';
  const viewLayout = useMemo(() => (view ? readLayout(view.layout) : {}), [view]);
  const layout = stored.layouts?.[layoutKey] ?? viewLayout;
  const keep = (next: StoredLayouts) => preference.set(next);
  const setLayout = (next: Layout | undefined) => {
    const { [layoutKey]: _, ...others } = stored.layouts ?? {};
    keep({ ...stored, layouts: next ? { ...others, [layoutKey]: next } : others });
  };
  /** Shown at once and kept: in the address, and for the plain list on the server too. */
  const setColumns = (columns: string[] | undefined) => {
    change({ columns });
    if (view) return;
    const { columns: _, ...others } = stored;
    keep(columns ? { ...others, columns } : others);
  };
  /** Columns, widths, pins and density as they came. */
  const resetLayout = () => {
    const { [layoutKey]: _, ...layouts } = stored.layouts ?? {};
    const { columns, ...others } = stored;
    keep({ ...others, ...(view && columns ? { columns } : {}), layouts });
    change({ columns: begin.state.columns });
  };

  const plain = writeListState({ ...state, page: 1, trash: false }, resource, begin.state);
  plain.delete('view');
  const modified = view !== undefined && (plain.size > 0 || !sameLayout(layout, viewLayout));
  const waiting = !loaded || toView !== null || toColumns !== null;
  return {
    state,
    unknown: [...missing, ...unknown],
    waiting,
    change,
    open,
    reset,
    views,
    view,
    modified,
    layout,
    setLayout,
    setColumns,
    resetLayout,
    columns: state.columns ?? usual,
  };
}

export type UseListState = ReturnType<typeof useListState>;
