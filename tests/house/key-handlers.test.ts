import { expect, test } from 'vitest';
import { sourcesBelow } from './sources.ts';

/**
 * A key may belong to an input method that is composing. Every key handler reads its keys with `pressedKey` or checks
 * `isComposing`, both of `src/web/ui/composing.ts`.
 */
const owner = 'src/web/ui/composing.ts';
/** Text typed into a cell that is not open arrives as input, which has no key. */
const ofInput = 'event.nativeEvent instanceof InputEvent && ';
/** Reads the key of an event, or takes it out of one. */
const readers = [
  /\b(?:event|e|ev|evt|native|nativeEvent|keyEvent|keyboard|pressed)\??\.(?:key|code|which)\b/,
  /\.(?:keyCode|charCode|keyIdentifier|isComposing)\b|\.which\s*[=!]==/,
  /\b(?:event|e|ev|evt|nativeEvent)\??\.?\[['"]/,
  /\{[^}=]*\b(?:key|code|keyCode|which|isComposing|nativeEvent)\b[^}=]*\}\s*=\s*(?:event|e|ev|evt)\b/,
  /\(\{[^)]*\b(?:key|code|keyCode|which)\b[^)]*\}: (?:React\.)?KeyboardEvent/,
  /(?:\bonKeyDown(?:Capture)?=\{|['"]keydown['"],\s*)(?:async )?\(\{[^}]*\b(?:key|code|keyCode|which|nativeEvent)\b/,
];
/** A composition may end between a key's way down and its way up. */
const onTheWayUp = /\bonKeyUp|['"]keyup['"]|\bonKeyPress|['"]keypress['"]/;
/** The component library checks for a composition in one browser's way only. */
const enterUnguarded = /\bonPressEnter\b(?!(?:=\{|: )onEnter\()/;
/** Libraries for keyboard shortcuts read the keys themselves. */
const libraries = /\b(?:useHotkeys?|useKeyPress|useKey|tinykeys|[Mm]ousetrap)\b|from ['"][^'"]*hot-?keys/;

/** What a file does when it handles keys. */
const handler =
  /\bonKeyDown(?:Capture)?\b|['"]keydown['"]|['"](?:Enter|NumpadEnter|Escape|Esc|Arrow(?:Up|Down|Left|Right))['"]/;
const usesOwner = /from ['"][^'"]*\/composing\.ts['"]/;
/** These read no key of an event: they stop it, note that somebody is there, show keys, or get one that was read. */
const readNoKey = [
  'src/web/client/activity.ts',
  'src/web/engine/form/record-form-drawer.tsx',
  'src/web/features/plans/query/time-line-model.ts',
  'src/web/features/plans/sheet/sheet-keys.ts',
  'src/web/shell/palette/keys-help.tsx',
  'src/web/ui/sounding-tab.ts',
];

const withoutComments = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replaceAll(`${ofInput}event.nativeEvent.isComposing`, '');

function faultsOf(text: string): string[] {
  return withoutComments(text)
    .split('\n')
    .filter((line) =>
      [...readers, onTheWayUp, enterUnguarded, libraries].some((pattern) => pattern.test(line)),
    )
    .map((line) => line.trim());
}

test.each([
  "if (event.key === 'Enter') save();",
  "if (ev.code === 'NumpadEnter') save();",
  'if (press.which === 13) save();',
  "if (event['key'] === 'Enter') save();",
  'onKeyDown={({ key }) => go(key)}',
  "window.addEventListener('keydown', ({ code }) => go(code));",
  'const { target, key } = event;',
  'if (event.nativeEvent.isComposing) return;',
  'onKeyDown={({ key }: KeyboardEvent) => go(key)}',
  'onKeyUp={send}',
  'onPressEnter={() => void save()}',
  'onPressEnter={save}',
  'return { onPressEnter };',
  "useHotkeys('enter', save);",
])('the rule finds %s', (line) => {
  expect(faultsOf(line)).toEqual([line]);
});

test.each([
  "if (pressedKey(event) === 'Enter') save();",
  'const { target } = event;',
  'onPressEnter={onEnter(() => void save())}',
  'items.map(({ key, label }) => key);',
])('the rule leaves %s', (line) => {
  expect(faultsOf(line)).toEqual([]);
});

test('no key handler of the web reads a key that may belong to an input method', () => {
  const found = sourcesBelow('src/web')
    .filter(({ file }) => file !== owner)
    .flatMap(({ file, text }) => faultsOf(text).map((line) => `${file}: ${line}`));
  expect(found).toEqual([]);
});

test('a file that handles keys reads them with the helper', () => {
  const found = sourcesBelow('src/web')
    .filter(({ text }) => handler.test(withoutComments(text)) && !usesOwner.test(text))
    .map(({ file }) => file);
  expect(found.filter((file) => file !== owner).sort()).toEqual(readNoKey);
});

/** Rewrites a text while an input method may compose it, which then puts its letters in again: `TidyInput` waits. */
const rewritten =
  /\btarget\.value(?:\.trim\(\))?\.(?:toUpperCase|toLowerCase|replace|replaceAll)\(|\(event\.target\.value\)\.replace\(/;

test('no field rewrites a text that is still composed', () => {
  const found = sourcesBelow('src/web')
    .filter(({ text }) => rewritten.test(withoutComments(text)))
    .map(({ file }) => file);
  expect(found).toEqual([]);
});
