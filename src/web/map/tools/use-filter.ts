import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { isObject, numberOf, textOf } from '#domain/text/narrow.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { callService } from '#web/client/services.ts';
import type { Urgent } from '#web/map/map-signs.ts';
import {
  type FilterFacts,
  isFiltering,
  noFilter,
  passes,
  type TargetFilter,
} from '#web/map/target-filter.ts';
import type { TargetStore } from '#web/map/target-store.ts';

const noPlans: FilterFacts['plans'] = new Map();
const plansKey = ['mapFilterPlans'];
const changing = ['plan'];

/**
 * The filter of the map's targets. It begins without one at each visit, so that nobody works for a day with half a picture
 * that was asked for the day before.
 */
export function useTargetFilter(store: TargetStore, urgent: Urgent) {
  const [filter, setFilter] = useState<TargetFilter>(noFilter);
  const client = useQueryClient();
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: plansKey }), [client]);
  useLiveChanges(changing, refresh);
  const { data: plans = noPlans } = useQuery({
    queryKey: plansKey,
    // Whoever may not read plans filters by the rest.
    queryFn: () => callService('Navigation', 'GetActiveNAircrafts', {}).then(plansIn, () => noPlans),
  });
  useEffect(() => {
    store.filterBy(isFiltering(filter) ? (target) => passes(target, filter, { plans, urgent }) : null);
  }, [store, filter, plans, urgent]);
  return { filter, setFilter, plans };
}

function plansIn({ items }: { items: readonly unknown[] }): FilterFacts['plans'] {
  return new Map(
    items.flatMap((plan): [number, { state: number; company: string }][] => {
      if (!isObject(plan)) return [];
      const [id, state] = [numberOf(plan.id), numberOf(plan.state)];
      return id === null || state === null ? [] : [[id, { state, company: textOf(plan.companyName) ?? '' }]];
    }),
  );
}
