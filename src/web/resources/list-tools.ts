import type { ComponentType } from 'react';
import type { Resource } from '../../domain/resource.ts';
import type { ListState } from './url-state.ts';

export interface ListToolProps {
  resource: Resource;
  /** What the list shows now: its filters, search, sort and columns. */
  state: ListState;
}

/** Something that can be done with a list as a whole: an entry in the toolbar's menu, its chunk loaded when chosen. */
export interface ListTool {
  key: string;
  titleKey: string;
  Icon: ComponentType;
  when?: (props: ListToolProps) => boolean;
  /** A dialog, or a page's content; `onClose` puts it away. */
  load: () => Promise<{ default: ComponentType<ListToolProps & { onClose: () => void }> }>;
}

/** The tools of every list, in order. A new one is a file and a line here. */
export const listTools: ListTool[] = [];
