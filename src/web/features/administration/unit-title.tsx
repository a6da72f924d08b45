import type { DragEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnitDto } from '#contract/organization-unit.ts';

/** What is being dragged over the tree, and what it is over: a unit, or the place at the top. */
export interface Drag {
  id: number;
  over: number | 'top' | null;
}

interface Props {
  drag: Drag | null;
  /** Itself as a place: a unit, or the top. */
  place: number | 'top';
  /** What is dragged may be put here. */
  takes: boolean;
  onDrag: (drag: Drag | null) => void;
  onDrop: () => void;
  /** Undefined: it can not be dragged itself. */
  dragged?: number | undefined;
  children: ReactNode;
}

/** A place that takes a unit, and a unit that is taken: dropped on another, it stands below it. */
export function DropPlace({ drag, place, takes, onDrag, onDrop, dragged, children }: Props) {
  const over = (event: DragEvent) => {
    if (!drag || !takes) return;
    // Only who prevents the default takes what is dropped.
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    if (drag.over !== place) onDrag({ ...drag, over: place });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard moves units by the dialog "move to…"
    <div
      className="cw-unit-title"
      data-over={takes && drag?.over === place}
      draggable={dragged !== undefined}
      onDragStart={(event) => {
        if (dragged === undefined) return;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(dragged));
        // Afterwards: a browser gives up a drag whose page changes as it begins.
        setTimeout(() => onDrag({ id: dragged, over: null }), 0);
      }}
      onDragEnd={() => onDrag(null)}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => drag?.over === place && onDrag({ ...drag, over: null })}
      onDrop={(event) => {
        event.preventDefault();
        if (drag && takes) onDrop();
        onDrag(null);
      }}
    >
      {children}
    </div>
  );
}

export function UnitText({ unit }: { unit: UnitDto }) {
  const { t } = useTranslation();
  return (
    <>
      {unit.displayName} <span className="cw-soft cw-figures">{unit.code}</span>
      {unit.memberCount > 0 && (
        <span className="cw-soft"> · {t('admin.unit.members', { count: unit.memberCount })}</span>
      )}
    </>
  );
}
