import type { Locale } from '#domain/text/label.ts';
import { labelIn } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { ExplainStep, Explanation, Question } from './explain.ts';
import { permissions } from './permissions.ts';

/** A step in words. */
export function explainText(step: ExplainStep, locale: Locale): string {
  const say = (part: string, values: Record<string, string> = {}) =>
    textIn({ key: `explain.${step.rule}${part}`, values }, locale);
  switch (step.rule) {
    case 'permissions': {
      if (step.roles.length > 0) {
        const permissions = permissionList(step.held, locale);
        return say('.held', { permissions, roles: listText(step.roles, locale) });
      }
      const values = { permissions: permissionList(step.permissions, locale) };
      const holders = step.holders.length > 0 ? listText(step.holders, locale) : none(locale);
      return say('.missing', { ...values, holders });
    }
    case 'fieldPermissions': {
      const values = { permissions: permissionList(step.permissions, locale) };
      if (step.outcome === 'yes') return say('.held', values);
      const holders = step.holders.length > 0 ? listText(step.holders, locale) : none(locale);
      return say('.missing', { ...values, holders });
    }
    case 'roleAllows':
      return say('', { roles: listText(step.roles, locale) });
    case 'roleDenies':
    case 'fieldHidden':
    case 'fieldReadOnly':
      return say(step.outcome === 'note' ? '.note' : '', { roles: listText(step.roles, locale) });
    case 'companyRows':
    case 'sharedRow':
    case 'addressedRow':
    case 'coverageRows':
    case 'ownRows':
      return say(`.${step.outcome}`);
    default:
      return say('');
  }
}

/** The answer in one sentence: `ATMB may not change Aircraft B-70XQ: Callsign`. */
export function explainTitle(
  { action, resource, field }: Question,
  allowed: boolean,
  locale: Locale,
): string {
  const schema = field === undefined ? undefined : resource.schema.properties[field];
  const label = schema?.['x-label'];
  const what = labelIn(resource.schema['x-label'], locale);
  const values = {
    action: textIn({ key: `explain.action.${action}` }, locale),
    what: field === undefined ? what : `${what} · ${label ? labelIn(label, locale) : field}`,
  };
  return textIn({ key: allowed ? 'explain.may' : 'explain.mayNot', values }, locale);
}

/** What to tell where a button is disabled: the first rule that says no. */
export function refusingStep({ steps }: Explanation): ExplainStep | undefined {
  return steps.find(({ outcome }) => outcome === 'no');
}

/** `Pages.Roles（角色管理）`. */
function permissionList(names: string[], locale: Locale): string {
  return listText(
    names.map((name) => {
      const known = permissions.find((one) => one.name === name);
      if (!known) return name;
      const label = labelIn(known.label, locale);
      return locale === 'en' ? `${name} (${label})` : `${name}（${label}）`;
    }),
    locale,
  );
}

function none(locale: Locale): string {
  return textIn({ key: 'explain.noRole' }, locale);
}
