import type { ComponentType } from 'react';
import type { Resource } from '#domain/record/resource.ts';
import type { Values } from '#web/engine/record-validator.ts';
import type { Stored } from './use-record-editor.ts';

export interface RecordFormDrawerProps {
  resource: Resource;
  /** The record to change; absent: a new one. */
  id?: number;
  /** What a new one begins with. */
  begin?: Values;
  /** A field of `begin` that is settled and not shown: what the record hangs on. */
  fixed?: string;
  onClose: () => void;
  onSaved: (record: Stored) => void;
}

/** The form that a relation's widget opens beside the form it stands in; enable-inline-creation.ts fills it. */
export const inlineCreation: { Drawer: ComponentType<RecordFormDrawerProps> | null } = { Drawer: null };
