import { own } from '#domain/text/own.ts';
import type { Emergency } from './report.ts';

/** Codes of secondary radar (Mode A) that say something by themselves: ICAO Doc 8168 and Doc 7030. */

/** What each emergency code says. */
export const emergencyCodes: Readonly<Record<string, 'hijack' | 'radio' | 'general'>> = {
  '7500': 'hijack',
  '7600': 'radio',
  '7700': 'general',
};

/** Undefined: the code says nothing of the kind. */
export const emergencyOfCode = (code: string | null) => own(emergencyCodes, code ?? '');

/** What an aircraft declares by its code, or beside it; null: no emergency. */
export const declaredEmergency = ({
  mode3A,
  emergency,
}: {
  mode3A: string | null;
  emergency: Emergency | null;
}) => emergencyOfCode(mode3A) ?? emergency;

export const isEmergencyCode = (code: string | null): boolean =>
  code !== null && Object.hasOwn(emergencyCodes, code);

/** Codes that many aircraft use at once: conspicuity, "not assigned", emergencies. They name none. */
export const sharedCodes: ReadonlySet<string> = new Set([
  '0000',
  '1000',
  '1200',
  '2000',
  '7000',
  ...Object.keys(emergencyCodes),
]);
