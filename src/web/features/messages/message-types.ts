/** What the calls of MessageQuery answer (src/server/features/messages/message-shapes.ts). */
export const messageStates = [
  'pending',
  'sent',
  'acknowledged',
  'failed',
  'waiting',
  'applied',
  'ignored',
] as const;
export type MessageState = (typeof messageStates)[number];

export const priorities = ['SS', 'DD', 'FF', 'GG', 'KK'] as const;
export type Priority = (typeof priorities)[number];

export interface MessageItem {
  id: number;
  plan: number | null;
  planNumber: string | null;
  companyName: string | null;
  direction: 'out' | 'in';
  type: string;
  text: string;
  envelope: string | null;
  callsign: string | null;
  departure: string | null;
  destination: string | null;
  offBlockAt: string | null;
  priority: string | null;
  addressees: string[];
  originator: string | null;
  gatewayName: string | null;
  state: MessageState;
  attempts: number;
  nextAttemptAt: string | null;
  sentAt: string | null;
  acknowledgedAt: string | null;
  receivedAt: string | null;
  error: string | null;
  reference: string | null;
  createdAt: string;
  mayRetry: boolean;
  mayMend: boolean;
  mayMatch: boolean;
  mayIgnore: boolean;
}

export interface MessagePage {
  totalCount: number;
  items: MessageItem[];
  counts: { state: MessageState; count: number }[];
}

/** Where something is wrong in a text, and what. */
export interface FaultView {
  field: string;
  column: number;
  length: number;
  message: string;
}

export interface FieldView {
  field: string;
  name: string;
  column: number;
  length: number;
}

/** What the addressees know of a flight (MessageQuery/Known). */
export interface KnownFlight {
  jobTask: number;
  callsign: string;
  departure: string;
  destination: string;
  departurePlace: string | null;
  destinationPlace: string | null;
  offBlockAt: string;
  dated: boolean;
}

export interface Composed {
  text: string;
  priority: Priority;
  addressees: string[];
  faults: FaultView[];
}
