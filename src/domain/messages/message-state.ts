/** Where a message stands: of those that go out, and of those that came in. */
const outStates = ['pending', 'sent', 'acknowledged', 'failed'] as const;
const inStates = ['waiting', 'applied', 'ignored'] as const;
export const messageStates = [...outStates, ...inStates] as const;
export type MessageState = (typeof messageStates)[number];
