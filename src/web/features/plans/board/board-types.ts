import type { OutputOf } from '#contract/services.ts';

export type Board = OutputOf<'Navigation', 'GetBoard'>;
export type BoardGroup = Board['companies'][number];
export type BoardList = Board['flying'];

/** Whose day is shown beside all that the caller sees. */
export interface BoardUnit {
  company: number | null;
  area: number | null;
}
