import { sql as raw } from 'kysely';
import type { RecordRule } from '#server/engine/records/record-rules.ts';

/** The sessions of a user that have not ended are those of the user's present company: who keeps its users sees them. */
export const sessionCompany: RecordRule = {
  phase: 'follow',
  name: 'sessions follow their user to another company',
  types: ['user'],
  actions: ['update'],
  async close({ transaction, changes }) {
    const users = changes.map(({ id }) => id);
    await raw`
      update session s set company = u.company from "user" u
      where u.id = s."user" and u.id = any(${users}::bigint[]) and s.ended_at is null
        and s.company is distinct from u.company`.execute(transaction.sql);
  },
};
