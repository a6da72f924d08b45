import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { pressedKey } from '#web/ui/composing.ts';

export interface StripGroup<T> {
  id: string;
  title: string;
  items: readonly T[];
}

/**
 * Strips in groups, one list box: arrow keys move from strip to strip, Page Up and Page Down from group to group, Home
 * and End to the first and the last; Enter chooses.
 */
export function StripList<T>({
  label,
  groups,
  keyOf,
  selectedKey,
  onChoose,
  row,
}: {
  label: string;
  groups: readonly StripGroup<T>[];
  keyOf: (item: T) => string;
  selectedKey: string | null;
  onChoose: (item: T) => void;
  row: (item: T) => ReactNode;
}) {
  const id = useId();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const filled = groups.filter(({ items }) => items.length > 0);
  const all = filled.flatMap(({ items }) => [...items]);
  const active = activeKey ?? selectedKey;
  const activeIndex = all.findIndex((item) => keyOf(item) === active);
  const elementId = (item: T) => `${id}-${keyOf(item)}`;

  /** The first strip of the next or the last group. */
  const groupStart = (step: 1 | -1): number => {
    const starts = filled.map((_, index) =>
      filled.slice(0, index).reduce((sum, { items }) => sum + items.length, 0),
    );
    const found =
      step === 1 ? starts.find((one) => one > activeIndex) : starts.findLast((one) => one < activeIndex);
    return found ?? (step === 1 ? all.length - 1 : 0);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      PageDown: groupStart(1),
      PageUp: groupStart(-1),
      Home: 0,
      End: all.length - 1,
    };
    const wanted = steps[pressedKey(event)];
    const current = all[activeIndex];
    if (wanted !== undefined) {
      event.preventDefault();
      const item = all[Math.max(0, Math.min(all.length - 1, wanted))];
      if (!item) return;
      setActiveKey(keyOf(item));
      document.getElementById(elementId(item))?.scrollIntoView({ block: 'nearest' });
    } else if ((pressedKey(event) === 'Enter' || pressedKey(event) === ' ') && current) {
      event.preventDefault();
      onChoose(current);
    }
  };

  const activeItem = all[activeIndex];
  return (
    <div
      className="cw-strips"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={activeItem ? elementId(activeItem) : undefined}
      onKeyDown={onKeyDown}
    >
      {filled.map(({ id: groupId, title, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: the options of a list box are grouped, not the fields of a form
        <div key={groupId} role="group" aria-label={title}>
          <div className="cw-strips-group" aria-hidden="true">
            {title} <span className="cw-figures">{items.length}</span>
          </div>
          {items.map((item) => {
            const key = keyOf(item);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list box itself takes the keys
              <div
                key={key}
                id={elementId(item)}
                role="option"
                tabIndex={-1}
                aria-selected={key === selectedKey}
                data-active={key === active}
                className="cw-strip-row"
                onClick={() => {
                  setActiveKey(key);
                  onChoose(item);
                }}
              >
                {row(item)}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
