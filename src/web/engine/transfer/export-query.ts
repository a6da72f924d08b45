import { type Resource, usualColumns } from '#domain/record/resource.ts';
import type { Locale } from '#domain/text/label.ts';
import { filterQuery, recordsPath } from '#web/client/data.ts';
import type { Selection } from '#web/engine/list/selection.ts';
import { crudFilters, type ListState } from '#web/engine/url-state.ts';

export type ExportFormat = 'xlsx' | 'csv' | 'json' | 'geojson';

export interface ExportChoice {
  format: ExportFormat;
  columns: 'shown' | 'all' | 'chosen';
  chosen: string[];
  rows: 'filtered' | 'selected';
  labels: Locale;
}

/** The address of the file: the list as it is filtered, searched and sorted, or what is picked in it. */
export function exportPath(
  resource: Resource,
  state: ListState,
  selection: Selection | null,
  choice: ExportChoice,
): string {
  const query = filterQuery(crudFilters(state, resource));
  query.set('format', choice.format);
  query.set('labels', choice.labels);
  // A list begins with a name in one language; its file has both, so that it can be imported again.
  const isUsual = state.columns?.join() === usualColumns(resource, choice.labels).join();
  const shown = state.columns && !isUsual ? state.columns : resource.columns;
  const columns = choice.columns === 'shown' ? shown : choice.columns === 'chosen' ? choice.chosen : [];
  if (columns.length > 0) query.set('columns', columns.join(','));
  if (state.sort.length > 0) {
    query.set('_sort', state.sort.map(({ field }) => field).join(','));
    query.set('_order', state.sort.map(({ order }) => order).join(','));
  }
  if (choice.rows === 'selected' && selection) {
    if (selection.kind === 'ids') query.set('ids', selection.ids.join(','));
    else for (const id of selection.except) query.append('id_nin', String(id));
  }
  return `${recordsPath}/${resource.name}/export?${query}`;
}

/** Fields that a file may have as columns, the number of the record first. */
export function exportableFields(resource: Resource): string[] {
  const open = Object.entries(resource.schema.properties).filter(([, schema]) => !schema['x-secret']);
  return ['id', ...open.map(([field]) => field), 'createdAt', 'updatedAt'];
}

export function hasShape(resource: Resource): boolean {
  return Object.values(resource.schema.properties).some((schema) => schema['x-geometry']);
}
