import { type HTMLAttributes, type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { pressedKey } from '#web/ui/composing.ts';
import { narrowestPx, widestPx } from './layout.ts';

const stepPx = 16;

export interface HeaderCellProps extends HTMLAttributes<HTMLTableCellElement> {
  /** Present on columns whose width can be changed. */
  resize?: {
    width: number;
    label: string;
    /** `done` is false while the edge is being dragged. */
    onResize: (width: number, done: boolean) => void;
    /** Back to the width that shows the heading and most values. */
    onReset: () => void;
  };
}

/** The heading of a column; its right edge is dragged, or moved with the arrow keys. */
export function HeaderCell({ resize, children, ...rest }: HeaderCellProps) {
  return (
    <th {...rest}>
      {children}
      {resize && <Edge {...resize} />}
    </th>
  );
}

function Edge({ width, label, onResize, onReset }: NonNullable<HeaderCellProps['resize']>) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const bounded = (px: number) => Math.round(Math.min(widestPx, Math.max(narrowestPx, px)));
  const moved = (event: PointerEvent) =>
    from.current ? from.current.width + event.clientX - from.current.x : width;
  // A key that is held down is faster than the table is drawn anew.
  const latest = useRef(width);
  useEffect(() => {
    latest.current = width;
  }, [width]);
  const byKey = (event: KeyboardEvent) => {
    const step =
      pressedKey(event) === 'ArrowLeft' ? -stepPx : pressedKey(event) === 'ArrowRight' ? stepPx : 0;
    if (step !== 0) {
      latest.current = bounded(latest.current + step);
      onResize(latest.current, true);
    } else if (pressedKey(event) === 'Enter') onReset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves has no element of its own
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={narrowestPx}
      aria-valuemax={widestPx}
      tabIndex={0}
      className="cw-edge"
      onKeyDown={byKey}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
        // A cell may be drawn wider than it asks to be; the drag begins where the eye sees the edge.
        const shown = event.currentTarget.closest('th')?.offsetWidth ?? width;
        from.current = { x: event.clientX, width: shown };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (from.current) onResize(bounded(moved(event)), false);
      }}
      onPointerUp={(event) => {
        if (!from.current) return;
        onResize(bounded(moved(event)), true);
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    />
  );
}
