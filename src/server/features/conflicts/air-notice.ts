import type { Locale } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { numberOf } from '#domain/text/narrow.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { inBoth, titleInBoth } from '#server/kernel/in-both.ts';

/**
 * Both operators learn at once, when the transaction ends, that a flight of higher precedence has taken air that
 * another plan has too: by the change message of either plan, and by a reminder for who is away.
 */
export async function tellYielding(
  transaction: Transaction,
  plan: { id: number; label: string },
  yielding: readonly { id: number; label: string }[],
): Promise<void> {
  if (yielding.length === 0) return;
  const at = new Date().toISOString();
  const labels = yielding.map(({ label }) => label);
  await tellPlan(transaction, plan.id, at, (locale) =>
    textIn(
      { key: 'plan.message.precedes', values: { plan: plan.label, others: listText(labels, locale) } },
      locale,
    ),
  );
  for (const other of yielding) {
    await tellPlan(transaction, other.id, at, (locale) =>
      textIn({ key: 'plan.message.yields', values: { plan: other.label, other: plan.label } }, locale),
    );
  }
}

/** Tells whom a plan concerns that another one meets it: at once, and by a reminder for its people who are away. */
export async function tellPlan(
  transaction: Transaction,
  id: number,
  at: string,
  content: (locale: Locale) => string,
  title = 'plan.message.conflictTitle',
  type = 'plan.conflict',
): Promise<void> {
  const record = await transaction.sql.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirst();
  if (!record) return;
  transaction.announce({
    resource: 'plan',
    id,
    action: 'update',
    record,
    message: {
      type,
      ...titleInBoth(title),
      ...inBoth(content),
      message: '',
      unit: null,
      actualNum: null,
      state: numberOf(record.state),
    },
    // Nobody's own doing: who filed the one plan is told of it as well.
    by: null,
    at,
  });
}
