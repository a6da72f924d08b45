import { Value } from '@sinclair/typebox/value';
import { resources } from '../../resources.config.ts';
import type { Actor } from '../../src/domain/access.ts';
import type { Caller } from '../../src/server/caller.ts';
import { createChangeFeed, type RecordChange } from '../../src/server/changes.ts';
import { seedFlows } from '../../src/server/flows/seed-flows.ts';
import { createParameters } from '../../src/server/parameters.ts';
import { createRecords } from '../../src/server/records/store.ts';
import { roles } from '../../src/server/seed/data/roles.ts';
import { seedBase } from '../../src/server/seed/seed-base.ts';
import { type Demo, seedDemo } from '../../src/server/seed/seed-demo.ts';
import { createNavigation, type Navigation } from '../../src/server/services/navigation.ts';
import { admit } from '../../src/server/services/routes.ts';
import { silentLog } from './database.ts';
import { callerWith, type Engine, startEngine } from './engine.ts';

/** The demo's companies, people and aircraft on a database of their own, with a clock that tests set. */
export interface PlanWorld {
  engine: Engine;
  navigation: Navigation;
  demo: Demo;
  changes: RecordChange[];
  operator: Caller;
  operator2: Caller;
  agent: Caller;
  atmb: Caller;
  /** Another of the same body. */
  atmb2: Caller;
  aiw: Caller;
  admin: Caller;
  setClock(text: string): void;
  now(): Date;
  /** Through the front: permission, input and output are all judged by the method's declaration. */
  call(caller: Caller, path: string, input?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export async function startPlanWorld(): Promise<PlanWorld> {
  const engine = await startEngine(resources);
  const feed = createChangeFeed(silentLog);
  const changes: RecordChange[] = [];
  feed.subscribe((change) => changes.push(change));
  const clock = () => new Date(at);
  let at = Date.parse('2026-11-20T02:00:00Z');
  const { database } = engine.test;
  const records = createRecords({ database, resources, changes: feed, clock, log: silentLog });
  const hashPassword = async (password: string) => `hash of ${password}`;
  await seedBase({ records, hashPassword, administratorPassword: () => 'Long-enough-1' });
  const demo = await seedDemo({ records, hashPassword, clock, withAccounts: true });
  await seedFlows(records);
  const parameters = createParameters({ sql: database.kysely, changes: feed });
  const navigation = createNavigation({ records, database, parameters, clock });

  const person = (role: string, userName: string, name: string, change: Partial<Actor> = {}) =>
    callerWith(resources, {
      userId: demo.users.get(userName) ?? 0,
      userName,
      name,
      roles: [role],
      permissions: roles.find((one) => one.name === role)?.permissions ?? [],
      ...change,
    });
  const ofCompany = (id: number) => ({ companyId: id, companyIds: [id] });
  const methods = new Map(
    navigation.services.flatMap((service) =>
      service.methods.map((method) => [`${service.name}/${method.name}`, method] as const),
    ),
  );
  return {
    engine: { ...engine, records },
    navigation,
    demo,
    changes,
    operator: person('OM', 'operator', '何远', ofCompany(demo.companies.yunyi)),
    operator2: person('OM', 'operator2', '罗川', ofCompany(demo.companies.shuxiang)),
    agent: person('AGENT', 'agent', '程诺', {
      companyIds: [demo.companies.yunyi, demo.companies.xiling],
    }),
    atmb: person('ATMB', 'atmb', '顾平'),
    atmb2: person('ATMB', 'aiw', '另一位', { roles: ['ATMB'] }),
    aiw: person('AIW', 'aiw', '石磊'),
    admin: person('Admin', 'admin', 'admin', { userId: 1 }),
    setClock(text) {
      at = Date.parse(text);
    },
    now: clock,
    async call(caller, path, input = {}) {
      const method = [...methods].find(([name]) => name === path)?.[1];
      if (!method) throw new Error(`there is no ${path}`);
      admit(method, caller);
      const [wrong] = [...Value.Errors(method.input, input)];
      if (wrong) throw new Error(`the test sends ${wrong.path}: ${wrong.message}`);
      const output = await method.handle(input, caller);
      const [broken] = [...Value.Errors(method.output, output)];
      if (broken)
        throw new Error(`${path} answers ${broken.path} ${JSON.stringify(broken.value)}: ${broken.message}`);
      return output;
    },
    close: () => engine.test.drop(),
  };
}
