import { useList } from '@refinedev/core';
import { useState } from 'react';
import { resourceNamed } from '#web/client/record-types.ts';
import { useSettled } from '#web/ui/use-settled.ts';
import type { RecordValues } from './labels.ts';

const debounceMs = 250;

/** Conditions as refine's filters. */
export type RecordFilters = { field: string; operator: 'eq' | 'in'; value: unknown }[];

type Found = RecordValues & { id: number };

/** What is found for the typed text, asked for a moment after the last key. */
export function useRecordSearch(of: { resource: string; filters?: RecordFilters; open: boolean }) {
  const { resource: name, filters = [], open } = of;
  const resource = resourceNamed(name);
  const [text, setText] = useState('');
  const [asked, setAsked] = useSettled(text.trim(), debounceMs);
  const { query } = useList<Found>({
    resource: name,
    filters: [...filters, ...(asked === '' ? [] : [{ field: 'q', operator: 'eq' as const, value: asked }])],
    sorters: resource?.sort ? [resource.sort] : [],
    pagination: { currentPage: 1, pageSize: 30, mode: 'server' },
    queryOptions: {
      enabled: open && resource !== undefined,
      staleTime: 10_000,
      placeholderData: (before) => before,
    },
    errorNotification: false,
  });
  return {
    text,
    type: setText,
    clear() {
      setText('');
      setAsked('');
    },
    /** Of the last answer. */
    records: open ? (query.data?.data ?? []) : [],
    /** Whether the last answer is that of the text. */
    isAnswered: asked === text.trim() && !query.isPlaceholderData && !query.isLoading,
  };
}
