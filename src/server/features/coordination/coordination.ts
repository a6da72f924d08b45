import type { AbpFriend, SendChatMessageInput } from '#contract/coordination/abp-chat.ts';
import type { HubEvents } from '#contract/hub.ts';
import type { Database } from '#server/db/database.ts';
import type { FileStore } from '#server/engine/files/file-store.ts';
import type { RecordFiles } from '#server/engine/files/record-files.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { OrderRooms } from '#server/features/plans/flight-orders.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Clock } from '#server/jobs/clock.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import { evidenceKeyOf } from '#server/kernel/evidence-key.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import type { Hub } from '#server/signalr/hub-definition.ts';
import { createAbpChat } from './abp-chat.ts';
import type { CoordinationDeps } from './coordination-deps.ts';
import { createDelivery } from './deliver.ts';
import { createFlightOrderRooms } from './flight-order-rooms.ts';
import { messageCalls } from './message-calls.ts';
import { orderCalls } from './order-calls.ts';
import { createOrderClock, type OrderRound } from './order-clock.ts';
import { createReadingNews } from './reading-news.ts';
import { recordCalls } from './record-calls.ts';
import { roomCalls } from './room-calls.ts';
import { createRoomFiles } from './room-files.ts';
import { createRoomRetention, type DroppedChats } from './room-retention.ts';
import { createRoomSeal } from './room-seal.ts';
import { createServiceRooms, type ServiceRooms } from './service-rooms.ts';
import { createTurns } from './turns.ts';

export interface Coordination {
  services: Service[];
  files: RecordFiles;
  /** Rooms that another feature makes for what it is about: it has asked whether its caller may. */
  rooms: ServiceRooms;
  /** Stops and recalls of flights as orders in the rooms of their plans. */
  flightOrders: OrderRooms;
  orderClock: Clock<OrderRound>;
  retention: Clock<DroppedChats>;
  sendMessage(by: Pick<Caller, 'actor' | 'locale'>, input: SendChatMessageInput): Promise<string>;
  /** With whom a user has rooms of two. */
  friends(user: number): Promise<AbpFriend[]>;
  /** Of each of these users the ids of those with whom they have rooms of two. */
  friendsOfEach(users: readonly number[]): Promise<Map<number, number[]>>;
  close(): Promise<void>;
}

/** Rooms in which people coordinate: what is said there, in one order, told to their members and kept as evidence. */
export function createCoordination(given: {
  database: Pick<Database, 'kysely' | 'locks' | 'transaction'>;
  records: Records;
  parameters: Parameters;
  changes: ChangeFeed;
  store: FileStore;
  /** The chat hub; it is put together on what this is part of. */
  hub: () => Pick<Hub<HubEvents>, 'user' | 'users' | 'onlineUsers'>;
  alertRecorded: (id: number) => Promise<void>;
  acknowledgeFlightOrder: CoordinationDeps['acknowledgeFlightOrder'];
  secret: string;
  clock: () => Date;
  log: Logger;
}): Coordination {
  const { database, records, parameters, changes, store, hub, secret, clock, log } = given;
  const { alertRecorded, acknowledgeFlightOrder } = given;
  const delivery = createDelivery(hub);
  const reading = createReadingNews({ sql: database.kysely, hub, clock, log });
  const deps = {
    database,
    records,
    parameters,
    delivery,
    reading,
    seal: createRoomSeal(secret),
    privateKey: evidenceKeyOf(secret),
    turns: createTurns(),
    alertRecorded,
    acknowledgeFlightOrder,
    online: () =>
      new Set(
        hub()
          .onlineUsers()
          .map(({ userId }) => userId),
      ),
    clock,
    log,
  };
  const rooms = roomCalls(deps);
  const messages = messageCalls(deps);
  const abp = createAbpChat(deps, { ...rooms, ...messages }, hub);

  // Who signs on to a position, or off it, has its rooms or has them no more.
  const ended = changes.subscribe(({ resource, record }) => {
    const { user, position } = record;
    if (resource !== 'watchDuty' || typeof user !== 'number' || typeof position !== 'number') return;
    database.kysely
      .selectFrom('chatRoom')
      .select('id')
      .where('kind', '=', 'position')
      .where('subject', '=', position)
      .where('closedAt', 'is', null)
      .execute()
      .then(
        (found) => {
          for (const { id } of found) delivery.roomChanged(id, [user]);
        },
        (error: unknown) =>
          log.warn({ error, position }, 'a user was not told of the rooms of their position'),
      );
  });

  return {
    services: [
      implement('Coordination', { ...rooms, ...messages, ...orderCalls(deps), ...recordCalls(deps) }),
      implement('Chat', abp.chat),
      implement('Friendship', abp.friendship),
    ],
    files: createRoomFiles({ records, sql: database.kysely, store }),
    rooms: createServiceRooms(deps),
    flightOrders: createFlightOrderRooms(deps),
    orderClock: createOrderClock(deps),
    retention: createRoomRetention(deps),
    sendMessage: abp.sendMessage,
    friends: abp.friends,
    friendsOfEach: abp.friendsOfEach,
    async close() {
      ended();
      await reading.close();
    },
  };
}
