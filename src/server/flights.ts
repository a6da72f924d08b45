import type { Database } from './db/database.ts';
import type { Records } from './engine/records/records.ts';
import { createTemplateService } from './features/airspace/template-calls.ts';
import { createFlowConfigService } from './features/approvals/flow-config-calls.ts';
import { type AirGuard, createAirGuard } from './features/conflicts/air-guard.ts';
import { airspaceSource } from './features/conflicts/airspace-source.ts';
import { type Conflicts, createConflicts } from './features/conflicts/conflicts.ts';
import { notamSource } from './features/conflicts/notam-source.ts';
import { noticeSource } from './features/conflicts/notice-source.ts';
import { weatherSource } from './features/conflicts/weather-source.ts';
import { createInbound, type Inbound } from './features/messages/inbound.ts';
import { createMessageQueryService } from './features/messages/message-query-calls.ts';
import { createMessageOutbox } from './features/messages/outbox.ts';
import type { OrderRooms } from './features/plans/flight-orders.ts';
import { planInbox } from './features/plans/inbox.ts';
import { createNavigation, type Navigation } from './features/plans/navigation-calls.ts';
import { createJournal } from './features/plans/plan-journal.ts';
import { planSource } from './features/plans/plan-source.ts';
import type { Terrain } from './features/terrain/terrain.ts';
import type { Parameters } from './kernel/parameters.ts';

export interface FlightsDeps {
  records: Records;
  database: Pick<Database, 'kysely' | 'locks'>;
  parameters: Pick<Parameters, 'all'>;
  clock: () => Date;
  /** Takes what came in and is none of air traffic services: weather and notices. */
  takeInformation?: (text: string, gatewayId: number | null) => Promise<boolean>;
  /** Its guard is among the rules of the records (record-rules.ts). */
  air: Air;
  /** Where stops and recalls of flights are acknowledged; called after everything is put together. */
  orderRooms: () => OrderRooms;
}

/** Plans, with the messages that they send and are told by. */
export interface Flights extends Navigation {
  /** What other units tell of our flights. */
  inbound: Inbound;
}

/** The index of the air, and who has the last word on it. */
export interface Air extends Conflicts {
  guard: AirGuard;
}

/** Every source of what takes or closes air, in one index. */
export function createAir(
  clock: () => Date = () => new Date(),
  terrain?: Pick<Terrain, 'installed' | 'elevationsAt'>,
): Air {
  const conflicts = createConflicts(
    [planSource, airspaceSource, noticeSource, notamSource(clock), weatherSource(clock)],
    terrain,
  );
  return Object.assign(conflicts, { guard: createAirGuard(conflicts) });
}

/** Plans, their messages and the air they take, put together: by the server, the demo and the tests alike. */
export function createFlights({ air, ...deps }: FlightsDeps): Flights {
  const { records, database, takeInformation, clock } = deps;
  const sql = database.kysely;
  const outbox = createMessageOutbox(deps);
  const journal = outbox.wrap(createJournal({ records, clock }));
  const navigation = createNavigation({ ...deps, journal, conflicts: air, guard: air.guard });
  const { flows, life, reports } = navigation;
  const inbound = createInbound({
    records,
    sql,
    outbox,
    life,
    reports,
    clock,
    ...(takeInformation ? { takeInformation } : {}),
  });
  const services = [
    ...navigation.services,
    createTemplateService({ records }),
    createMessageQueryService({ records, sql, outbox, inbound, clock }),
    createFlowConfigService({ records, flows, sql, clock, inbox: planInbox({ records, flows, sql }) }),
  ];
  return { ...navigation, inbound, services };
}
