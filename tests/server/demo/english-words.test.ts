import { expect, test } from 'vitest';
import { obstacles } from '#server/demo/data/obstacles.ts';
import { airways, navigationPoints } from '#server/demo/data/routes.ts';
import { roles } from '#server/seed/data/roles.ts';

/** What comes with the product and its demo reads in English too. */

const english = /^[ -~]+$/;

test.each(navigationPoints.map((one) => [one.code, one] as const))('navigation point %s', (_, one) => {
  expect(one.nameEn).toMatch(english);
  expect(one.sourceEn).toMatch(english);
});

test.each(
  [...airways, ...obstacles].map((one) => ['designator' in one ? one.designator : one.code, one] as const),
)('the source of %s', (_, one) => {
  expect(one.sourceEn).toMatch(english);
});

test.each(roles.map((one) => [one.name, one] as const))('the description of role %s', (_, one) => {
  expect(one.descriptionEn).toMatch(english);
});
