import type { Handlers } from '#server/http/service.ts';
import type { FlightStatusNotes } from './flight-status-notes.ts';

/** s_FLT set by hand by airspace watch. */
export function statusMethods(
  notes: FlightStatusNotes,
): Pick<Handlers<'Navigation'>, 'SetFlightStatus' | 'WithdrawFlightStatus'> {
  return {
    async SetFlightStatus({ id, code, reason }, caller) {
      await notes.set(caller, id, code, reason.trim());
      return null;
    },
    async WithdrawFlightStatus({ id, reason }, caller) {
      await notes.withdraw(caller, id, reason.trim());
      return null;
    },
  };
}
