import { expect, expectTypeOf, test } from 'vitest';
import type { Altitude } from '#domain/geo/altitude.ts';
import type { PlanState } from '#domain/plans/states.ts';
import type { Row, Sql } from '#server/db/sql.ts';

test('what no table has does not compile', () => {
  // Never called: the compiler says where a line should not stand.
  const mistakes = (sql: Sql) => {
    return [
      // @ts-expect-error there is no such table
      sql.selectFrom('flightPlan'),
      // @ts-expect-error no such column
      sql.selectFrom('plan').select('planNo'),
      // @ts-expect-error of another table
      sql.selectFrom('plan').select('plan.etd'),
      // @ts-expect-error a plan has no such state
      sql.selectFrom('plan').selectAll().where('state', '=', 13),
      // @ts-expect-error jsonb is written as text
      sql.updateTable('jobTask').set({ lower: { value: 300, unit: 'm', reference: 'AMSL' } }),
      // @ts-expect-error a plan is somebody's
      sql.insertInto('plan').values({ kind: 'quick' }),
      // @ts-expect-error a table that is no record has types too
      sql.selectFrom('secondFactor').select('code'),
    ];
  };
  expect(mistakes).toBeTypeOf('function');
});

test('a row has the types that the driver gives', () => {
  expectTypeOf<Row<'plan'>['id']>().toEqualTypeOf<number>();
  expectTypeOf<Row<'plan'>['state']>().toEqualTypeOf<PlanState | null>();
  expectTypeOf<Row<'plan'>['deletedAt']>().toEqualTypeOf<string | null>();
  expectTypeOf<Row<'jobTask'>['lower']>().toEqualTypeOf<Altitude | null>();
  expectTypeOf<Row<'jobTask'>['coverageIds']>().toEqualTypeOf<number[]>();
  expectTypeOf<Row<'jobTaskPilots'>['targetId']>().toEqualTypeOf<number>();
  expectTypeOf<Row<'passwordHistory'>['replacedAt']>().toEqualTypeOf<string>();
});
