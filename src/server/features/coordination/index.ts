/** Rooms, messages and acknowledged orders: what other folders may use. */
export { isContact } from './contacts.ts';
export { createCoordination } from './coordination.ts';
export { abpClients } from './deliver.ts';
export { mayChat } from './membership.ts';
export { roomRecordsOf } from './record-calls.ts';
export { withRoomFiles } from './room-files.ts';
export { addMembers } from './room-making.ts';
export type { ServiceRooms } from './service-rooms.ts';
