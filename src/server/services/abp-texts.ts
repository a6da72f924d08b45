import { sharedTexts } from '../../domain/locales/index.ts';
import type { Locale } from '../../domain/resource.ts';

/** ABP's own names of texts, and ours that say the same: clients look them up in the sources Abp, AbpWeb and AbpZero. */
const sources: Record<string, Record<string, string>> = {
  Abp: {
    CurrentUserDidNotLoginToTheApplication: 'common.unauthenticated',
  },
  AbpWeb: {
    InternalServerError: 'common.internal',
    ValidationError: 'common.validation',
    ValidationNarrativeTitle: 'common.validationNarrative',
    DefaultError401: 'common.unauthenticated',
    DefaultError403: 'common.forbiddenHere',
    DefaultError404: 'common.notFoundPath',
  },
  AbpZero: {
    'Identity.PasswordMismatch': 'session.passwordMismatch',
    InvalidUserNameOrPassword: 'session.invalidUserNameOrPassword',
    LoginFailed: 'session.loginFailed',
  },
};

/** By source and key, in this language. */
export function abpTexts(locale: Locale): Record<string, Record<string, string>> {
  const texts = sharedTexts[locale];
  return Object.fromEntries(
    Object.entries(sources).map(([source, keys]) => [
      source,
      Object.fromEntries(Object.entries(keys).map(([key, ours]) => [key, texts[ours] ?? ours])),
    ]),
  );
}
