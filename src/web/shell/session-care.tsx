import { IdleWarning } from './idle-warning.tsx';
import { SessionEnded } from './session-ended.tsx';
import { SessionRequirement } from './session-requirement.tsx';

/** What a session asks of the person in the middle of a page: to stay, to sign in again, to do what is due. */
export function SessionCare() {
  return (
    <>
      <IdleWarning />
      <SessionRequirement />
      <SessionEnded />
    </>
  );
}
