import { Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomMember } from '#contract/coordination/rooms.ts';
import { longestMessage } from '#domain/coordination/kinds.ts';
import { isComposing, pressedKey } from '#web/ui/composing.ts';
import { MentionList } from './mention-list.tsx';
import { type MentionQuery, mentionAt, withMention } from './mention-query.ts';

/** How many are offered at once. */
const offered = 8;

/** The field of a message, which offers names after an @. Its keys: Enter sends, Shift+Enter makes a line. */
export function MessageField({
  ref,
  text,
  people,
  label,
  onChange,
  onSend,
  onPaste,
  onEscape,
  onUp,
}: {
  ref: Ref<TextAreaRef>;
  text: string;
  people: readonly RoomMember[];
  label: string;
  onChange: (text: string) => void;
  onSend: () => void;
  onPaste: (event: ClipboardEvent) => void;
  onEscape: () => void;
  /** Up in an empty field; whether it has done something. */
  onUp: () => boolean;
}) {
  const { t } = useTranslation();
  const id = useId();
  const own = useRef<TextAreaRef>(null);
  // biome-ignore lint/style/noNonNullAssertion: the field is there when its parent asks for it
  useImperativeHandle(ref, () => own.current!);
  const [query, setQuery] = useState<MentionQuery | null>(null);
  const [active, setActive] = useState(0);
  const found = query ? matching(people, query.text).slice(0, offered) : [];
  const area = () => own.current?.resizableTextArea?.textArea;

  const look = () => {
    const caret = area()?.selectionStart ?? 0;
    setQuery(mentionAt(area()?.value ?? '', caret));
  };
  const choose = (person: RoomMember) => {
    if (!query) return;
    const next = withMention(text, area()?.selectionStart ?? text.length, query, person.name);
    onChange(next.text);
    setQuery(null);
    // The field has the text when it is drawn.
    requestAnimationFrame(() => area()?.setSelectionRange(next.caret, next.caret));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const person = found[Math.min(active, found.length - 1)];
    const step = { ArrowDown: 1, ArrowUp: -1 }[pressedKey(event)];
    if (person && step !== undefined) {
      event.preventDefault();
      setActive((Math.min(active, found.length - 1) + step + found.length) % found.length);
    } else if (person && (pressedKey(event) === 'Enter' || pressedKey(event) === 'Tab')) {
      event.preventDefault();
      choose(person);
    } else if (pressedKey(event) === 'Escape') {
      if (query) setQuery(null);
      else onEscape();
    } else if (pressedKey(event) === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      onSend();
    } else if (pressedKey(event) === 'ArrowUp' && text === '' && onUp()) {
      event.preventDefault();
    }
  };
  const chosen = found[Math.min(active, found.length - 1)];
  return (
    <div className="chat-field">
      {found.length > 0 && (
        <MentionList
          id={id}
          label={t('chat.mention')}
          people={found}
          active={Math.min(active, found.length - 1)}
          onChoose={choose}
        />
      )}
      <Input.TextArea
        ref={own}
        autoSize={{ minRows: 1, maxRows: 8 }}
        maxLength={longestMessage}
        value={text}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={chosen ? `${id}-${chosen.userId}` : undefined}
        placeholder={t('chat.placeholder')}
        onChange={({ target }) => {
          onChange(target.value);
          setActive(0);
          look();
        }}
        onSelect={look}
        onBlur={() => setQuery(null)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </div>
  );
}

function matching(people: readonly RoomMember[], typed: string): RoomMember[] {
  const wanted = typed.toLowerCase();
  return people
    .filter(({ name, position }) => `${name} ${position ?? ''}`.toLowerCase().includes(wanted))
    .sort(
      (a, b) =>
        Number(b.name.toLowerCase().startsWith(wanted)) - Number(a.name.toLowerCase().startsWith(wanted)),
    );
}
