import type { Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { createTranslate } from './texts.ts';

/** Tells the person at the terminal something, by a key of the catalogues. */
export type Tell = (key: string, values?: Text['values']) => void;

/**
 * A reason not to start (or to stop) that the person at the terminal can cure. `message` is in their
 * language.
 */
export class StartError extends Error {
  readonly text: Text;

  constructor(key: string, values: Text['values'] = {}, options: { cause?: unknown } = {}) {
    super(terminalText({ key, values }), options);
    this.name = 'StartError';
    this.text = { key, values };
  }
}

/**
 * The terminal's language by the POSIX order LC_ALL, LC_MESSAGES, LANG: Chinese where it says so, else
 * English.
 */
export function terminalLocale(env: NodeJS.ProcessEnv = process.env): Locale {
  const name = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return name.toLowerCase().startsWith('zh') ? 'zh-Hans' : 'en';
}

const translate = createTranslate();

export function terminalText(text: Text, locale: Locale = terminalLocale()): string {
  return translate(text, locale);
}

/** What the operating system says when a listener cannot be opened, by what cures it. */
const listenErrors: Record<string, string> = {
  EADDRINUSE: 'start.portTaken',
  EACCES: 'start.portForbidden',
  EADDRNOTAVAIL: 'start.hostAbsent',
  ENOTFOUND: 'start.hostAbsent',
};

/**
 * A start that failed because its address cannot be had, in a sentence; other errors come back as they are.
 */
export function explainListen(error: unknown, { host, port }: { host: string; port: number }): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const key = listenErrors[String(error.code)];
  return key === undefined ? error : new StartError(key, { host, port }, { cause: error });
}
