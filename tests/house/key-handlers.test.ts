import { expect, test } from 'vitest';
import { sourcesBelow } from './sources.ts';

/**
 * A key may belong to an input method that is composing. Whoever handles keys reads them with `pressedKey` or asks
 * `isComposing`, both of `src/web/ui/composing.ts`.
 */
const owner = 'src/web/ui/composing.ts';
/** What is typed into a cell that is not open yet comes as input, which has no key. */
const ofInput = 'event.nativeEvent instanceof InputEvent && ';
/** Reads the key of an event, or takes it out of one. */
const readers = [
  /\b(?:event|e|native|nativeEvent|keyEvent)\.(?:key|code|keyCode|which|isComposing)\b/,
  /\{[^}=]*\b(?:key|code|keyCode|isComposing)\b[^}=]*\}\s*=\s*(?:event|e)\b/,
  /\(\{[^)]*\b(?:key|code|keyCode)\b[^)]*\}: (?:React\.)?KeyboardEvent/,
];
/** A composition may end between a key's way down and its way up. */
const onTheWayUp = /\bonKeyUp\b|['"]keyup['"]|\bonKeyPress\b|['"]keypress['"]/;
/** The component library asks for a composition in one browser's way only. */
const enterUnguarded = /\bonPressEnter(?:=\{|: )(?!onEnter\()/;

const withoutComments = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replaceAll(`${ofInput}event.nativeEvent.isComposing`, '');

function faultsOf(text: string): string[] {
  return withoutComments(text)
    .split('\n')
    .filter((line) => [...readers, onTheWayUp, enterUnguarded].some((pattern) => pattern.test(line)))
    .map((line) => line.trim());
}

test.each([
  "if (event.key === 'Enter') save();",
  'const { target, key } = event;',
  'if (event.nativeEvent.isComposing) return;',
  'onKeyDown={({ key }: KeyboardEvent) => go(key)}',
  'onKeyUp={send}',
  'onPressEnter={() => void save()}',
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
