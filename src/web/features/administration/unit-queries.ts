import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { UnitDto } from '#contract/organization-unit.ts';
import { displayNameIn } from '#domain/text/name-in.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';

const key = ['organization-units'];
const none: UnitDto[] = [];

/** Every unit by code with its name in the language of the screen, kept fresh by what happens to them. */
export function useUnits() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: () => callService('OrganizationUnit', 'GetOrganizationUnits', {}),
  });
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: key }), [client]);
  useLiveChanges('organizationUnit', refresh);
  const locale = useLocale();
  const units = useMemo(
    () => query.data?.items.map((unit) => ({ ...unit, displayName: displayNameIn(unit, locale) })) ?? none,
    [query.data, locale],
  );
  return { units, query, refresh };
}

/** Puts a unit with all below it under another; null: at the top. */
export function moveUnit(id: number, newParentId: number | null, version: number): Promise<UnitDto> {
  return callService('OrganizationUnit', 'MoveOrganizationUnit', { id, newParentId, version });
}

export function useMembers(id: number, enabled: boolean) {
  return useQuery({
    queryKey: [...key, id, 'members'],
    enabled,
    queryFn: () => callService('OrganizationUnit', 'GetOrganizationUnitUsers', { id, maxResultCount: 200 }),
  });
}
