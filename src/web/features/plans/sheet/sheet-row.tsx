import { type MouseEvent, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type SheetColumn, type SheetColumnId, sheetColumns } from '#domain/plans/sheet/columns.ts';
import { namesIn } from '#domain/plans/sheet/names.ts';
import { areaIn, daysLater } from '#domain/plans/sheet/read-plan.ts';
import type { SheetRow } from '#domain/plans/sheet/rows.ts';
import { listText } from '#domain/text/list-text.ts';
import { useLocale } from '#web/client/locale.ts';
import { shownLocale } from '#web/client/shown-locale.ts';
import type { Names } from './names-store.ts';

/** What is said at a cell. */
export interface CellNote {
  level: 'error' | 'warning' | 'missing';
  text: string;
}

interface Props {
  row: SheetRow;
  index: number;
  /** Where its plan begins and ends, and whether it is the first row of it. */
  group: 'first' | 'inner' | 'blank';
  notes: ReadonlyMap<SheetColumnId, CellNote> | undefined;
  /** Columns that are selected, both ends; null: none of this row. */
  selected: { left: number; right: number } | null;
  active: number | null;
  editor: ReactNode;
  names: Names;
  /** Of the names: a row is drawn again when one is found. */
  revision: number;
  choices: ReadonlyMap<SheetColumnId, ReadonlyMap<string, string>>;
  onPoint: (row: number, column: number, event: MouseEvent) => void;
  onDrag: (row: number, column: number) => void;
  onOpen: (row: number, column: number) => void;
  /** What an input method made in this cell while it was not open. */
  onComposed: (row: number, column: number, text: string) => void;
}

/** One sortie. Drawn anew only when something of it changes: a hundred of them are on the screen. */
export const SheetRowView = memo(function SheetRowView(props: Props) {
  const { row, index, group, notes, selected, active, editor } = props;
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <tr aria-rowindex={index + 2} data-row={index} data-group={group}>
      <th scope="row" className="sheet-number cw-figures">
        {index + 1}
      </th>
      {sheetColumns.map((column, at) => {
        const note = notes?.get(column.id);
        const isActive = active === at;
        const text = shownText(row, column, props, t);
        const noted = note ? `sheet-note-${row.key}-${column.id}` : undefined;
        return (
          <td
            key={column.id}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
            role="gridcell"
            aria-colindex={at + 2}
            data-column={column.id}
            data-note={note?.level}
            data-active={isActive || undefined}
            data-quiet={(column.ofPlan && group === 'inner') || undefined}
            aria-selected={selected !== null && at >= selected.left && at <= selected.right}
            aria-invalid={note && note.level !== 'warning' ? true : undefined}
            aria-describedby={noted}
            aria-label={`${column.label[locale]} ${text || t('plan.sheet.empty')}`}
            title={note?.text}
            tabIndex={-1}
            onMouseDown={(event) => props.onPoint(index, at, event)}
            onMouseEnter={(event) => {
              if (event.buttons === 1) props.onDrag(index, at);
            }}
            onDoubleClick={() => props.onOpen(index, at)}
          >
            {isActive && editor ? (
              editor
            ) : (
              <span className="sheet-text">
                {note && (
                  <span aria-hidden="true">
                    {note.level === 'error' ? '✕ ' : note.level === 'warning' ? '! ' : ''}
                  </span>
                )}
                {text}
              </span>
            )}
            {isActive && !editor && (
              <Catch
                label={`${column.label[locale]} ${text || t('plan.sheet.empty')}`}
                noted={noted}
                onComposed={(text) => props.onComposed(index, at, text)}
              />
            )}
            {note && (
              <span id={noted} hidden>
                {note.text}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
});

/**
 * The focus of the sheet, unseen over the active cell: an input method composes in a field only, and what it has made opens
 * the cell.
 */
function Catch({
  label,
  noted,
  onComposed,
}: {
  label: string;
  noted: string | undefined;
  onComposed: (text: string) => void;
}) {
  const done = (event: { currentTarget: HTMLInputElement }) => {
    const { value } = event.currentTarget;
    event.currentTarget.value = '';
    if (value !== '') onComposed(value);
  };
  return (
    <input
      className="sheet-catch"
      aria-label={label}
      aria-describedby={noted}
      autoComplete="off"
      spellCheck={false}
      onCompositionStart={(event) => event.currentTarget.setAttribute('data-composing', '')}
      onCompositionEnd={(event) => {
        event.currentTarget.removeAttribute('data-composing');
        done(event);
      }}
      onInput={(event) => {
        if (!(event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing)) done(event);
      }}
    />
  );
}

/** How a cell reads: picked records by their names, choices by their words, an arrival past midnight with its day. */
export function shownText(
  row: SheetRow,
  column: SheetColumn,
  { names, choices }: Pick<Props, 'names' | 'choices'>,
  t: (key: string, values?: Record<string, string>) => string,
): string {
  const text = row.cells[column.id] ?? '';
  if (text === '') return '';
  if (column.id === 'area') {
    const area = areaIn(text);
    return area ? t(`plan.sheet.area.${area.type}`) : text;
  }
  if (column.id === 'eta') {
    const days = daysLater(row);
    return days && !text.includes('+') ? `${text} +${days}` : text;
  }
  if (column.several) return listText(namesIn(text).map(names.labelOf), shownLocale.get());
  if (column.resources) return names.labelOf(text);
  return choices.get(column.id)?.get(text) ?? text;
}
