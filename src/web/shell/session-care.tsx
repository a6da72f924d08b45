import { IdleWarning } from './idle-warning.tsx';
import { SessionDuty } from './session-duty.tsx';
import { SessionEnded } from './session-ended.tsx';

/** What a session asks of the person in the middle of a page: to stay, to sign in again, to do what is due. */
export function SessionCare() {
  return (
    <>
      <IdleWarning />
      <SessionDuty />
      <SessionEnded />
    </>
  );
}
