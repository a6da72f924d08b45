import { clockText, dateText } from '#domain/messages/compose.ts';
import { filingText } from '#domain/messages/envelope.ts';
import { planState } from '#domain/plans/states.ts';
import type { MessageGateway, PlanMessage } from '#domain/record/records.gen.ts';
import type { Database } from '#server/db/database.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Inbound } from '#server/features/messages/inbound.ts';
import { reasonColumns } from '#server/features/messages/message-rows.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { ensure, idOf } from '#server/seed/ensure.ts';

/** A folder whose reader is to confirm, and a line that nobody answers: what goes by them stays sent, or fails. */
const demoGateways = [
  {
    name: '管制中心目录（演示）',
    nameEn: 'ATC centre folder (demo)',
    kind: 'directory',
    address: 'messages/atc',
    direction: 'out',
    isEnabled: true,
    types: ['RQS'],
    originator: 'ZUGHZPZX',
    lineName: 'CWA',
    acknowledges: true,
    acknowledgeWithinS: 86_400,
    remark: '对方以 LAM 或确认报确认后，电报才算已确认。',
  },
  {
    name: '区域线路（演示，未接通）',
    nameEn: 'Area line (demo, not connected)',
    kind: 'tcp',
    address: 'line.invalid:9',
    direction: 'out',
    isEnabled: true,
    types: ['RQP'],
    originator: 'ZUGHZPZX',
    lineName: 'CWB',
    acknowledges: true,
    remark: '没有对端，用来演示重发与失败。',
  },
] satisfies MessageGateway[];

/**
 * A day at the message desk: besides what the demo's plans have sent, messages that wait for their acknowledgement,
 * are tried again, have failed, and came in. Once; does nothing where anything came in before.
 */
export async function seedDemoMessages(deps: {
  records: Records;
  database: Pick<Database, 'kysely' | 'locks'>;
  inbound: Pick<Inbound, 'receive' | 'ignore'>;
  clock: () => Date;
}): Promise<void> {
  const { records, database, inbound, clock } = deps;
  const sql = database.kysely;
  const some = await sql
    .selectFrom('planMessage')
    .select('id')
    .where('direction', '=', 'in')
    .limit(1)
    .executeTakeFirst();
  if (some) return;
  const now = clock();
  const caller = systemCaller('system');
  const gateways = await ensure(records, 'messageGateway', ['name'], demoGateways);
  const [folder, line] = demoGateways.map(({ name }) => idOf(gateways, name));
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
  const today = dateText(now.getTime());

  const out = (type: PlanMessage['type'], text: string, values: Partial<PlanMessage>) => {
    const row = {
      direction: 'out' as const,
      type,
      text,
      callsign: text.split('-')[1] ?? null,
      departure: 'ZUUU',
      destination: 'ZUGH',
      priority: 'FF' as const,
      addressees: ['ZUUUZPZX'],
      filingTime: minutes(-40).toISOString(),
      attempts: 0,
      ...values,
    };
    return records.transaction((transaction) => records.create(caller, 'planMessage', row, transaction));
  };
  await out('RQS', `(RQS-B7312-ZUUU${clockText(minutes(60).getTime())}-ZUGH-DOF/${today})`, {
    state: 'pending',
    gateway: folder,
    nextAttemptAt: now.toISOString(),
  });
  const unreachable = reasonColumns({ key: 'message.gateway.line', values: { reason: 'ECONNREFUSED' } });
  const tried = { gateway: line, firstTriedAt: minutes(-30).toISOString(), ...unreachable };
  await out('RQP', `(RQP-B3310-ZUUU${clockText(minutes(90).getTime())}-ZUGH-DOF/${today})`, {
    ...tried,
    state: 'pending',
    attempts: 3,
    nextAttemptAt: minutes(9).toISOString(),
    reference: 'ZUGH/ZUUU001',
  });
  await out('RQP', `(RQP-B3319-ZUUU${clockText(minutes(30).getTime())}-ZUGH-DOF/${today})`, {
    ...tried,
    state: 'failed',
    attempts: 8,
    reference: 'ZUGH/ZUUU002',
  });
  await out(
    'FPL',
    `(FPL-B7315-VG-BK17/L-SDFGR/C-ZUUU${clockText(minutes(120).getTime())}-K0220M0090 DCT-ZUGH0030-DOF/${today} REG/B7315)`,
    {
      state: 'failed',
      ...reasonColumns({ key: 'message.fault.pbnMissing' }, '10a'),
    },
  );

  const from = (originator: string, text: string) =>
    inbound.receive(`FF ZUGHZPZX\r\n${filingText(now)} ${originator}\r\n${text}\r\nNNNN`);
  const flight = await approvedFlight(deps.database, now);
  if (flight) {
    const { callsign, departure, destination, offBlockAt } = flight;
    const named = `${callsign}-${departure}${clockText(offBlockAt)}-${destination}-DOF/${dateText(offBlockAt)}`;
    await from('ZUUUZQZX', `(RQP-${named})`);
    await from('ZUUUZQZX', `(CHG-${named}-15/K0200M0120 DCT)`);
  }
  await from('ZUUUZTZX', `(DEP-B3310-ZUUU${clockText(now.getTime())}-ZUGH-DOF/${today})`);
  const { id } = await from('ZUUUZTZX', 'QTA RPT');
  await inbound.ignore(caller, id);
}

/** A plan's flight that the addressees know and that has not begun. */
async function approvedFlight({ kysely }: Pick<Database, 'kysely' | 'locks'>, now: Date) {
  const row = await kysely
    .selectFrom('planMessage')
    .innerJoin('plan', 'plan.id', 'planMessage.plan')
    .select([
      'planMessage.callsign',
      'planMessage.departure',
      'planMessage.destination',
      'planMessage.offBlockAt',
    ])
    .where('plan.state', '=', planState.approved)
    .where('planMessage.type', '=', 'FPL')
    .where('planMessage.offBlockAt', '>', now.toISOString())
    .orderBy('planMessage.offBlockAt')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      callsign: String(row.callsign),
      departure: String(row.departure),
      destination: String(row.destination),
      offBlockAt: Date.parse(String(row.offBlockAt)),
    }
  );
}
