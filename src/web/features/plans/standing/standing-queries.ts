import { useList } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PlanItem } from '#contract/plans/plan-output.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';

/** A plan with what its term says. */
export type TermItem = PlanItem;

export interface Candidate {
  standingPlan: number;
  planNumber: string;
  companyName: string | null;
  callsigns: string[];
  /** The plan of that day; null: not made yet. */
  made: number | null;
  /** Why none can be made now. */
  blocked: string | null;
}

export interface TomorrowPage {
  date: string;
  totalCount: number;
  items: TermItem[];
  candidates: Candidate[];
}

/** Below the key of all plans: a change of one asks these again. */
export function useStandingPlans(filter: { keyword: string; states: number[] }) {
  const locale = useLocale();
  return useQuery<{ totalCount: number; items: TermItem[] }, RequestError>({
    queryKey: ['plans', 'standing', filter, locale],
    queryFn: () =>
      callService('Navigation', 'GetHistoryNAircraft', {
        kinds: ['standing'],
        ...(filter.keyword ? { keyword: filter.keyword } : {}),
        ...(filter.states.length > 0 ? { states: filter.states } : {}),
        sorting: 'startTime desc',
        maxResultCount: 300,
      }),
    placeholderData: (before) => before,
  });
}

/** The plans that were made from a standing plan, by their day. */
export function useMadePlans(standingPlan: number) {
  const locale = useLocale();
  const query = useQuery<{ items: TermItem[] }, RequestError>({
    queryKey: ['plans', 'made', standingPlan, locale],
    queryFn: () =>
      callService('Navigation', 'GetHistoryNAircraft', {
        standingPlan,
        kinds: ['nextDay', 'sameDay'],
        sorting: 'startTime asc',
        maxResultCount: 400,
      }),
  });
  const byDay = useMemo(
    () =>
      new Map((query.data?.items ?? []).flatMap((item) => (item.validFrom ? [[item.validFrom, item]] : []))),
    [query.data],
  );
  return { ...query, byDay };
}

/** The next-day plans of a date with the standing plans that fly then; null: tomorrow. */
export function useTomorrow(date: string | null) {
  const locale = useLocale();
  return useQuery<TomorrowPage, RequestError>({
    queryKey: ['plans', 'tomorrow', date, locale],
    queryFn: () =>
      callService('TomorrowNavigation', 'Page', { ...(date ? { date } : {}), maxResultCount: 500 }),
    placeholderData: (before) => before,
  });
}

interface Settings {
  timeZone: string;
  today: string;
  deadlines: { submitTime: string };
  standingMaxDays: number;
  standingMakeTime: string;
  takeoffToleranceMinutes: number;
}

export function usePlanSettings() {
  const { data } = useQuery<Settings, RequestError>({
    queryKey: ['plans', 'settings'],
    queryFn: () => callService('Navigation', 'GetSettingValue', {}),
    staleTime: 60_000,
  });
  return data;
}

export interface HolidayMark {
  kind: 'holiday' | 'workday';
  name: string;
}

/** Holidays and workdays in exchange between two days, and whether the years of both are published. */
export function useHolidays(from: string | null, to: string | null): Map<string, HolidayMark> {
  const locale = useLocale();
  const { result } = useList<{
    id: number;
    date: string;
    name: string;
    nameEn?: string | null;
    kind: string;
  }>({
    resource: 'holiday',
    filters: [
      { field: 'date', operator: 'gte', value: from },
      { field: 'date', operator: 'lte', value: to },
    ],
    pagination: { currentPage: 1, pageSize: 200 },
    queryOptions: { enabled: from !== null && to !== null, staleTime: 300_000 },
  });
  const { data } = result;
  return useMemo(
    () =>
      new Map(
        data.map(({ date, kind, ...named }) => [
          date,
          {
            kind: kind === 'workday' ? 'workday' : 'holiday',
            name: nameIn(named, locale),
          },
        ]),
      ),
    [data, locale],
  );
}
