import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { isObject } from '#domain/text/narrow.ts';
import { useLabel } from '#web/client/locale.ts';
import { drawnBy } from '#web/engine/cells.tsx';
import { fieldOf, kindOf } from '#web/engine/fields.ts';
import type { RecordValues } from '#web/engine/labels.ts';
import { NamedValue } from '#web/engine/named-value.tsx';
import { structureIn } from '#web/engine/plain-value.tsx';
import { vertexCount } from './value-text.ts';
import { isLongText, wordDiff } from './word-diff.ts';

const GeometryChange = lazy(async () => ({
  default: (await import('./geometry-change.tsx')).GeometryChange,
}));

interface Props {
  resource: Resource;
  field: string;
  before: unknown;
  after: unknown;
  records?: ChangedRecords | undefined;
}

/** The record before and after a change, as far as it is known: see NamedValue. */
export interface ChangedRecords {
  before: RecordValues;
  after: RecordValues;
}

/** The two cells of a change: both values, or what the words or the shape became. */
export function ChangeCells(props: Props) {
  const { resource, field, before, after, records } = props;
  const schema = fieldOf(resource, field);
  if (schema && kindOf(schema) === 'geometry' && isObject(before) && isObject(after)) {
    return (
      <td colSpan={2}>
        <Shapes {...props} />
      </td>
    );
  }
  if (schema && kindOf(schema) === 'text' && isLongText(before, after) && !isDrawn(resource, field, after)) {
    return (
      <td colSpan={2} className="cw-diff">
        <WordDiff before={String(before)} after={String(after)} />
      </td>
    );
  }
  return (
    <>
      <td>
        <NamedValue resource={resource} field={field} value={before} record={records?.before} />
      </td>
      <td>
        <NamedValue resource={resource} field={field} value={after} record={records?.after} />
      </td>
    </>
  );
}

/** Whether a text is shown as something else than its words: drawn by a feature, or a structure that it holds. */
function isDrawn(resource: Resource, field: string, value: unknown): boolean {
  const drawn = drawnBy(resource.name, field)({ [field]: value });
  return (drawn !== undefined && typeof drawn !== 'string') || structureIn(String(value)) !== undefined;
}

interface TableProps {
  resource: Resource;
  records?: ChangedRecords;
  changes: readonly { field: string; before: unknown; after: unknown }[];
  /** What the columns of the two values are called. */
  before: string;
  after: string;
}

/** Fields with what they were and what they are, a line each. */
export function ChangeTable({ resource, records, changes, before: then, after: now }: TableProps) {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <div className="cw-sideways">
      <table className="cw-changes">
        <thead>
          <tr>
            <th scope="col">{t('form.field')}</th>
            <th scope="col">{then}</th>
            <th scope="col">{now}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{label(fieldOf(resource, field)?.['x-label'], field)}</th>
              <ChangeCells
                resource={resource}
                field={field}
                before={before}
                after={after}
                records={records}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The new text with what went struck through and what came underlined: told by more than colour. */
function WordDiff({ before, after }: { before: string; after: string }) {
  let place = 0;
  return wordDiff(before, after).map(({ kind, text }) => {
    const key = `${place} ${kind}`;
    place += text.length;
    if (kind === 'gone') return <del key={key}>{text}</del>;
    return kind === 'new' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>;
  });
}

function Shapes({ before, after }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div>
      {t('show.shapeChanged', { before: vertexCount(before), after: vertexCount(after) })}{' '}
      <Button size="small" type="link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? t('show.hideShapes') : t('show.compareShapes')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <GeometryChange before={before} after={after} />
        </Suspense>
      )}
    </div>
  );
}
