import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Label } from '#domain/text/label.ts';

/**
 * Writes src/domain/record/screens.gen.ts: the menu entries of hand-written screens as data, so that the server can tell them
 * to a client that draws a menu of its own. Run after a page with an entry came or went: `npx tsx scripts/generate-screens.ts`.
 */
const page = {
  document: { cookie: '', documentElement: {} },
  window: {
    matchMedia: () => ({ addEventListener() {} }),
    location: {},
    sessionStorage: {},
  },
};
// The page's own modules read its cookies when they are loaded.
Object.assign(globalThis, page);
const { pages } = await import('#web/app/pages.ts');
const { webTexts } = await import('#scripts/read-texts.ts');
const { sharedTexts } = await import('#domain/text/locales/index.ts');

function titleOf(key: string): Label {
  const say = (locale: keyof Label) => webTexts[locale][key] ?? sharedTexts[locale][key] ?? key;
  return { 'zh-Hans': say('zh-Hans'), en: say('en') };
}

const text = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
const entries = pages.flatMap(({ path: where, permission, menu, titleKey }) => {
  if (!menu) return [];
  const title = titleOf(titleKey);
  return [
    `  {
    path: ${text(where)},
    permission: ${text(permission).replaceAll('"', "'").replaceAll(',', ', ')},
    group: ${text(menu.group)},
    order: ${menu.order},
    title: { 'zh-Hans': ${text(title['zh-Hans'])}, en: ${text(title.en)} },
  },`,
  ];
});

const file = path.join(import.meta.dirname, '../src/domain/record/screens.gen.ts');
writeFileSync(
  file,
  `// Written by scripts/generate-screens.ts from src/web/app/pages.ts; do not edit.
import type { Label } from '#domain/text/label.ts';
import type { PermissionRule } from './resource.ts';

/** A screen that is written by hand and has an entry in the menu. */
export interface Screen {
  path: string;
  /** Any of these permissions opens it. */
  permission: PermissionRule;
  /** One of the groups of the menu, and the place in it. */
  group: string;
  order: number;
  title: Label;
}

export const screens: readonly Screen[] = [
${entries.join('\n')}
];
`,
);

// Something that the screens bring along keeps a timer.
process.exit();
