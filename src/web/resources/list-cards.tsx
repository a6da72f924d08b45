import { Card } from 'antd';
import { Link } from 'react-router';
import { useLabel } from '../locale.ts';
import { cellOf } from './cells.tsx';
import { FieldValue } from './field-value.tsx';
import { fieldOf } from './fields.ts';
import { relatedOf, subtitleOf, titleOf } from './labels.ts';
import type { ListViewProps } from './list-table.tsx';
import { RowActions } from './row-actions.tsx';

/** The list on a phone. */
export function ListCards({ resource, rows }: ListViewProps) {
  const label = useLabel();
  return (
    <ul className="cw-cards">
      {rows.map((row) => (
        <li key={row.id}>
          <Card
            size="small"
            title={<Link to={`${resource.path}/${row.id}`}>{titleOf(resource, row)}</Link>}
            extra={<RowActions resource={resource} record={row} />}
          >
            {subtitleOf(resource, row) && <p style={{ margin: '0 0 6px' }}>{subtitleOf(resource, row)}</p>}
            <dl className="cw-pairs">
              {resource.columns
                .filter((field) => field !== resource.titleField && field !== resource.subtitleField)
                .map((field) => {
                  const schema = fieldOf(resource, field);
                  const value = row[field];
                  if (!schema || value === null || value === undefined || value === '') return null;
                  return (
                    <div key={field} style={{ display: 'contents' }}>
                      <dt>{label(schema['x-label'], field)}</dt>
                      <dd>
                        {cellOf(resource.name, field)?.(row) ?? (
                          <FieldValue schema={schema} value={value} related={relatedOf(row, field)} />
                        )}
                      </dd>
                    </div>
                  );
                })}
            </dl>
          </Card>
        </li>
      ))}
    </ul>
  );
}
