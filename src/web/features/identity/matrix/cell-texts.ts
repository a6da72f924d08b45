import type { TFunction } from 'i18next';
import { permissions } from '#domain/identity/permissions.ts';
import type { Action } from '#domain/record/resource.ts';
import type { Locale } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import type { Cell, FieldCell } from './matrix-model.ts';

/** `Pages.Roles（角色管理）`. */
function named(names: readonly string[], locale: Locale): string {
  const all = names.map((name) => {
    const label = permissions.find((one) => one.name === name)?.label[locale];
    if (!label) return name;
    return locale === 'en' ? `${name} (${label})` : `${name}（${label}）`;
  });
  return listText(all, locale);
}

/** Why a cell says what it says, in a sentence. */
export function cellReason(cell: Cell, locale: Locale, t: TFunction): string {
  const list = named(cell.permissions, locale);
  switch (cell.by) {
    case 'rule':
      return t(cell.allowed ? 'matrix.why.ruleAllows' : 'matrix.why.ruleDenies', {
        otherwise: t(cell.otherwise ? 'matrix.allowed' : 'matrix.denied'),
      });
    case 'permission':
      return t(cell.allowed ? 'matrix.why.held' : 'matrix.why.missing', { permissions: list });
    default:
      return t(`matrix.why.${cell.by}`);
  }
}

export function fieldReason(cell: FieldCell, locale: Locale, t: TFunction): string {
  return t(`matrix.field.${cell.by}`, { permissions: named(cell.permissions, locale) });
}

export function actionText(action: Action, t: TFunction): string {
  return t(`matrix.action.${action}`);
}
