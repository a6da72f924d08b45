import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAltitude, isAltitude } from '#domain/geo/altitude.ts';
import type { Label, Locale } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import { textOf } from '#domain/text/locales/catalogue.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { isObject } from '#domain/text/narrow.ts';
import { localText } from '#web/client/clock.ts';
import { i18n } from '#web/client/i18n.ts';
import { useLocale } from '#web/client/locale.ts';
import { pointText } from './show/value-text.ts';

/** Trees of more entries start folded. */
const mostOpen = 8;

/** A value whose inside no schema describes: as a tree that folds, with plain labels. */
export function PlainTree({ value }: { value: unknown }): ReactNode {
  const { t } = useTranslation();
  const locale = useLocale();
  if (!isTree(value, locale)) return <PlainLine value={value} />;
  const count = Array.isArray(value) ? value.length : entriesOf(value, locale).length;
  return (
    <details className="cw-tree" open={count <= mostOpen}>
      <summary>{t('show.values', { count })}</summary>
      <Branch value={value} />
    </details>
  );
}

function Branch({ value }: { value: unknown }): ReactNode {
  const locale = useLocale();
  if (!isTree(value, locale)) return <PlainLine value={value} />;
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stored list has no other identity, and this one is only read
          <li key={index}>
            <Branch value={item} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl>
      {entriesOf(value, locale).map(([key, own]) => (
        <div key={key}>
          <dt>{keyLabel(key)}</dt>
          <dd>
            <Branch value={own} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The same in one line, for a cell of a table. */
export function PlainLine({ value }: { value: unknown }): ReactNode {
  const locale = useLocale();
  const text = plainText(value, locale);
  if (text !== undefined) return text;
  if (Array.isArray(value)) {
    return value.map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a stored list has no other identity, and this one is only read
      <Fragment key={index}>
        {index > 0 && (locale === 'en' ? '; ' : '；')}
        {isTree(item, locale) ? (
          <>
            (<PlainLine value={item} />)
          </>
        ) : (
          <PlainLine value={item} />
        )}
      </Fragment>
    ));
  }
  return entriesOf(value, locale).map(([key, own], index) => (
    <Fragment key={key}>
      {index > 0 && (locale === 'en' ? '; ' : '；')}
      <span style={{ color: 'var(--cw-soft)' }}>{keyLabel(key)}</span>{' '}
      {isTree(own, locale) ? (
        <>
          (<PlainLine value={own} />)
        </>
      ) : (
        <PlainLine value={own} />
      )}
    </Fragment>
  ));
}

/** A text that holds a structured value; undefined: it is a text. */
export function structureIn(text: string): object | undefined {
  if (!/^\s*(\{\s*["}]|\[\s*["[{\d\]-])/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a value says in one piece of text; undefined: it has parts of its own. */
function plainText(value: unknown, locale: Locale): string | undefined {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return i18n.t(value ? 'list.yes' : 'list.no');
  if (typeof value === 'number') return String(Number(value.toFixed(6)));
  if (typeof value === 'string') return sentence(value, locale);
  if (Array.isArray(value)) {
    const texts = value.map((item) => (isObject(item) ? undefined : plainText(item, locale)));
    return texts.every((text) => text !== undefined) && !value.some(Array.isArray)
      ? listText(texts, locale) || '—'
      : undefined;
  }
  if (!isObject(value)) return String(value);
  if (isLabel(value)) return value[locale];
  const worded = wordedIn(value, locale);
  if (worded !== null) return worded;
  if (typeof value.key === 'string' && textOf(locale, value.key) !== undefined) {
    return textIn({ key: value.key, values: valuesOf(value.values) }, locale);
  }
  if (isAltitude(value)) return formatAltitude(value);
  return pointText(value) ?? (entriesOf(value, locale).length === 0 ? '—' : undefined);
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A time in local time, the key of a text as that text, else the string itself. */
function sentence(text: string, locale: Locale): string {
  if (instant.test(text) && !Number.isNaN(Date.parse(text))) return localText(text);
  return (text.includes('.') ? textOf(locale, text) : undefined) ?? text;
}

function isTree(value: unknown, locale: Locale): value is object {
  return typeof value === 'object' && value !== null && plainText(value, locale) === undefined;
}

function isLabel(value: Record<string, unknown>): value is Record<string, unknown> & Label {
  return typeof value.en === 'string' && typeof value['zh-Hans'] === 'string';
}

function valuesOf(values: unknown): Record<string, string> {
  return isObject(values)
    ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]))
    : {};
}

/** Entries with a value. `stepEn` next to `step` is the same in English: one of the two is shown, by the language. */
function entriesOf(value: unknown, locale: Locale): [string, unknown][] {
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([key]) => !(key.endsWith('En') && key.slice(0, -2) in value))
    .map(([key, own]): [string, unknown] => [key, nameIn({ name: own, nameEn: value[`${key}En`] }, locale)])
    .filter(([, own]) => own !== null && own !== undefined && own !== '');
}

/** `stepIndex` as `Step index`, unless the catalogue has a word for it. */
export function keyLabel(key: string): string {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return i18n.t(`show.key.${key}`, { defaultValue: words.charAt(0).toUpperCase() + words.slice(1) });
}
