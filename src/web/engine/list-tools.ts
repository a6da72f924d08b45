import { DownloadOutlined, PrinterOutlined, UploadOutlined } from '@ant-design/icons';
import type { ListTool } from './list/list-tool.ts';
import { mayImport } from './transfer/may-import.ts';

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
