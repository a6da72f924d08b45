import { Input, type InputRef, Tooltip } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { fieldOf } from '#web/engine/fields.ts';
import { pressedKey, useComposing } from '#web/ui/composing.ts';
import { isLeaving } from '#web/ui/leaving.ts';

const debounceMs = 350;

interface Props {
  resource: Resource;
  value: string;
  onChange: (q: string) => void;
}

/** Looks into the fields that it names; `/` leads to it from anywhere on the page. */
export function SearchBox({ resource, value, onChange }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const box = useRef<InputRef>(null);
  const [text, setText] = useState(value);
  const composing = useComposing();
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    // Half a Chinese word is nothing to look for.
    if (text === value || composing) return;
    const timer = setTimeout(() => isLeaving() || onChange(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text, value, composing, onChange]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        pressedKey(event) !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target)
      )
        return;
      event.preventDefault();
      box.current?.focus({ cursor: 'all' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (resource.search.length === 0) return null;
  const fields = resource.search
    .map((field) => label(fieldOf(resource, field)?.['x-label'], field))
    .join(' / ');
  return (
    <Tooltip title={t('list.searchIn', { fields })} trigger={['focus', 'hover']}>
      <Input.Search
        ref={box}
        allowClear
        className="cw-search"
        aria-label={t('list.searchIn', { fields })}
        aria-keyshortcuts="/"
        placeholder={fields}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onSearch={(now) => {
          if (now !== value) onChange(now);
        }}
      />
    </Tooltip>
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role=dialog]') !== null;
}
