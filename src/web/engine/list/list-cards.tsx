import { Card, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLabel } from '#web/client/locale.ts';
import { cellOf } from '#web/engine/cells.tsx';
import { FieldValue } from '#web/engine/field-value.tsx';
import { fieldOf } from '#web/engine/fields.ts';
import { listedValue, relatedOf, subtitleOf, titleOf } from '#web/engine/labels.ts';
import { useTrash } from '#web/engine/use-trash.ts';
import type { ListViewProps } from './list-table.tsx';
import { RowActions } from './row-actions.tsx';
import { countOf, isPicked, nothing, pick } from './selection.ts';

/** The list on a phone. */
export function ListCards({ resource, rows, columns, state, selection, onSelect }: ListViewProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const trash = useTrash(resource);
  const fields = state.trash ? [...new Set([...columns, 'deletedAt', 'deletedBy'])] : columns;
  return (
    <ul className="cw-cards">
      {rows.map((row) => {
        const name = titleOf(resource, row);
        return (
          <li key={row.id}>
            <Card
              size="small"
              title={
                <span className="cw-row-title">
                  {selection && (
                    <Checkbox
                      aria-label={t('list.pickNamed', { name })}
                      checked={isPicked(selection, row.id)}
                      onChange={({ target }) => {
                        const next = pick(selection, [row.id], target.checked);
                        onSelect(countOf(next) === 0 ? nothing : next);
                      }}
                    />
                  )}
                  <Link to={`${resource.path}/${row.id}`}>{name}</Link>
                </span>
              }
              extra={<RowActions resource={resource} record={row} trash={trash} />}
            >
              {subtitleOf(resource, row) && <p style={{ margin: '0 0 6px' }}>{subtitleOf(resource, row)}</p>}
              <dl className="cw-pairs">
                {fields
                  .filter((field) => field !== resource.titleField && field !== resource.subtitleField)
                  .map((field) => {
                    const schema = fieldOf(resource, field);
                    const value = listedValue(resource, row, field, fields);
                    if (!schema || value === null || value === undefined || value === '') return null;
                    return (
                      <div key={field} style={{ display: 'contents' }}>
                        <dt>{label(schema['x-label'], field)}</dt>
                        <dd>
                          {cellOf(resource.name, field)(row) ?? (
                            <FieldValue schema={schema} value={value} related={relatedOf(row, field)} />
                          )}
                        </dd>
                      </div>
                    );
                  })}
              </dl>
            </Card>
          </li>
        );
      })}
    </ul>
  );
}
