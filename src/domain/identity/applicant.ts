import type { Resource } from '#domain/record/resource.ts';
import { type Actor, type Rule, rulesFor } from './access.ts';

/** What an applicant does about their own company: enters aircraft and pilots, and submits them. */
export const applicantPermissions = [
  'Pages.BaseManage',
  'Pages.BaseManage.Craft_Add',
  'Pages.BaseManage.Pilot_Add',
];

/**
 * The user's own records, and what their forms pick from. Nothing else is there for them, whatever the
 * permissions say.
 */
const own = new Set(['company', 'aircraft', 'pilot']);
const picked = new Set(['aircraftType', 'airport', 'dictionary', 'dictionaryItem']);

/** Fields that name accounts: an applicant has none to name yet. */
const closed: Record<string, string[]> = { pilot: ['user'] };

/**
 * The rules of who comes with a ticket and without a session: exactly the rows of their company, and the
 * shared lists that the forms need. `open`: they may still change them; later the ticket only shows.
 */
export function rulesOfApplicant(actor: Actor, resources: Resource[], open: boolean): Rule[] {
  const rules = rulesFor(
    actor,
    resources.filter(({ name }) => own.has(name) || picked.has(name)),
  );
  const remaining = rules.filter(({ action, subject }) => {
    if (action === 'read') return true;
    return open && typeof subject === 'string' && own.has(subject);
  });
  const hidden = Object.entries(closed).flatMap(([subject, fields]) =>
    ['read', 'create', 'update'].map((action): Rule => ({ action, subject, fields, inverted: true })),
  );
  return [...remaining, ...hidden];
}
