import {
  type ClipboardEvent,
  type Dispatch,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type SheetColumnId, sheetColumns } from '#domain/plans/sheet/columns.ts';
import { clearRange, pasteTable, type Range, type SheetRow, setCell } from '#domain/plans/sheet/rows.ts';
import { readTable, writeTable } from '#domain/plans/sheet/table-text.ts';
import { zoneLabel } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { newKey } from '#web/client/new-key.ts';
import { isComposing, pressedKey } from '#web/ui/composing.ts';
import { CellEditor } from './cell-editor.tsx';
import type { Names } from './names-store.ts';
import { commandOf, type SheetCommand } from './sheet-keys.ts';
import type { SheetNotes } from './sheet-notes.ts';
import { SheetRowView, shownText } from './sheet-row.tsx';
import { type SheetAction, type SheetState, selectedRange } from './sheet-state.ts';

interface Props {
  state: SheetState;
  dispatch: Dispatch<SheetAction>;
  names: Names;
  revision: number;
  choices: ReadonlyMap<SheetColumnId, ReadonlyMap<string, string>>;
  /** By the row's key. */
  notes: SheetNotes;
  /** Which rows begin a plan; the others go on with one. */
  firstRows: ReadonlySet<string>;
  onCommand: (command: SheetCommand) => void;
  /** A cell with a dialog of its own is opened. */
  onArea: (row: number) => void;
  /** Rows were pasted into this range: they are accepted, and their errors looked for. */
  onPasted: (rows: SheetRow[], range: Range) => void;
  /** A text as it is written once it is accepted. */
  normal: (id: SheetColumnId, text: string) => string;
  /** What of a paste found no place. */
  onLeftOver: (texts: string[]) => void;
}

/** The times of the wall are labelled once, in the head. */
const timed = new Set<SheetColumnId>(['etd', 'eta']);
const pointerEvents = ['pointerdown', 'pointerup', 'pointercancel'] as const;
const noChoices: readonly { text: string; label: string }[] = [];

/** The sheet itself: a grid that is worked by keyboard, with the clipboard of any spreadsheet. */
export function SheetGrid(props: Props) {
  const { state, dispatch, names, revision, choices, notes, firstRows, normal } = props;
  const { onCommand, onArea, onLeftOver } = props;
  const { t } = useTranslation();
  const locale = useLocale();
  const grid = useRef<HTMLTableElement>(null);
  const { rows, active, editing } = state;
  const range = selectedRange(state);
  const held = useRef(false);
  const latest = useRef(state);
  latest.current = state;
  const latestNormal = useRef(normal);
  latestNormal.current = normal;

  // The user can type immediately after opening the sheet.
  useEffect(() => {
    if (document.activeElement === document.body) grid.current?.focus({ preventScroll: true });
  }, []);

  // The cursor is where the focus is, as long as the grid has it.
  const { row: activeRow, column: activeColumn } = active;
  useEffect(() => {
    // What moved is why it is run; the element that had the focus went with the old place.
    void [activeRow, activeColumn];
    const box = grid.current;
    if (!box || editing !== null || !held.current) return;
    const caught = box.querySelector<HTMLElement>('.sheet-catch');
    caught?.focus({ preventScroll: true });
    const cell = caught?.closest('td');
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [activeRow, activeColumn, editing]);

  const open = useCallback(
    (text: string | null) => {
      const { rows: now, active: at } = latest.current;
      const column = sheetColumns[at.column];
      if (!column) return;
      if (column.id === 'area' && text === null) onArea(at.row);
      else {
        const row = now[at.row];
        const shown = row ? shownText(row, column, { names, choices }, t) : '';
        const own = row?.cells[column.id] ?? '';
        dispatch({ kind: 'edit', text: text ?? (column.id === 'eta' || column.id === 'area' ? own : shown) });
      }
    },
    [dispatch, names, choices, t, onArea],
  );

  const copied = (): string => {
    const { top, bottom, left, right } = range;
    return writeTable(
      rows
        .slice(top, bottom + 1)
        .map((row) =>
          sheetColumns
            .slice(left, right + 1)
            .map((column) =>
              column.id === 'area' ? (row.cells.area ?? '') : shownText(row, column, { names, choices }, t),
            ),
        ),
    );
  };
  const onCopy = (event: ClipboardEvent) => {
    if (editing !== null) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copied());
    if (event.type === 'cut') dispatch({ kind: 'rows', rows: clearRange(rows, range), range });
  };
  const onPaste = (event: ClipboardEvent) => {
    if (editing !== null) return;
    const text = event.clipboardData.getData('text/plain');
    if (text === '') return;
    event.preventDefault();
    const at = { row: range.top, column: range.left };
    const pasted = pasteTable(rows, at, readTable(text), newKey);
    props.onPasted(pasted.rows, pasted.range);
    if (pasted.left.length > 0) onLeftOver(pasted.left);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing !== null || isComposing(event)) return;
    const { shiftKey, altKey } = event;
    const key = pressedKey(event);
    const command = commandOf({ key, shift: shiftKey, alt: altKey, ctrl: event.ctrlKey || event.metaKey });
    if (!command) return;
    // Past either end Tab leaves the sheet: it must not hold the keyboard.
    const end = active.column === sheetColumns.length - 1 && active.row === rows.length - 1;
    const start = active.column === 0 && active.row === 0;
    if ((command.do === 'next' && end) || (command.do === 'previous' && start)) return;
    event.preventDefault();
    if (command.do === 'type') open(command.text);
    else if (command.do === 'edit') open(null);
    else onCommand(command);
  };

  const onPoint = useCallback(
    (row: number, column: number, event: MouseEvent) => {
      const { active: at, editing: text } = latest.current;
      if (text !== null && at.row === row && at.column === column) return;
      event.preventDefault();
      dispatch({ kind: 'go', to: { row, column }, extend: event.shiftKey });
      grid.current?.focus({ preventScroll: true });
    },
    [dispatch],
  );
  const onDrag = useCallback(
    (row: number, column: number) => dispatch({ kind: 'go', to: { row, column }, extend: true }),
    [dispatch],
  );
  const onOpen = useCallback(
    (row: number, column: number) => {
      dispatch({ kind: 'go', to: { row, column } });
      latest.current = { ...latest.current, active: { row, column } };
      open(null);
    },
    [dispatch, open],
  );

  // A click elsewhere ends a composition. Its text belongs to the cell where it was typed, which is not opened then.
  const pointing = useRef(false);
  useEffect(() => {
    const track = ({ type }: PointerEvent) => {
      pointing.current = type === 'pointerdown';
    };
    for (const type of pointerEvents) window.addEventListener(type, track, true);
    return () => {
      for (const type of pointerEvents) window.removeEventListener(type, track, true);
    };
  }, []);
  const onComposed = useCallback(
    (row: number, column: number, text: string) => {
      const { id } = sheetColumns[column] ?? {};
      if (!pointing.current || !id) open(text);
      else {
        const value = latestNormal.current(id, text.trim());
        dispatch({ kind: 'rows', rows: setCell(latest.current.rows, row, id, value) });
      }
    },
    [dispatch, open],
  );

  const activeId = sheetColumns[activeColumn];
  const commit = (text: string, move: 'down' | 'right' | 'left' | null) => {
    const column = sheetColumns[active.column];
    if (!column) return;
    const row = rows[active.row];
    const before = row?.cells[column.id] ?? '';
    // What reads the same as before is the same: a picked record stays picked.
    const same = text === before || (row && text === shownText(row, column, { names, choices }, t));
    if (same) dispatch({ kind: 'stop' });
    else
      dispatch({
        kind: 'rows',
        rows: setCell(rows, active.row, column.id, normal(column.id, text.trim())),
      });
    const { row: at, column: place } = active;
    if (move === 'down') dispatch({ kind: 'go', to: { row: at + 1, column: place } });
    else if (move !== null) {
      onCommand({ do: move === 'right' ? 'next' : 'previous' });
    }
    if (move !== null) grid.current?.focus();
  };
  const offered = useMemo(
    () =>
      new Map(
        [...choices].map(
          ([id, words]) => [id, [...words].map(([text, label]) => ({ text, label }))] as const,
        ),
      ),
    [choices],
  );
  const editor =
    editing !== null && activeId ? (
      <CellEditor
        key={`${rows[activeRow]?.key} ${activeColumn}`}
        column={activeId}
        label={activeId.label[locale]}
        initial={editing}
        choices={offered.get(activeId.id) ?? noChoices}
        names={names}
        onCommit={commit}
        onCancel={() => {
          dispatch({ kind: 'stop' });
          grid.current?.focus();
        }}
      />
    ) : null;

  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that is worked by keys
      role="grid"
      className="sheet-grid"
      aria-label={t('plan.sheet.grid')}
      aria-rowcount={rows.length + 1}
      aria-colcount={sheetColumns.length + 1}
      aria-multiselectable="true"
      tabIndex={-1}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !grid.current?.contains(relatedTarget)) held.current = false;
      }}
      onFocus={(event) => {
        held.current = true;
        // The focus came back to the grid as a whole: to the cursor with it.
        if (event.target !== grid.current) return;
        requestAnimationFrame(() =>
          grid.current?.querySelector<HTMLElement>('.sheet-catch')?.focus({ preventScroll: true }),
        );
      }}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onCut={onCopy}
      onPaste={onPaste}
    >
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className="sheet-number">
            <span className="cw-hidden">{t('plan.sheet.row')}</span>
          </th>
          {sheetColumns.map(({ id, label, width }) => (
            <th key={id} scope="col" data-column={id} style={{ width, minWidth: width }}>
              {label[locale]}
              {timed.has(id) && <span className="plan-soft"> {zoneLabel()}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <SheetRowView
            key={row.key}
            row={row}
            index={index}
            group={
              firstRows.has(row.key) ? 'first' : Object.values(row.cells).some(Boolean) ? 'inner' : 'blank'
            }
            notes={notes.get(row.key)}
            selected={
              index >= range.top && index <= range.bottom ? selectedColumns(range.left, range.right) : null
            }
            active={index === activeRow ? activeColumn : null}
            editor={index === activeRow ? editor : null}
            names={names}
            revision={revision}
            choices={choices}
            onPoint={onPoint}
            onDrag={onDrag}
            onOpen={onOpen}
            onComposed={onComposed}
          />
        ))}
      </tbody>
    </table>
  );
}

const spans = new Map<string, { left: number; right: number }>();

/** The same pair is the same object: rows that stay selected are not drawn anew. */
function selectedColumns(left: number, right: number): { left: number; right: number } {
  const key = `${left} ${right}`;
  const known = spans.get(key) ?? { left, right };
  spans.set(key, known);
  return known;
}
