/** Every type of message that we read; the first ten we write too (ICAO Doc 4444, appendix 3; MH/T 4007). */
export const messageTypes = [
  'FPL',
  'CHG',
  'CNL',
  'DLA',
  'DEP',
  'ARR',
  'RQP',
  'RQS',
  'SPL',
  'ALR',
  'EST',
  'CPL',
  'CDN',
  'ACP',
  'RCF',
  'LAM',
  'ACK',
  'REJ',
  'SVC',
  'OTH',
] as const;

export type MessageType = (typeof messageTypes)[number];

export function isMessageType(text: string): text is MessageType {
  return messageTypes.some((type) => type === text);
}
