import { type Actor, abilityOf } from '#domain/identity/access.ts';
import { applicantPermissions, rulesOfApplicant } from '#domain/identity/applicant.ts';
import type { Locale } from '#domain/text/label.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Tickets } from './tickets.ts';

export interface Applicants {
  /**
   * Who a ticket stands for, with an ability over exactly their company's rows; null: over, unknown, or
   * withdrawn.
   */
  callerOf(ticket: string, locale: Locale, requestId: string): Promise<Caller | null>;
}

export function createApplicants(deps: {
  sql: Sql;
  catalogue: Catalogue;
  tickets: Tickets;
  clock: () => Date;
}): Applicants {
  const { sql, catalogue, tickets, clock } = deps;
  return {
    async callerOf(ticket, locale, requestId) {
      const claims = await tickets.read(ticket, clock());
      if (!claims) return null;
      const row = await sql
        .selectFrom('registration as r')
        .innerJoin('user as u', 'u.id', 'r.user')
        .innerJoin('company as c', 'c.id', 'r.company')
        .select(['u.id', 'u.userName', 'u.name', 'u.isActive', 'u.lastLoginAt', 'c.id as company'])
        .where('r.id', '=', claims.registration)
        .where('r.ticketSeries', '=', claims.series)
        .where('r.deletedAt', 'is', null)
        .where('u.deletedAt', 'is', null)
        .where('c.deletedAt', 'is', null)
        .executeTakeFirst();
      if (!row) return null;
      // Once the user can sign in, or has done so before they were locked out, the ticket only tells how
      // things stand.
      const open = row.isActive !== true && row.lastLoginAt === null;
      const company = row.company;
      const actor: Actor = {
        userId: row.id,
        userName: row.userName,
        name: row.name,
        companyId: company,
        companyIds: [company],
        coverageIds: [],
        roles: [],
        permissions: applicantPermissions,
        organizationUnitIds: [],
      };
      return {
        actor,
        ability: abilityOf(rulesOfApplicant(actor, catalogue.resources, open)),
        locale,
        source: 'screen',
        sessionId: null,
        requestId,
        ticket: { registration: claims.registration, open, expiresAt: claims.expiresAt.toISOString() },
      };
    },
  };
}
