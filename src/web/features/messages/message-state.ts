import { useSearchParams } from 'react-router';
import { type MessageState, messageStates } from '#domain/messages/message-state.ts';
import { isMessageType, type MessageType } from '#domain/messages/types.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import { instantAt } from '#web/client/clock.ts';

export interface MessageFilter {
  states: MessageState[];
  types: MessageType[];
  direction: 'out' | 'in' | null;
  text: string;
  plan: number | null;
  /** Days on the service's wall, YYYY-MM-DD. */
  from: string | null;
  to: string | null;
  page: number;
}

export const pageSize = 20;

/** What the address says; what it says wrongly is left out. */
export function filterOf(search: URLSearchParams): MessageFilter {
  const list = (name: string) => (search.get(name) ?? '').split(',').filter(Boolean);
  const day = (name: string) => {
    const text = search.get(name);
    return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
  };
  const number = (name: string) => {
    const text = search.get(name);
    return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  };
  const direction = search.get('direction');
  return {
    states: messageStates.filter((state) => list('states').includes(state)),
    types: list('types').filter(isMessageType),
    direction: direction === 'out' || direction === 'in' ? direction : null,
    text: search.get('text') ?? '',
    plan: number('plan'),
    from: day('from'),
    to: day('to'),
    page: number('page') ?? 1,
  };
}

/** As an address says it; what is usual is not said. */
export function searchOf({ states, types, direction, text, plan, from, to, page }: MessageFilter) {
  const parameters: [string, string | null][] = [
    ['states', states.join(',')],
    ['types', types.join(',')],
    ['direction', direction],
    ['text', text.trim()],
    ['plan', plan === null ? null : String(plan)],
    ['from', from],
    ['to', to],
    ['page', page > 1 ? String(page) : null],
  ];
  return new URLSearchParams(parameters.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** What MessageQuery/Page takes. The last day counts whole. */
export function inputOf({ states, types, direction, text, plan, from, to, page }: MessageFilter) {
  const midnight = (day: string, days: number) => new Date(instantAt(dayAfter(day, days))).toISOString();
  return {
    ...(states.length > 0 ? { states } : {}),
    ...(types.length > 0 ? { types } : {}),
    ...(direction ? { direction } : {}),
    ...(text.trim() ? { filter: text.trim() } : {}),
    ...(plan === null ? {} : { plan }),
    ...(from ? { from: midnight(from, 0) } : {}),
    ...(to ? { to: midnight(to, 1) } : {}),
    skipCount: (page - 1) * pageSize,
    maxResultCount: pageSize,
    sorting: 'createdAt desc',
  };
}

export function useMessageFilter(): [MessageFilter, (change: Partial<MessageFilter>) => void] {
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(search);
  return [filter, (change) => setSearch(searchOf({ ...filter, page: 1, ...change }))];
}
