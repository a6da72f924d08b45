import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { pressedKey } from '#web/ui/composing.ts';

/**
 * A list box of any length that draws only the rows in sight: ten thousand rows of a table were the slowest part of
 * systems like this one. Arrow keys, Page, Home and End move; Enter chooses.
 */
export function VirtualList<T>({
  label,
  items,
  rowHeight,
  keyOf,
  selectedKey,
  onChoose,
  row,
}: {
  label: string;
  items: readonly T[];
  /** Pixels, the same for every row. */
  rowHeight: number;
  keyOf: (item: T) => string;
  selectedKey: string | null;
  onChoose: (item: T) => void;
  row: (item: T) => ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [view, setView] = useState({ top: 0, height: 400 });
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const activeIndex = items.findIndex((item) => keyOf(item) === (activeKey ?? selectedKey));

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setView({ top: element.scrollTop, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const first = Math.max(0, Math.floor(view.top / rowHeight) - 4);
  const last = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + 4);

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      PageDown: activeIndex + page,
      PageUp: activeIndex - page,
      Home: 0,
      End: items.length - 1,
    };
    const wanted = steps[pressedKey(event)];
    if (wanted !== undefined) {
      event.preventDefault();
      const index = Math.max(0, Math.min(items.length - 1, wanted));
      const item = items[index];
      if (!item) return;
      setActiveKey(keyOf(item));
      const element = box.current;
      if (!element) return;
      if (index * rowHeight < element.scrollTop) element.scrollTop = index * rowHeight;
      const bottom = (index + 1) * rowHeight - element.clientHeight;
      if (bottom > element.scrollTop) element.scrollTop = bottom;
    }
    const active = items[activeIndex];
    if ((pressedKey(event) === 'Enter' || pressedKey(event) === ' ') && active) {
      event.preventDefault();
      onChoose(active);
    }
  };

  const active = items[activeIndex];
  return (
    <div
      ref={box}
      className="cw-virtual"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={
        active && activeIndex >= first && activeIndex < last ? `${id}-${keyOf(active)}` : undefined
      }
      onKeyDown={onKeyDown}
      onScroll={(event) =>
        setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })
      }
    >
      <div role="presentation" style={{ height: items.length * rowHeight, position: 'relative' }}>
        {items.slice(first, last).map((item, i) => {
          const key = keyOf(item);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list box itself takes the keys
            <div
              key={key}
              id={`${id}-${key}`}
              role="option"
              tabIndex={-1}
              aria-selected={key === selectedKey}
              aria-setsize={items.length}
              aria-posinset={first + i + 1}
              data-active={first + i === activeIndex}
              className="cw-virtual-row"
              style={{ top: (first + i) * rowHeight, height: rowHeight }}
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
    </div>
  );
}
