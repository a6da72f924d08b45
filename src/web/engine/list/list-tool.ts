import type { ComponentType } from 'react';
import type { Resource } from '#domain/record/resource.ts';
import type { ListState } from '#web/engine/url-state.ts';
import type { Selection } from './selection.ts';

export interface ListToolProps {
  /** With the fields alone that the user may read. */
  resource: Resource;
  /**
   * What the list shows now: its filters, search, sort and columns. `crudFilters(state)` is the question to
   * the endpoint.
   */
  state: ListState;
  /** What is picked: records by id, or all that the list's question meets; null: nothing is. */
  selection: Selection | null;
}

/**
 * Something that can be done with a list as a whole: an entry in the toolbar's menu, its chunk loaded when
 * chosen.
 */
export interface ListTool {
  key: string;
  titleKey: string;
  Icon: ComponentType;
  when?: (props: ListToolProps) => boolean;
  /** A dialog, or a page's content; `onClose` puts it away. */
  load: () => Promise<{ default: ComponentType<ListToolProps & { onClose: () => void }> }>;
}
