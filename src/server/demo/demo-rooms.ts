import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import type { InputOf, OutputOf } from '#contract/services.ts';
import type { Database } from '#server/db/database.ts';
import type { FileStore } from '#server/engine/files/file-store.ts';
import type { Records } from '#server/engine/records/records.ts';
import { createCoordination } from '#server/features/coordination/index.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import type { Demo } from './seed-demo.ts';

type Speaker = 'operator' | 'operator2' | 'agent' | 'atmb' | 'aiw';

const names: Record<Speaker, string> = {
  operator: '何远',
  operator2: '罗川',
  agent: '程诺',
  atmb: '顾平',
  aiw: '石磊',
};

/** What was said today before anybody looks: a room of each kind, and an order that waits. Once; nobody is told. */
export async function seedDemoRooms(deps: {
  database: Pick<Database, 'kysely' | 'locks' | 'transaction'>;
  records: Records;
  parameters: Parameters;
  changes: ChangeFeed;
  store: FileStore;
  secret: string;
  demo: Demo;
  clock: () => Date;
  log: Logger;
}): Promise<void> {
  const { database, demo, clock } = deps;
  const { kysely } = database;
  const done = await kysely.selectFrom('chatRoom').select('id').limit(1).executeTakeFirst();
  if (done || demo.users.size === 0) return;
  // The last thing was said a minute ago, each before it a minute earlier.
  let at = clock().getTime() - 45 * 60_000;
  const silent = { send: () => {}, sendAll: () => {} };
  const coordination = createCoordination({
    ...deps,
    hub: () => ({ user: () => silent, users: () => silent, onlineUsers: () => [] }),
    alertRecorded: async () => undefined,
    acknowledgeFlightOrder: async () => undefined,
    clock: () => new Date(at),
  });
  const calls = new Map(
    coordination.services.flatMap((service) =>
      service.methods.map((method) => [`${service.name}/${method.name}`, method] as const),
    ),
  );
  const nameOf = new Map(
    (await kysely.selectFrom('user').select(['userName', 'name']).execute()).map((one) => [
      one.userName,
      one.name,
    ]),
  );
  const system = systemCaller('screen');
  const callerOf = (user: Speaker): Caller => ({
    ...system,
    actor: {
      ...system.actor,
      userId: idOf(user),
      userName: user,
      name: nameOf.get(user) ?? names[user],
      companyIds: user === 'operator' ? [demo.companies.yunyi] : [],
    },
  });
  const idOf = (user: Speaker) => demo.users.get(user) ?? 0;
  async function act<M extends 'OpenRoom' | 'CreateRoom' | 'Send' | 'Pin' | 'Acknowledge' | 'MarkRead'>(
    user: Speaker,
    name: M,
    input: InputOf<'Coordination', M>,
  ): Promise<OutputOf<'Coordination', M>> {
    const method = calls.get(`Coordination/${name}`);
    if (!method) throw new Error(`the demo has no call ${name}`);
    at += 60_000;
    return (await method.handle(input, callerOf(user))) as OutputOf<'Coordination', M>;
  }
  const say = (
    user: Speaker,
    room: number,
    text: string,
    more: Partial<InputOf<'Coordination', 'Send'>> = {},
  ): Promise<ChatMessage> => act(user, 'Send', { room, clientId: randomUUID(), text, ...more });

  const company = await act('operator', 'OpenRoom', { kind: 'company', subject: demo.companies.yunyi });
  await say(
    'operator',
    company.id,
    '今天共 6 架次，广汉起降，机组已到位。 / Six sorties from Guanghan today, crews are ready.',
  );
  await say(
    'operator',
    company.id,
    'B-10QA 航前检查完成，可按计划执行。 / B-10QA pre-flight check complete, ready as planned.',
  );

  const position = await kysely
    .selectFrom('watchPosition')
    .select('id')
    .where('name', '=', '塔台指挥席')
    .executeTakeFirst();
  if (position) {
    const tower = await act('atmb', 'OpenRoom', { kind: 'position', subject: position.id });
    await act('aiw', 'OpenRoom', { kind: 'position', subject: position.id });
    await say(
      'atmb',
      tower.id,
      '塔台，跑道 02 道面检查 0930 开始，约 20 分钟。 / Tower: runway 02 inspection from 0930, about 20 min.',
    );
    await say('aiw', tower.id, '收到，期间不安排低高度穿越。 / Roger, no low crossings meanwhile.');
  }

  const plan = await kysely
    .selectFrom('plan')
    .select('id')
    .where('company', '=', demo.companies.yunyi)
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (plan) {
    const ofPlan = await act('atmb', 'OpenRoom', { kind: 'plan', subject: plan.id });
    const asked = await say(
      'atmb',
      ofPlan.id,
      '请确认返场高度，建议 600 m AMSL 以下。 / Confirm return altitude, 600 m AMSL or below suggested.',
      {
        references: [{ resource: 'plan', id: plan.id }],
      },
    );
    await say(
      'operator',
      ofPlan.id,
      '返场高度 500 m AMSL，已在计划中注明。 / Return at 500 m AMSL, noted in the plan.',
      { quote: asked.seq },
    );
  }

  const military = await act('aiw', 'CreateRoom', {
    name: '军民航协调（演示） / Civil-military coordination (demo)',
    members: [idOf('atmb')],
    military: true,
  });
  const area = await say(
    'aiw',
    military.id,
    '今日 14:00–15:30 北部训练区活动，高度 1500 m AMSL 以上。 / Northern training area active 14:00–15:30 today, above 1500 m AMSL.',
    {
      place: {
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [104.1, 31.2],
              [104.4, 31.2],
              [104.4, 31.4],
              [104.1, 31.4],
              [104.1, 31.2],
            ],
          ],
        },
        label: '北部训练区 / Northern training area',
      },
    },
  );
  await act('aiw', 'Pin', { room: military.id, seq: area.seq });
  await say(
    'atmb',
    military.id,
    '收到，已通知相关飞行避让。 / Roger, flights concerned have been told to keep clear.',
    { quote: area.seq },
  );

  const direct = await act('operator', 'OpenRoom', { kind: 'direct', subject: idOf('atmb') });
  await say(
    'operator',
    direct.id,
    '明日计划的空域申请还缺什么材料吗？ / Is anything missing from the airspace application for tomorrow?',
  );
  await say(
    'atmb',
    direct.id,
    '材料齐全，正在会签，下午答复。 / Complete and being countersigned, answer this afternoon.',
  );

  const group = await act('atmb', 'CreateRoom', {
    name: '成都低空协调（演示） / Chengdu low-altitude coordination (demo)',
    members: [idOf('operator'), idOf('operator2'), idOf('aiw')],
  });
  await say(
    'atmb',
    group.id,
    '各单位注意：下午有雷雨过境，请关注航站预报。 / All units: thunderstorms this afternoon, watch the TAF.',
    {
      mentions: [idOf('operator')],
    },
  );
  await say(
    'operator2',
    group.id,
    '蜀翔两架次改到上午，计划已修改。 / Two Shuxiang sorties moved to the morning, plans are amended.',
  );
  const information = await say(
    'aiw',
    group.id,
    '龙泉山北段临时管制 16:00 解除。 / Temporary restriction north of Longquanshan ends at 16:00.',
    {
      kind: 'information',
      demand: { receivers: [idOf('atmb')], withinS: 600 },
    },
  );
  await act('atmb', 'Acknowledge', { room: group.id, seq: information.seq, remark: '收到 / Received' });
  await say(
    'atmb',
    group.id,
    '雷雨到达前完成落地，雷雨期间不得起飞。 / Land before the thunderstorm; no take-offs during it.',
    {
      kind: 'order',
      demand: {
        receivers: [idOf('operator'), idOf('operator2')],
        withinS: 86_400,
        escalateTo: [idOf('aiw')],
      },
    },
  );

  const meeting = await kysely
    .selectFrom('meeting')
    .select(['id', 'title', 'convenor'])
    .where('state', '=', 'held')
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (meeting) {
    const members = (['atmb', 'operator', 'operator2', 'aiw'] as const).map(idOf);
    const room = await deps.records.transaction((transaction) =>
      coordination.rooms.ofMeeting(
        callerOf('atmb'),
        { meeting: meeting.id, name: meeting.title, members, owner: meeting.convenor },
        transaction,
      ),
    );
    await say(
      'atmb',
      room,
      '会议已开始，请各单位在纪要中补充本单位情况。 / The meeting has begun, please add your part to the minutes.',
    );
    await say(
      'operator',
      room,
      '云翼到会，下午架次已写入第一项。 / Yunyi present, afternoon sorties are under item 1.',
    );
  }
  await coordination.close();
}
