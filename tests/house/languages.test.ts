import { describe, expect, test, vi } from 'vitest';
import { airspaceActions } from '#domain/airspace/machine.ts';
import { auditActions } from '#domain/approvals/audit.ts';
import { planActions } from '#domain/plans/machine.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';
import { webTexts } from '#scripts/read-texts.ts';
import { isSyntax, nameOf, piecesOf, type Syntax, textOf, treeOf, walk } from '#tests/support/syntax.ts';
import { sourcesBelow } from './sources.ts';

// Every source is walked several times; a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 });

const sources = sourcesBelow('src').map((source) => ({ ...source, tree: treeOf(source.file, source.text) }));

/** English has a singular of its own where a count needs it. */
const plain = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const keysOf = (texts: Record<string, string>) => new Set(Object.keys(texts).map(plain));

const web = keysOf(webTexts['zh-Hans']);
const shared = keysOf(sharedTexts['zh-Hans']);
const all = new Set([...web, ...shared]);
const areas = new Set([...all].map((key) => key.slice(0, key.indexOf('.'))));
const isKey = (text: string) =>
  /^[\w-]+(\.[\w-]+)+$/.test(text) && areas.has(text.slice(0, text.indexOf('.')));

/** Key by key or as a pattern, what the sources ask the catalogues for. */
const literals = new Set<string>();
const patterns: { file: string; pattern: RegExp }[] = [];
/** Of `${base}.title`, whose base is a literal elsewhere. */
const endings = new Set<string>();
const requested: { where: string; key: string }[] = [];

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length;

for (const { file, text, tree } of sources) {
  walk(tree, (node, above) => {
    const literal = textOf(node);
    if (literal !== undefined && isKey(literal)) {
      literals.add(literal);
      if (asksForText(node, above))
        requested.push({ where: `${file}:${lineOf(text, node.start)}`, key: literal });
    }
    const pieces = piecesOf(node);
    if (pieces.length === 2 && pieces[0] === '' && /^\.\w+$/.test(pieces[1] ?? ''))
      endings.add(pieces[1] ?? '');
    // Names of what a user keeps look like keys and are none.
    if (file.endsWith('preferences/view-calls.ts')) return;
    if (pieces.length > 1 && areas.has((pieces[0] ?? '').split('.')[0] ?? '') && pieces[0]?.includes('.')) {
      patterns.push({ file, pattern: new RegExp(`^${pieces.map(escaped).join('[\\w.$-]+')}$`) });
    }
  });
}

/** `t('…')`, `titleKey: '…'`, `{ key: '…' }` of a text, `refused('…')`: what is not in a catalogue would be shown as it is. */
function asksForText(node: Syntax, above: readonly Syntax[]): boolean {
  const parent = above.at(-1);
  if (!parent) return false;
  if (parent.type === 'CallExpression' && Array.isArray(parent.arguments) && parent.arguments[0] === node) {
    return ['t', 'refused', 'invalid'].includes(nameOf(parent.callee) ?? '');
  }
  if (parent.type === 'Property' && parent.value === node) {
    return /(^|[a-z])(titleKey|messageKey|TextKey|textKey|labelKey|jumpKey)$/.test(nameOf(parent.key) ?? '');
  }
  return false;
}

describe('the catalogues', () => {
  test('English texts have straight quotation marks: the letters of Chinese draw others as wide as a sign', () => {
    const curly = Object.entries({ ...webTexts.en, ...sharedTexts.en }).filter(([, text]) =>
      /[‘’“”]/.test(text),
    );
    expect(curly).toEqual([]);
  });

  test('have the same keys and the same holes in both languages, and say something', () => {
    const { 'zh-Hans': zh, en } = webTexts;
    expect([...keysOf(zh)].sort()).toEqual([...keysOf(en)].sort());
    const holes = (text: string | undefined) =>
      [...new Set([...(text ?? '').matchAll(/{{\s*(\w+)/g)].map(([, name]) => name))].sort();
    for (const [key, text] of Object.entries(en)) {
      const other = zh[key] ?? zh[plain(key)] ?? zh[`${plain(key)}_other`];
      // "One record" needs no figure.
      if (!key.endsWith('_one')) expect({ key, holes: holes(other) }).toEqual({ key, holes: holes(text) });
      expect([key, text.trim(), other?.trim()]).not.toContain('');
    }
  });

  test('have no key of both ends: one would hide the other', () => {
    expect([...web].filter((key) => shared.has(key))).toEqual([]);
  });

  test('have English in no Chinese text, and Chinese in no English one', () => {
    const chinese = /[\u3400-\u9fff]/;
    for (const texts of [webTexts.en, sharedTexts.en]) {
      expect(Object.entries(texts).filter(([, text]) => chinese.test(text))).toEqual([]);
    }
  });
});

test('every key that is asked for is there', () => {
  expect(requested.length).toBeGreaterThan(500);
  expect(requested.filter(({ key }) => !all.has(key))).toEqual([]);
});

test('every pattern of keys meets one at least', () => {
  const keys = [...all];
  expect(patterns.length).toBeGreaterThan(20);
  expect(patterns.filter(({ pattern }) => !keys.some((key) => pattern.test(key)))).toEqual([]);
});

test('every act that is asked for in a dialog has a text for when it is done', () => {
  // Edits and changes are screens of their own, and the rest is the clock's or the flow's.
  const without = (acts: readonly string[], ...others: string[]) =>
    acts.filter((act) => !others.includes(act));
  const keys = [
    ...without(planActions, 'edit', 'lapse').map((act) => `plan.act.done.${act}`),
    ...without(airspaceActions, 'edit', 'change', 'approve', 'reject', 'return').map(
      (act) => `airspace.act.done.${act}`,
    ),
    ...without(auditActions, 'reopen', 'expire').map((act) => `audit.act.done.${act}`),
  ];
  expect(keys.filter((key) => !web.has(key))).toEqual([]);
});

test('every job that the monitor lists has a name', () => {
  const jobs = sources.flatMap(({ file, text }) =>
    file.startsWith('src/server/')
      ? [
          ...text.matchAll(/\bschedule\(\s*'([^']+)'/g),
          ...text.matchAll(/createClock(?:<.*>)?\(\{[^:]*?name: '([^']+)'/g),
        ].map(([, job]) => `monitor.job.${job}`)
      : [],
  );
  expect(jobs).toContain('monitor.job.roomOrders');
  expect(jobs.filter((key) => !web.has(key))).toEqual([]);
});

test('no key is left that nobody asks for', () => {
  const nested = new RegExp(
    [...Object.values(webTexts['zh-Hans']), ...Object.values(sharedTexts['zh-Hans'])]
      .flatMap((text) => [...text.matchAll(/\$t\(([^()]*)\)/g)])
      .map(
        ([, key = '']) =>
          `^${key
            .split(/\{\{[^}]*\}\}/)
            .map(escaped)
            .join('[\\w.-]+')}$`,
      )
      .join('|') || '^$',
  );
  const fromBase = (key: string) => {
    const dot = key.lastIndexOf('.');
    return endings.has(key.slice(dot)) && literals.has(key.slice(0, dot));
  };
  const unused = [...all].filter(
    (key) =>
      !literals.has(key) &&
      !fromBase(key) &&
      !nested.test(key) &&
      !patterns.some(({ pattern }) => pattern.test(key)),
  );
  expect(unused.sort()).toEqual([]);
});

describe('no text that a person reads stands in the code', () => {
  const spoken = /\p{L}{2,}/u;
  const chinese = /[\u3400-\u9fff]/;
  const attributes =
    /^(title|label|placeholder|alt|aria-label|aria-description|okText|cancelText|description|message|tooltip|extra)$/;

  test('between the tags of a screen', () => {
    const found: string[] = [];
    for (const { file, text, tree } of sources) {
      walk(tree, (node, above) => {
        const value = node.type === 'JSXText' ? String(node.value) : undefined;
        if (value === undefined || !spoken.test(value) || isException(file, value.trim(), above)) return;
        found.push(`${file}:${lineOf(text, node.start)} ${value.trim()}`);
      });
    }
    expect(found).toEqual([]);
  });

  test('in what a screen or a message is told to say', () => {
    const found: string[] = [];
    for (const { file, text, tree } of sources.filter((source) => source.file.startsWith('src/web/'))) {
      const note = (node: unknown) => {
        const value = textOf(node) ?? (isSyntax(node) ? piecesOf(node).join('') : undefined);
        if (value === undefined || !spoken.test(value) || isKey(value) || isException(file, value, []))
          return;
        found.push(`${file}:${isSyntax(node) ? lineOf(text, node.start) : '?'} ${value}`);
      };
      walk(tree, (node) => {
        if (node.type === 'JSXAttribute' && attributes.test(nameOf(node.name) ?? '')) {
          const value =
            isSyntax(node.value) && node.value.type === 'JSXExpressionContainer'
              ? node.value.expression
              : node.value;
          note(value);
        }
        if (
          node.type === 'CallExpression' &&
          isSyntax(node.callee) &&
          node.callee.type === 'MemberExpression'
        ) {
          const kinds = ['success', 'error', 'info', 'warning', 'loading'];
          const target = nameOf(node.callee.object);
          if (target === 'message' && kinds.includes(nameOf(node.callee.property) ?? '')) {
            note(Array.isArray(node.arguments) ? node.arguments[0] : undefined);
          }
        }
      });
    }
    expect(found).toEqual([]);
  });

  test('in Chinese anywhere but in the catalogues, the seed and labels that say both languages', () => {
    const found: string[] = [];
    for (const { file, text, tree } of sources) {
      if (/\/(locales|texts|seed|demo)\//.test(file)) continue;
      walk(tree, (node, above) => {
        const value = textOf(node) ?? piecesOf(node).join('');
        if (!chinese.test(value) || isException(file, value, above)) return;
        found.push(`${file}:${lineOf(text, node.start)} ${value.slice(0, 60)}`);
      });
    }
    expect(found).toEqual([]);
  });
});

/** Names of languages in themselves, names and signs that are the same everywhere, keys of a keyboard. */
const sameEverywhere = new Set([
  '中文',
  'English',
  '简体中文',
  'CLEARWAY',
  'CST',
  'Esc',
  'OpenAPI 3.1',
  'Authorization: Bearer cwk_…',
  'Ctrl+S / ⌘S',
  'Ctrl+Z / ⌘Z',
  'Ctrl+Shift+Z / ⇧⌘Z',
  'Ctrl+Enter / ⌘Enter',
  '(Ctrl+K)',
  'XXXX-XXXX',
  '#1890ff',
  // For programs that fill in forms: no person sees it.
  'Website',
]);

/** Files whose Chinese is not said to a person of another language, and why. */
const chineseFiles: readonly (readonly [file: RegExp, why: string])[] = [
  [/\/(demo|seed)-[\w-]+\.ts$/, 'what an installation begins with is its records, not the product’s texts'],
  [
    /^src\/domain\/record\/transfer\/(cell[\w-]*|head-remark)\.ts$/,
    'words that a sheet may hold are read, never said',
  ],
  [/^src\/domain\/plans\/sheet\/[\w-]+-text\.ts$/, 'words that a cell may hold are read, never said'],
  [/^src\/domain\/geo\/altitude-text\.ts$/, 'words that a cell may hold are read, never said'],
  [/^src\/domain\/time\/(clock|moment)-text\.ts$/, 'words that a cell may hold are read, never said'],
  [/^src\/domain\/sheet\/[\w-]+\.ts$/, 'formats of spreadsheets, which write days and times of their own'],
  [/^src\/domain\/documents\/[\w-]+\.ts$/, 'how documents are numbered and named is read, never said'],
  [/^src\/domain\/text\/times\.ts$/, 'the specification has weekdays as Chinese characters'],
  [/^src\/web\/features\/notices\/summary\.ts$/, 'the specification has the summary spoken in zh-CN'],
  [/^src\/web\/client\/auth\.ts$/, 'the specification quotes what a failed sign-in says'],
];

function isException(file: string, text: string, above: readonly Syntax[]): boolean {
  if (sameEverywhere.has(text.trim()) || chineseFiles.some(([pattern]) => pattern.test(file))) return true;
  return above.some(saysBoth);
}

/** A label with its English beside it: `both('米', 'm')`, `{ 'zh-Hans': … }`, `{ title, titleEn }`, `locale === 'en' ? …`. */
function saysBoth(node: Syntax): boolean {
  if (node.type === 'Property') return nameOf(node.key) === 'zh-Hans';
  if (node.type === 'CallExpression') return ['both', 'permission'].includes(nameOf(node.callee) ?? '');
  if (node.type === 'ConditionalExpression') {
    const { test: condition } = node;
    return isSyntax(condition) && condition.type === 'BinaryExpression' && textOf(condition.right) === 'en';
  }
  if (node.type === 'ObjectExpression' && Array.isArray(node.properties)) {
    return node.properties.some((one) => isSyntax(one) && /\wEn$/.test(nameOf(one.key) ?? ''));
  }
  return false;
}
