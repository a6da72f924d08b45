import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLiveChanges } from '#web/client/live.ts';
import { callService } from '#web/client/services.ts';
import type { Unit } from './unit-tree.ts';

const key = ['organization-units'];
const none: Unit[] = [];

/** Every unit by code, kept fresh by what happens to them. */
export function useUnits() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: () => callService<{ items: Unit[] }>('OrganizationUnit', 'GetOrganizationUnits', {}, 'GET'),
  });
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: key }), [client]);
  useLiveChanges('organizationUnit', refresh);
  return { units: query.data?.items ?? none, query, refresh };
}

/** Puts a unit with all below it under another; null: at the top. */
export function moveUnit(id: number, newParentId: number | null, version: number): Promise<Unit> {
  return callService<Unit>('OrganizationUnit', 'MoveOrganizationUnit', { id, newParentId, version });
}

export interface Member {
  id: number;
  userName: string;
  fullName: string;
  isActive: boolean;
}

export function useMembers(id: number, enabled: boolean) {
  return useQuery({
    queryKey: [...key, id, 'members'],
    enabled,
    queryFn: () =>
      callService<{ totalCount: number; items: Member[] }>(
        'OrganizationUnit',
        'GetOrganizationUnitUsers',
        { id, maxResultCount: 200 },
        'GET',
      ),
  });
}
