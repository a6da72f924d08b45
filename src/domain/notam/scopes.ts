import { chineseFirs } from './office.ts';

/** Scopes of a NOTAM that is made by hand: aerodrome, en route, warning. */
export const scopes = ['A', 'E', 'W', 'AE', 'AW'] as const;
export type Scope = (typeof scopes)[number];

interface Placed {
  fir: string;
  locations: readonly string[];
}

/** Does A) name an FIR? */
export const namesFir = ({ fir, locations }: Placed): boolean =>
  locations.some((one) => one === fir || chineseFirs.includes(one));

/** With an aerodrome in A) the scope has A, with an FIR it has not (PANS-AIM, App. 3). */
export const scopesAt = (places: Placed): readonly Scope[] =>
  scopes.filter((one) => one.includes('A') !== namesFir(places));

/** By the first letter of the subject (NOTAM Selection Criteria, Doc 8126): others may be either way. */
const scopesOfLetter: Partial<Record<string, readonly Scope[]>> = {
  // Lights, movement area, facilities of an aerodrome.
  L: ['A', 'AE'],
  M: ['A', 'AE'],
  F: ['A', 'AE'],
  // Restrictions and warnings.
  R: ['W', 'AW'],
  W: ['W', 'AW'],
  // Airspace, communication, satellite and other navigation, procedures, services.
  A: ['A', 'E', 'AE'],
  C: ['A', 'E', 'AE'],
  G: ['A', 'E', 'AE'],
  I: ['A', 'E', 'AE'],
  N: ['A', 'E', 'AE'],
  P: ['A', 'E', 'AE'],
  S: ['A', 'E', 'AE'],
  // Obstacles, information service.
  O: ['A', 'E', 'AE'],
};

/** The scopes that a subject may have, by the Q-code. */
export const scopesAbout = (qCode: string): readonly Scope[] => scopesOfLetter[qCode.charAt(1)] ?? scopes;

/** The scopes that both the subject and the places allow; empty: the subject is not of such a place. */
export function scopesOf({ qCode, ...places }: Placed & { qCode: string }): readonly Scope[] {
  const about = scopesAbout(qCode);
  return scopesAt(places).filter((one) => about.includes(one));
}
