import { expect, test } from 'vitest';
import { sourcesBelow } from './sources.ts';

/** The library's own pickers drop what was picked without OK; ours are built on them here, and nowhere else. */
const owners = ['src/web/ui/pickers.tsx', 'src/web/ui/wall-dates.ts'];
const ownPicker =
  /\b(?:DatePicker|TimePicker|RangePicker|Calendar)\b[^;]*\bfrom\s+['"]antd|type="(?:date|datetime-local)"/;

test.each([
  "import { Button, DatePicker } from 'antd';",
  "import { TimePicker } from 'antd';",
  "import DatePicker from 'antd/es/date-picker';",
  '<input type="datetime-local" />',
])('the rule finds %s', (line) => {
  expect(ownPicker.test(line)).toBe(true);
});

test('days and times are picked with our pickers only', () => {
  const found = sourcesBelow('src/web')
    .filter(({ file, text }) => !owners.includes(file) && ownPicker.test(text))
    .map(({ file }) => file);
  expect(found).toEqual([]);
});
