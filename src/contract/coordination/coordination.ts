import { messages } from './messages.ts';
import { orders } from './orders.ts';
import { roomRecord } from './record.ts';
import { rooms } from './rooms.ts';

export const coordination = { ...rooms, ...messages, ...orders, ...roomRecord };
