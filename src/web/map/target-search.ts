import { isInvented } from '#domain/surveillance/track/identity.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { targetIdentity, targetName } from '#domain/surveillance/track/target-name.ts';

type Named = Pick<Target, 'id' | 'icao24' | 'addressType' | 'callsign'>;

const wholeAddress = /^[0-9A-F]{6}$/;

/**
 * Whether a target is found by a text in capitals: a part of its name or its identity. A whole 24-bit address finds the
 * aircraft of that address only, not one whose anonymous address or track number has the same digits: those are found with
 * their `~`.
 */
export function targetMatches(target: Named, wanted: string): boolean {
  const identity = targetIdentity(target)?.toUpperCase();
  const isOther = wholeAddress.test(wanted) && isInvented(target.addressType) && identity === `~${wanted}`;
  const texts = isOther ? [target.callsign] : [targetName(target), identity];
  return texts.some((text) => text?.toUpperCase().includes(wanted));
}
