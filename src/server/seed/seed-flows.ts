import type { FlowConfig } from '#domain/record/records.gen.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { RefusedRow } from './ensure.ts';

type SeededFlow = Pick<FlowConfig, 'name' | 'nameEn' | 'documentKind' | 'steps'>;

const flows: SeededFlow[] = [
  {
    name: '飞行计划审批（默认）',
    nameEn: 'Approval of plans (default)',
    documentKind: 'plan',
    steps: [
      {
        name: '受理初审',
        nameEn: 'Acceptance and first review',
        roles: ['ATMB'],
        quorum: 'any',
        timeLimitMinutes: 120,
        onTimeout: 'remind',
        mayReturn: true,
        mayReassign: true,
      },
      {
        name: '终审批复',
        nameEn: 'Final decision',
        roles: ['ATMB'],
        quorum: 'any',
        timeLimitMinutes: 240,
        onTimeout: 'remind',
        mayReturn: true,
        mayReassign: true,
      },
    ],
  },
  {
    name: '放飞审批（默认）',
    nameEn: 'Release (default)',
    documentKind: 'release',
    steps: [
      {
        name: '放飞许可',
        nameEn: 'Release',
        roles: ['ATMB'],
        quorum: 'any',
        timeLimitMinutes: 30,
        onTimeout: 'remind',
        mayReassign: true,
      },
    ],
  },
  {
    name: '空域审批（默认）',
    nameEn: 'Approval of airspace (default)',
    documentKind: 'airspace',
    steps: [
      {
        name: '空域受理',
        nameEn: 'Acceptance',
        roles: ['ATMB'],
        quorum: 'any',
        timeLimitMinutes: 2880,
        onTimeout: 'remind',
        mayReturn: true,
        mayReassign: true,
      },
      {
        name: '跨区协调',
        nameEn: 'Coordination beyond the sub-zone',
        roles: ['ATMB'],
        quorum: 'any',
        timeLimitMinutes: 2880,
        onTimeout: 'remind',
        mayReturn: true,
        mayReassign: true,
        condition: { proposedLevel: { $in: ['zone', 'betweenZones'] } },
      },
    ],
  },
  {
    name: '航空器审核（默认）',
    nameEn: 'Audit of aircraft (default)',
    documentKind: 'aircraft',
    steps: [
      {
        name: '资料审核',
        nameEn: 'Audit of the papers',
        roles: ['ATMB'],
        quorum: 'any',
        timeLimitMinutes: 2880,
        onTimeout: 'remind',
        mayReturn: true,
        mayReassign: true,
      },
      {
        name: '大型航空器复核',
        nameEn: 'Review of large aircraft',
        roles: ['ATMB'],
        quorum: 'any',
        timeLimitMinutes: 2880,
        onTimeout: 'remind',
        mayReturn: true,
        mayReassign: true,
        condition: { mtowKg: { $gt: 5700 } },
      },
    ],
  },
  {
    name: '飞行员审核（默认）',
    nameEn: 'Audit of pilots (default)',
    documentKind: 'pilot',
    steps: [
      {
        name: '证照审核',
        nameEn: 'Audit of licence and medical',
        roles: ['ATMB'],
        quorum: 'any',
        timeLimitMinutes: 2880,
        onTimeout: 'remind',
        mayReturn: true,
        mayReassign: true,
      },
    ],
  },
  {
    name: '企业认证（默认）',
    nameEn: 'Certification of companies (default)',
    documentKind: 'company',
    steps: [
      {
        name: '认证受理',
        nameEn: 'Acceptance of the certification',
        roles: ['Admin'],
        quorum: 'any',
        timeLimitMinutes: 7200,
        onTimeout: 'remind',
        mayReturn: true,
        mayReassign: true,
      },
    ],
  },
];

/** The default flows, published; does nothing where they are there already, changed or not. */
export async function seedFlows(records: Records, onRefused?: (refused: RefusedRow) => void): Promise<void> {
  const system = systemCaller();
  for (const flow of flows) {
    const made = records.transaction(async (transaction) => {
      const known = await transaction.sql
        .selectFrom('flowConfig')
        .select('id')
        .where('name', '=', flow.name)
        .executeTakeFirst();
      if (known) return;
      const config = await records.create(system, 'flowConfig', { ...flow, enabled: true }, transaction);
      await publishFlow(records, transaction, config.id, null, new Date(config.createdAt));
    });
    await made.catch((error: unknown) => {
      if (!onRefused) throw error;
      onRefused({ resource: 'flowConfig', key: flow.name, error, row: flow });
    });
  }
}

/** Makes the flow as it is now its next version. Versions are never changed: running documents keep theirs. */
export async function publishFlow(
  records: Records,
  transaction: Transaction,
  flowId: number,
  publishedBy: number | null,
  now: Date,
  note: string | null = null,
): Promise<number> {
  const system = systemCaller();
  const config = await records.get(system, 'flowConfig', flowId, transaction.sql);
  const number = (config.publishedVersion ?? 0) + 1;
  await records.create(
    system,
    'flowVersion',
    {
      flow: flowId,
      number,
      name: config.name,
      nameEn: config.nameEn,
      documentKind: config.documentKind,
      condition: config.condition,
      steps: config.steps,
      note,
      publishedBy,
    },
    transaction,
  );
  await records.update(
    system,
    'flowConfig',
    flowId,
    config.version,
    {
      publishedVersion: number,
      publishedAt: now.toISOString(),
      proposedBy: null,
      proposedAt: null,
      proposedVersion: null,
    },
    transaction,
  );
  return number;
}
