import '@ant-design/v5-patch-for-react-19';
import { Ajv } from 'ajv';
import { useCallback, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { prepareAjv } from '#domain/record/prepare-ajv.ts';
import type { FieldSchema, RecordSchema, Resource } from '#domain/record/resource.ts';
import '#web/client/i18n.ts';
import { changedValues } from '#web/engine/merge.ts';
import { RecordForm } from '#web/engine/record-form.tsx';
import { type Values, visibleValues } from '#web/engine/record-validator.ts';
import '#web/app/style.css';

declare global {
  interface Window {
    /** From each key to the next frame that was painted, ms. */
    taken: number[];
  }
}

const fieldCount = Number(new URLSearchParams(window.location.search).get('fields') ?? 60);

/** The mixture of a long record: half texts, the rest numbers, choices, dates, ticks and heights. */
function fieldOf(index: number): FieldSchema {
  const label = { 'zh-Hans': `字段 ${index}`, en: `Field ${index}` };
  const help = { 'zh-Hans': '说明', en: 'A line of help' };
  switch (index % 10) {
    case 1:
      return { type: 'number', minimum: 0, 'x-unit': 'kg', 'x-label': label };
    case 3:
      return { type: 'string', enum: ['a', 'b', 'c'], 'x-label': label };
    case 5:
      return { type: 'string', format: 'date', 'x-label': label, 'x-help': help };
    case 7:
      return { type: 'boolean', 'x-label': label };
    case 9:
      return { type: 'integer', minimum: 0, 'x-unit': 'min', 'x-label': label };
    default:
      return { type: 'string', maxLength: 64, 'x-label': label, 'x-help': help };
  }
}

const properties = Object.fromEntries(
  Array.from({ length: fieldCount }, (_, index) => [`field${index}`, fieldOf(index)]),
);
const schema: RecordSchema = {
  $id: 'long',
  type: 'object',
  title: 'Long',
  'x-label': { 'zh-Hans': '长表单', en: 'Long form' },
  properties,
  required: ['field0', 'field2', 'field4'],
  additionalProperties: false,
};
const nobody: string[] = [];
const resource: Resource = {
  name: 'long',
  schema,
  path: '/long',
  permissions: { read: nobody, create: nobody, update: nobody, delete: nobody },
  titleField: 'field0',
  columns: ['field0'],
  search: ['field0'],
};
const { $id: _, ...plain } = schema;
const validate = prepareAjv(new Ajv({ allErrors: true, strict: false })).compile(plain);
const always = () => true;
const base: Values = {};

function Page() {
  const [values, setValues] = useState<Values>(base);
  // What the page around the form does with each key: what is kept, and what of it changed.
  const visible = useMemo(() => visibleValues(schema, values), [values]);
  const changes = changedValues(Object.keys(properties), base, visible);
  const setFields = useCallback(() => undefined, []);
  const noErrors = useMemo(() => ({}), []);
  return (
    <div style={{ maxWidth: 1200, margin: 'auto' }}>
      <RecordForm
        resource={resource}
        validate={validate}
        values={values}
        serverErrors={noErrors}
        editable={always}
        onChange={setValues}
        setFields={setFields}
        onSubmit={() => undefined}
      />
      <output id="changed">{Object.keys(changes).length}</output>
    </div>
  );
}

window.taken = [];
window.addEventListener(
  'keydown',
  () => {
    const from = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.taken.push(performance.now() - from);
      port2.postMessage(null);
    });
  },
  true,
);

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
