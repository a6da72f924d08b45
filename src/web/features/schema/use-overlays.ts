import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { OverlayDefinition, OverlayField, OverlayState } from '#domain/overlays/overlay.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { callService } from '#web/client/services.ts';

/** An overlay as the service SchemaOverlay sends it. */
export interface OverlayItem {
  id: number;
  version: number;
  resource: string;
  kind: 'fields' | 'type';
  state: OverlayState;
  number: number;
  /** The draft says something else than what is in effect. */
  changed: boolean;
  definition: OverlayDefinition;
  published: OverlayDefinition | null;
  known: OverlayField[];
}

export interface Said {
  field: string;
  message: string;
}

export interface SaidChange {
  kind: string;
  field: string | null;
  text: string;
  rows: number;
}

export interface PreviewAnswer {
  faults: Said[];
  changes: SaidChange[];
  refusals: Said[];
}

const key = ['schemaOverlays'];

/** Every overlay, asked again when one changes. */
export function useOverlays() {
  const client = useQueryClient();
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: key }), [client]);
  useLiveChanges('schemaOverlay', refresh);
  const query = useQuery<{ items: OverlayItem[] }, RequestError>({
    queryKey: key,
    queryFn: () => callService('SchemaOverlay', 'GetList', {}, 'GET'),
  });
  /** What the server has just told, before the list is asked again. */
  const put = useCallback(
    (item: OverlayItem) => {
      client.setQueryData<{ items: OverlayItem[] }>(key, (before) => ({
        items: [...(before?.items ?? []).filter(({ id }) => id !== item.id), item],
      }));
      refresh();
    },
    [client, refresh],
  );
  return { query, items: query.data?.items, refresh, put };
}

export interface Draft {
  id?: number;
  resource: string;
  kind: 'fields' | 'type';
  definition: OverlayDefinition;
}

export const overlayCalls = {
  save: (draft: Draft, version: number | undefined) =>
    callService<OverlayItem>('SchemaOverlay', 'Save', {
      ...draft,
      ...(version === undefined ? {} : { version }),
    }),
  preview: (draft: Draft) => callService<PreviewAnswer>('SchemaOverlay', 'Preview', { ...draft }),
  publish: ({ id, version }: OverlayItem) =>
    callService<OverlayItem>('SchemaOverlay', 'Publish', { id, version }),
  consequences: ({ id }: OverlayItem) =>
    callService<{ changes: SaidChange[] }>('SchemaOverlay', 'GetConsequences', { id }),
  withdraw: ({ id, version }: OverlayItem) =>
    callService<OverlayItem>('SchemaOverlay', 'Withdraw', { id, version }),
  discard: ({ id, version }: OverlayItem) =>
    callService<{ item: OverlayItem | null }>('SchemaOverlay', 'Discard', { id, version }),
  export: ({ id }: OverlayItem) =>
    callService<{ path: string; schema: string; entry: string }>('SchemaOverlay', 'Export', { id }, 'GET'),
};
