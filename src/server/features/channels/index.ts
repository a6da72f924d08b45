/** Where users are notified besides the message centre: what other folders may use. */
export { type ChannelOutbox, createChannelOutbox } from './channel-outbox.ts';
export type { AttachmentsOf } from './channel-sender.ts';
export { createChannels, sendingOf } from './channels.ts';
