import { createContext, useContext } from 'react';
import type { OutputOf } from '#contract/services.ts';

/** Where a registration stands, as it is told to who holds its ticket. */
export type ApplicantState = OutputOf<'Registration', 'GetState'>;

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
