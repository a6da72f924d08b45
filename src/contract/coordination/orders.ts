import { Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { id } from '#contract/input.ts';
import { orderAcknowledgers } from '#domain/plans/readers.ts';
import { chatMessage, chatters, seq } from './shapes.ts';

/** Stops and recalls reach everybody who acknowledges them, also those who use no rooms. */
export const orderReceivers = [...chatters, ...orderAcknowledgers];
const permission = orderReceivers;

/** Orders and information that are acknowledged by name. */
export const orders = {
  Acknowledge: call({
    verb: 'POST',
    permission,
    summary:
      'Acknowledge an order or information as one of its receivers; a second time changes nothing. A stop or recall is acknowledged with it',
    input: Type.Object({ room: id, seq, remark: Type.Optional(Type.String({ maxLength: 500 })) }),
    output: chatMessage,
  }),
  GetOpenOrders: call({
    verb: 'GET',
    permission,
    summary: 'Orders and information that wait for the caller, and those of the caller that wait for others',
    input: Type.Object({}),
    output: Type.Object({ toMe: Type.Array(chatMessage), fromMe: Type.Array(chatMessage) }),
  }),
};
