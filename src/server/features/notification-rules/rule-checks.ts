import { isGeometry } from '#domain/geo/geojson.ts';
import { areaM2 } from '#domain/geo/measure.ts';
import { polygonsOf } from '#domain/geo/polygons.ts';
import { boundToCompanies, holds } from '#domain/identity/access.ts';
import { planReaders } from '#domain/plans/readers.ts';
import { targetReaders } from '#domain/surveillance/target-readers.ts';
import { type FieldError, refused, type Text } from '#domain/text/errors.ts';
import type { RecordRule, RecordWrite } from '#server/engine/records/record-rules.ts';
import { ruleResource } from './rule-messages.ts';

/** Notification rules of one user. */
const mostOfUser = 50;
/** Square kilometres and corners of a drawn area: every target is compared with it every second. */
const [mostKm2, mostCorners] = [2_000_000, 500];

/** What a notification rule may ask for, and how many a user has. */
export const notificationRuleChecks: RecordRule = {
  phase: 'validate',
  name: 'what a notification rule needs, and how many a user has',
  types: [ruleResource],
  actions: ['create', 'update', 'restore'],
  async validate(write) {
    const { before, after } = write;
    if (!before || !after) await refuseTooMany(write);
    if (!after) return [];
    const { event, geometry, plan } = after;
    const errors: FieldError[] = [];
    const add = (field: string, text: Text) => errors.push({ field, text });
    const isOfPlan = event === 'planChanges';
    const { actor } = write.caller;
    if (!holds(actor, isOfPlan ? planReaders : targetReaders))
      add('event', { key: `notificationRule.${isOfPlan ? 'noPlans' : 'noTargets'}` });
    if (isOfPlan && isEmpty(plan) && !boundToCompanies(actor))
      add('plan', { key: 'notificationRule.noPlan' });
    const text = extentError(geometry);
    if (text) add('geometry', text);
    return errors;
  },
};

const isEmpty = (value: unknown): boolean => value === null || value === undefined;

function extentError(geometry: unknown): Text | null {
  if (!isGeometry(geometry, ['Polygon', 'MultiPolygon'])) return null;
  const count = polygonsOf(geometry)
    .flat()
    .reduce((sum, ring) => sum + ring.length, 0);
  if (count > mostCorners)
    return { key: 'notificationRule.tooManyCorners', values: { count, most: mostCorners } };
  const areaKm2 = Math.round(areaM2(geometry) / 1e6);
  return areaKm2 > mostKm2 ? { key: 'notificationRule.tooLarge', values: { areaKm2, most: mostKm2 } } : null;
}

/** Counted of whom the record is: an administrator who restores another's rule does not count their own. */
async function refuseTooMany({ sql, caller, before }: RecordWrite): Promise<void> {
  const [owner = caller.actor.userId] = Array.isArray(before?.owners) ? before.owners : [];
  const { count } = await sql
    .selectFrom('notificationRule as r')
    .innerJoin('notificationRuleOwners as o', 'o.ownerId', 'r.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('o.targetId', '=', owner)
    .where('r.deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostOfUser) throw refused('notificationRule.tooMany', { most: mostOfUser });
}
