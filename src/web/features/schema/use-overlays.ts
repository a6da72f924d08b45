import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { OverlayItem } from '#contract/schema-overlay.ts';
import type { OverlayDefinition } from '#domain/overlays/overlay.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { callService } from '#web/client/services.ts';

const key = ['schemaOverlays'];

/** Every overlay, asked again when one changes. */
export function useOverlays() {
  const client = useQueryClient();
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: key }), [client]);
  useLiveChanges('schemaOverlay', refresh);
  const query = useQuery<{ items: OverlayItem[] }, RequestError>({
    queryKey: key,
    queryFn: () => callService('SchemaOverlay', 'GetList', {}),
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
    callService('SchemaOverlay', 'Save', {
      ...draft,
      ...(version === undefined ? {} : { version }),
    }),
  preview: (draft: Draft) => callService('SchemaOverlay', 'Preview', { ...draft }),
  publish: ({ id, version }: OverlayItem) => callService('SchemaOverlay', 'Publish', { id, version }),
  consequences: ({ id }: OverlayItem) => callService('SchemaOverlay', 'GetConsequences', { id }),
  withdraw: ({ id, version }: OverlayItem) => callService('SchemaOverlay', 'Withdraw', { id, version }),
  discard: ({ id, version }: OverlayItem) => callService('SchemaOverlay', 'Discard', { id, version }),
  export: ({ id }: OverlayItem) => callService('SchemaOverlay', 'Export', { id }),
};
