/** Codes of secondary radar (Mode A) that say something by themselves: ICAO Doc 8168 and Doc 7030. */

/** What each emergency code says. */
export const emergencyCodes: Readonly<Record<string, 'hijack' | 'radio' | 'general'>> = {
  '7500': 'hijack',
  '7600': 'radio',
  '7700': 'general',
};

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
