import type { AddressType, Report } from '#domain/surveillance/track/report.ts';

/** What carries a name of its own into the air: by what it is told apart. */
export const terminalKinds = ['transponder', 'beidou', 'flarm', 'remoteId'] as const;
export type TerminalKind = (typeof terminalKinds)[number];

const kindOf: Partial<Record<AddressType, TerminalKind>> = {
  icao: 'transponder',
  flarm: 'flarm',
  ogn: 'flarm',
  naviter: 'flarm',
  fanet: 'flarm',
  tracker: 'flarm',
  remoteId: 'remoteId',
  terminal: 'beidou',
};

/**
 * The terminal that a report comes from; null: it names none that is the aircraft's own, as the track of a radar or an
 * address that a ground station made up.
 */
export function terminalOf({
  icao24,
  trackNumber,
  addressType,
}: Report): { name: string; kind: TerminalKind } | null {
  if (addressType === null) return icao24 === null ? null : { name: icao24, kind: 'transponder' };
  const kind = kindOf[addressType];
  const name = kind === 'transponder' ? icao24 : (icao24 ?? trackNumber);
  return kind === undefined || name === null ? null : { name, kind };
}
