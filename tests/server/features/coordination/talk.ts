import { randomUUID } from 'node:crypto';
import type { HubConnection } from '@microsoft/signalr';
import type { RoomView } from '#contract/coordination/rooms.ts';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import type { CallName, InputOf, OutputOf } from '#contract/services.ts';
import { services } from '#contract/services.ts';
import type { Answer, RunningTestServer } from '#tests/support/server.ts';

type Method = CallName<'Coordination'>;

/** What users do in rooms, through the endpoints. */
export function talkOn(server: () => RunningTestServer) {
  const ask = (user: string | null, method: Method, input: object = {}): Promise<Answer> => {
    const { verb } = services.Coordination[method];
    const path = `/api/services/app/Coordination/${method}`;
    if (verb !== 'GET') return server().call(user, verb, path, input);
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
    return server().call(user, verb, `${path}?${query}`);
  };
  async function call<M extends Method>(
    user: string,
    method: M,
    input: InputOf<'Coordination', M>,
  ): Promise<OutputOf<'Coordination', M>> {
    const answer = await ask(user, method, input as object);
    if (answer.status !== 200) throw new Error(`${method} as ${user}: ${JSON.stringify(answer.body)}`);
    return (answer.body as { result: OutputOf<'Coordination', M> }).result;
  }
  return {
    ask,
    call,
    send: (
      user: string,
      room: number,
      text: string,
      more: Partial<InputOf<'Coordination', 'Send'>> = {},
    ): Promise<ChatMessage> => call(user, 'Send', { room, clientId: randomUUID(), text, ...more }),
    roomOf: (user: string, id: number): Promise<RoomView> => call(user, 'GetRoom', { id }),
    /** Ids of the open rooms that a user has. */
    roomsOf: async (user: string): Promise<number[]> =>
      (await call(user, 'GetRooms', {})).items.map(({ id }) => id),
    texts: async (user: string, room: number): Promise<string[]> =>
      (await call(user, 'GetMessages', { room, most: 200 })).items
        .filter(({ kind }) => kind !== 'event')
        .map(({ text }) => text),
  };
}

/** What a connection hears of one kind, from now on. */
export function heardBy<T = ChatMessage>(connection: HubConnection, event: string): T[] {
  const heard: T[] = [];
  connection.on(event, (one: T) => void heard.push(one));
  return heard;
}

/** The message of a refusal, and what it says of each field. */
export function refusalOf(answer: Answer): { message: string; fields: string[] } {
  const { error } = answer.body as {
    error: { message: string; validationErrors: { members: string[] }[] | null };
  };
  return { message: error.message, fields: (error.validationErrors ?? []).flatMap(({ members }) => members) };
}
