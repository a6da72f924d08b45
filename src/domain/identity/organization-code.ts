/** Codes of organization units as ABP writes them: five digits a level, e.g. `00001.00042`. */

const digitsPerLevel = 5;
export const deepestLevel = 16;

/** How many levels deep a code is; 0 for none. */
export function levelOf(code: string | null): number {
  return code ? code.split('.').length : 0;
}

/** `00001`, `42` → `00001.00042`. */
export function codeBelow(parent: string | null, number: number): string {
  const own = String(number).padStart(digitsPerLevel, '0');
  return parent ? `${parent}.${own}` : own;
}

/** Is it the code of a unit right below this one (null: of a root)? */
export function isRightBelow(code: unknown, parent: string | null): boolean {
  if (typeof code !== 'string' || !/^\d{5}(\.\d{5})*$/.test(code)) return false;
  const above = code.slice(0, -(digitsPerLevel + 1));
  return above === (parent ?? '') && levelOf(code) === levelOf(parent) + 1;
}

/** The first number that no sibling has: one more than the greatest. */
export function nextNumber(siblings: readonly (string | null)[]): number {
  const numbers = siblings.map((code) => Number(code?.slice(-digitsPerLevel) ?? 0));
  return Math.max(0, ...numbers.filter(Number.isFinite)) + 1;
}
