import type { Locale } from '#domain/text/label.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';

/**
 * ABP's own names of texts, and ours that say the same: clients look them up in the sources Abp, AbpWeb (whole) and
 * AbpZero. After a key come its holes in the order of ABP, which numbers them.
 */
const sources: Record<string, Record<string, [key: string, ...holes: string[]]>> = {
  Abp: {
    CurrentUserDidNotLoginToTheApplication: ['common.unauthenticated'],
  },
  AbpWeb: {
    InternalServerError: ['common.internal'],
    ValidationError: ['common.validation'],
    ValidationNarrativeTitle: ['common.validationNarrative'],
    AreYouSure: ['abp.areYouSure'],
    Cancel: ['abp.cancel'],
    Yes: ['abp.yes'],
    DefaultError: ['abp.defaultError'],
    DefaultErrorDetail: ['abp.defaultErrorDetail'],
    DefaultError401: ['abp.defaultError401'],
    DefaultErrorDetail401: ['abp.defaultErrorDetail401'],
    DefaultError403: ['common.forbiddenHere'],
    DefaultErrorDetail403: ['abp.defaultErrorDetail403'],
    DefaultError404: ['common.notFoundPath'],
    DefaultErrorDetail404: ['abp.defaultErrorDetail404'],
    EntityNotFound: ['common.notFound', 'type', 'id'],
  },
  AbpZero: {
    'Identity.PasswordMismatch': ['session.passwordMismatch'],
    InvalidUserNameOrPassword: ['session.invalidUserNameOrPassword'],
    LoginFailed: ['session.loginFailed'],
  },
};

/** By source and key, in this language; holes as ABP writes them: `{0}`. */
export function abpTexts(locale: Locale): Record<string, Record<string, string>> {
  const texts = sharedTexts[locale];
  const textOf = ([key, ...holes]: [key: string, ...holes: string[]]) =>
    holes.reduce((text, hole, index) => text.replace(`{{${hole}}}`, `{${index}}`), texts[key] ?? key);
  return Object.fromEntries(
    Object.entries(sources).map(([source, names]) => [
      source,
      Object.fromEntries(Object.entries(names).map(([name, ours]) => [name, textOf(ours)])),
    ]),
  );
}
