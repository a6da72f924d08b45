import { createContext, useContext } from 'react';
import type { Actor, Rule } from '#domain/identity/access.ts';

/** Where a registration stands, as Registration/GetState tells who holds its ticket. */
export interface ApplicantState {
  company: { id: number; name: string; examineState: number };
  user: { id: number; userName: string; name: string };
  phone: string;
  phoneVerified: boolean;
  /** The ticket lets him change what is his; afterwards he signs in. */
  open: boolean;
  ticketExpiresAt: string;
  actor: Actor;
  rules: Rule[];
}

export interface ApplicantValue {
  state: ApplicantState;
  /** Asks again where things stand. */
  refresh: () => void;
}

export const ApplicantContext = createContext<ApplicantValue | null>(null);

/** Whose ticket the page was opened with; only inside the applicant's frame. */
export function useApplicant(): ApplicantValue {
  const value = useContext(ApplicantContext);
  if (!value) throw new Error('an applicant’s page outside its frame');
  return value;
}

/** The public pages of an applicant, by record type (specification §2). */
export const applicantPlaces = {
  aircraft: {
    list: '/aircraft',
    add: '/baseManage/addaircraft',
    one: '/baseManage/aircraftDetail',
  },
  pilot: {
    list: '/pilot',
    add: '/pilotManage/addPilot',
    one: '/pilotManage/pilotDetail',
  },
} as const;

export type ApplicantResource = keyof typeof applicantPlaces;
