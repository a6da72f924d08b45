import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
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
function ChangeCells(props: Props) {
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
  /** Header of the first value column; absent: the record was created, and only the new values are shown. */
  before?: string;
  /** Header of the last value column. */
  after: string;
  /** Cell content before or instead of the field's name, e.g. a checkbox; absent: the name. */
  head?: (field: string, name: string) => ReactNode;
  /** Content of a last column, e.g. a button that restores the field; absent: no such column. */
  action?: ((field: string, name: string) => ReactNode) | undefined;
}

/** One row per changed field, with its values before and after. */
export function ChangeTable({
  resource,
  records,
  changes,
  before: then,
  after: now,
  head = (_, name) => name,
  action,
}: TableProps) {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <div className="cw-sideways">
      <table className="cw-changes">
        <thead>
          <tr>
            <th scope="col">{t('form.field')}</th>
            {then !== undefined && <th scope="col">{then}</th>}
            <th scope="col">{now}</th>
            {action && (
              <th scope="col" style={{ width: 44 }}>
                <span className="cw-hidden">{t('list.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => {
            const name = label(fieldOf(resource, field)?.['x-label'], field);
            return (
              <tr key={field}>
                <th scope="row">{head(field, name)}</th>
                {then === undefined ? (
                  <td>
                    <NamedValue resource={resource} field={field} value={after} record={records?.after} />
                  </td>
                ) : (
                  <ChangeCells
                    resource={resource}
                    field={field}
                    before={before}
                    after={after}
                    records={records}
                  />
                )}
                {action && <td>{action(field, name)}</td>}
              </tr>
            );
          })}
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
