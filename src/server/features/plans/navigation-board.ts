import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Handlers } from '#server/http/service.ts';
import { createBoard } from './board.ts';
import type { PlanParameters } from './plan-parameters.ts';
import type { PlanPages } from './plan-queries.ts';

/** The wall display of a room (specification §2, /navigation/NavigationBigDataAdmin and …Admins). */
export function boardMethods(deps: {
  records: Records;
  sql: Sql;
  pages: Pick<PlanPages, 'byIds'>;
  clock: () => Date;
  readParameters: () => Promise<PlanParameters>;
}): Pick<Handlers<'Navigation'>, 'GetBoard'> {
  const board = createBoard(deps);
  return {
    GetBoard: (input, caller) => board(caller, input),
  };
}
