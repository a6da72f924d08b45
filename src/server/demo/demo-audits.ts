import { sql as raw } from 'kysely';
import { usccCheckCharacter } from '#domain/record/formats.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { createRecordApprovals } from '#server/record-approvals.ts';
import type { Demo } from './seed-demo.ts';

const dayMs = 86_400_000;
const uscc17 = '91510100MA0DEM004';

/**
 * Something to audit: an aircraft and a pilot for the first time, an aircraft changed since its last acceptance, one
 * that was returned, and a company with its first user that waits for certification. Once, by the rules that hold
 * for people; does nothing where anything was audited before.
 */
export async function seedDemoAudits(deps: {
  records: Records;
  catalogue: Catalogue;
  flows: FlowStore;
  database: Pick<Database, 'kysely' | 'locks'>;
  parameters: Pick<Parameters, 'all'>;
  demo: Demo;
  clock: () => Date;
}): Promise<void> {
  const { records, database, demo, clock } = deps;
  const sql = database.kysely;
  const done = await sql
    .selectFrom('flowInstance')
    .select('id')
    .where('documentResource', 'in', ['aircraft', 'pilot', 'company'])
    .limit(1)
    .executeTakeFirst();
  if (done || demo.users.size === 0) return;
  const now = clock().getTime();
  let at = now;
  const { acts } = createRecordApprovals({ ...deps, clock: () => new Date(at) });
  const system = systemCaller('screen');
  const as = (userName: string, name: string, roles: string[], companyId: number | null = null): Caller => ({
    ...system,
    actor: { ...system.actor, userId: demo.users.get(userName) ?? 0, userName, name, roles, companyId },
  });
  const atmb = as('atmb', '顾平', ['ATMB']);
  const operator2 = as('operator2', '罗川', ['OM'], demo.companies.shuxiang);
  const agent = as('agent', '程诺', ['AGENT']);
  const before = (days: number, hours = 0) => {
    at = now - days * dayMs - hours * 3_600_000;
  };
  const reset = (resource: 'aircraft' | 'pilot', id: number) =>
    records.transaction(async (transaction) => {
      const record = await records.get(system, resource, id, transaction.sql);
      await records.update(system, resource, id, record.version, { auditState: 0 }, transaction);
    });

  // Accepted a year ago, changed yesterday: the auditor sees what.
  const changed = demo.aircraft.get('B-12SD');
  if (changed) {
    await reset('aircraft', changed);
    before(300);
    await acts.submit(operator2, 'aircraft', changed, '首次建档 / First registration');
    before(299);
    await acts.decide(atmb, {
      resource: 'aircraft',
      id: changed,
      decision: 'approve',
      stepIndex: 0,
      comment: '资料齐全 / Documents complete',
      assignees: [],
    });
    const record = await records.get(system, 'aircraft', changed);
    const renewed = {
      insuranceNumber: 'INS-12SD-2',
      insuranceCompany: '演示人寿财产保险公司 / Demo Life Insurance',
      seats: 3,
    };
    await records.update(operator2, 'aircraft', changed, record.version, renewed);
    before(0, 20);
    await acts.submit(
      operator2,
      'aircraft',
      changed,
      '保险续保，座位数按改装后填写 / Insurance renewed, seats after conversion',
    );
  }
  const first = demo.aircraft.get('B-70XN');
  if (first) {
    before(0, 46);
    await acts.submit(agent, 'aircraft', first, null);
  }
  const pilot = demo.pilots.get('郑一鸣');
  if (pilot) {
    before(1, 2);
    await acts.submit(agent, 'pilot', pilot, '新入职，请审核 / New employee, please audit');
  }
  at = now;
  await seedApplicant();

  /** A company that registered, and its first user, who is let in once it is certified. */
  async function seedApplicant(): Promise<void> {
    const check = usccCheckCharacter(uscc17);
    const known = await sql
      .selectFrom('company')
      .select('id')
      .where('uscc', '=', `${uscc17}${check}`)
      .executeTakeFirst();
    if (known || check === null) return;
    const roles = await raw<{ id: number }>`select id from role where name = 'OM'`.execute(sql);
    const role = roles.rows[0]?.id;
    const company = await records.transaction(async (transaction) => {
      const made = await records.create(
        system,
        'company',
        {
          name: '岷江低空航测有限公司',
          shortName: '岷江航测',
          nameEn: 'Minjiang Aerial Survey',
          uscc: `${uscc17}${check}`,
          kind: 'operator',
          region: '51',
          address: '四川省成都市双流区航空港 6 号 / 6 Airport Zone, Shuangliu, Chengdu, Sichuan',
          legalRepresentative: '沈知远 SHEN Zhiyuan',
          contact: '秦悦 QIN Yue',
          phone: '028-85700004',
          email: 'ops@minjiang.example',
          certificateKinds: ['CCAR-91'],
          businessLicenceNumber: 'DEMO-GA-004',
          businessScope: ['survey'],
        },
        transaction,
      );
      await records.create(
        system,
        'user',
        {
          userName: 'newcomer',
          name: '秦悦',
          nameEn: 'QIN Yue',
          phoneNumber: '13900000306',
          company: made.id,
          bussinessName: made.name,
          roles: role ? [role] : [],
          isActive: false,
        },
        transaction,
      );
      return made.id;
    });
    const user = await sql.selectFrom('user').select('id').where('company', '=', company).executeTakeFirst();
    const applicant = { ...as('newcomer', '秦悦', ['OM'], company), source: 'system' as const };
    applicant.actor.userId = user?.id ?? 0;
    at = now - 5 * 3_600_000;
    await acts.submit(
      applicant,
      'company',
      company,
      '新设立企业，申请认证 / New company, certification requested',
    );
  }
}
