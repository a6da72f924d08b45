import { lazy } from 'react';
import { inlineCreation } from './inline-creation.ts';

/** Lets forms make related records here and now; the drawer's chunk comes when it is first opened. Called once. */
export function enableInlineCreation(): void {
  inlineCreation.Drawer ??= lazy(async () => ({
    default: (await import('./record-form-drawer.tsx')).RecordFormDrawer,
  }));
}
