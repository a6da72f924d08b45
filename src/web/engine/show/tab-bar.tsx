import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { pressedKey } from '#web/ui/composing.ts';

export interface TabItem {
  key: string;
  label: ReactNode;
}

interface Props {
  items: TabItem[];
  active: string;
  /** Its name for people who do not see it. */
  label: string;
  onChange: (key: string) => void;
}

/** Tabs in one line that is pushed aside: for a phone, where antd's put the rest into a menu. */
export function TabBar({ items, active, label, onChange }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  // The chosen one is in sight, also where the address chose it; the bar alone moves, and not the page to the bar.
  useEffect(() => {
    const { current: place } = bar;
    const chosen = place?.querySelector(`[data-key="${active}"]`);
    if (!place || !chosen) return;
    const [room, tab] = [place.getBoundingClientRect(), chosen.getBoundingClientRect()];
    place.scrollLeft += tab.left + tab.width / 2 - (room.left + room.width / 2);
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = pressedKey(event) === 'ArrowRight' ? 1 : pressedKey(event) === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const index = items.findIndex(({ key }) => key === active);
    const next = items[(index + step + items.length) % items.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.key);
    bar.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  };
  return (
    <div ref={bar} role="tablist" aria-label={label} className="cw-tab-bar" onKeyDown={onKeyDown}>
      {items.map(({ key, label: text }) => (
        <button
          key={key}
          type="button"
          role="tab"
          data-key={key}
          aria-selected={key === active}
          tabIndex={key === active ? 0 : -1}
          onClick={() => onChange(key)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
