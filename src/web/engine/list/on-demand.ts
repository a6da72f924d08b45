import { onDemand } from '#web/ui/on-demand.tsx';

/** What a list opens when asked to; only then does it need the engine of forms, and pickers of dates. */
export const BulkEdit = onDemand(async () => (await import('./bulk-edit.tsx')).BulkEdit);
export const ColumnChooser = onDemand(async () => (await import('./column-chooser.tsx')).ColumnChooser);
export const FilterBuilder = onDemand(async () => (await import('./filter-builder.tsx')).FilterBuilder);
export const FilterEditor = onDemand(async () => (await import('./filter-editor.tsx')).FilterEditor);
export const InlineEditor = onDemand(async () => (await import('./inline-editor.tsx')).InlineEditor);
export const SaveViewDialog = onDemand(async () => (await import('./save-view-dialog.tsx')).SaveViewDialog);
