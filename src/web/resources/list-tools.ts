import { DownloadOutlined, PrinterOutlined, UploadOutlined } from '@ant-design/icons';
import type { ComponentType } from 'react';
import type { Resource } from '../../domain/resource.ts';
import type { Selection } from './list/selection.ts';
import { mayImport } from './transfer/may-import.ts';
import type { ListState } from './url-state.ts';

export interface ListToolProps {
  /** With the fields alone that the user may read. */
  resource: Resource;
  /** What the list shows now: its filters, search, sort and columns. `crudFilters(state)` is the question to the door. */
  state: ListState;
  /** What is picked: records by id, or all that the list's question meets; null: nothing is. */
  selection: Selection | null;
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
export const listTools: ListTool[] = [
  {
    key: 'import',
    titleKey: 'transfer.import',
    Icon: UploadOutlined,
    when: ({ resource, state }) => !state.trash && mayImport(resource),
    load: async () => ({ default: (await import('./transfer/import-drawer.tsx')).ImportDrawer }),
  },
  {
    key: 'export',
    titleKey: 'transfer.export',
    Icon: DownloadOutlined,
    load: async () => ({ default: (await import('./transfer/export-drawer.tsx')).ExportDrawer }),
  },
  {
    key: 'print',
    titleKey: 'show.print',
    Icon: PrinterOutlined,
    load: async () => ({ default: (await import('./show/print-list.tsx')).PrintList }),
  },
];
