import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SheetColumn } from '#domain/plans/sheet/columns.ts';
import { type Candidate, pickedText } from '#domain/plans/sheet/names.ts';
import { isComposing, pressedKey, useComposing } from '#web/ui/composing.ts';
import type { Names } from './names-store.ts';

/** What is offered below a cell while it is typed. */
interface Offer {
  text: string;
  label: string;
  second?: string;
}

const debounceMs = 120;

/** What is offered for a text. */
interface Found {
  text: string;
  offers: readonly Offer[];
}

/** The open cell: a field, with records or choices offered below it; Enter takes the one that is pointed at. */
export function CellEditor({
  column,
  label,
  initial,
  choices,
  names,
  onCommit,
  onCancel,
}: {
  column: SheetColumn;
  /** Its name for people who do not see it. */
  label: string;
  initial: string;
  /** Of columns with a few fixed values. */
  choices: readonly Offer[];
  names: Names;
  /** `move`: where the cursor goes then. */
  onCommit: (text: string, move: 'down' | 'right' | 'left' | null) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initial);
  const [{ text: foundFor, offers }, setFound] = useState<Found>({ text: '', offers: [] });
  const [marked, setMarked] = useState(-1);
  const composing = useComposing();
  /** Names typed before the last mark stay; only the last one is looked for. */
  const parts = column.several ? /^(.*[、,，;；/|]\s*)?(.*)$/.exec(text) : null;
  const head = parts?.[1] ?? '';
  const last = parts ? (parts[2] ?? '') : text;
  // Enter must not take what answers to an earlier text, such as the letters that an input method had not yet turned.
  const pointed = foundFor === last ? marked : -1;
  const done = useRef(false);

  useEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(initial.length, initial.length);
  }, [initial]);

  const { resources } = column;
  useEffect(() => {
    if (!resources) {
      const wanted = last.trim().toLowerCase();
      const offers = choices.filter((one) => `${one.text} ${one.label}`.toLowerCase().includes(wanted));
      setFound({ text: last, offers });
      setMarked(wanted === '' ? -1 : 0);
      return;
    }
    if (composing) return;
    let gone = false;
    const timer = setTimeout(() => {
      names.search(resources, last.trim()).then(
        (found) => {
          if (gone) return;
          setFound({ text: last, offers: found.map(offerOf) });
          setMarked(last.trim() === '' ? -1 : 0);
        },
        () => undefined,
      );
    }, debounceMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [resources, last, composing, choices, names]);

  const commit = (move: 'down' | 'right' | 'left' | null, pick?: Offer) => {
    if (done.current) return;
    done.current = true;
    onCommit(pick ? head + pick.text : text, move);
  };
  const chosen = offers[pointed];
  const onKeyDown = (event: KeyboardEvent) => {
    // A key of an input method that is still composing is not ours.
    if (isComposing(event)) return;
    event.stopPropagation();
    if (pressedKey(event) === 'ArrowDown' || pressedKey(event) === 'ArrowUp') {
      if (offers.length === 0) return;
      event.preventDefault();
      const by = pressedKey(event) === 'ArrowDown' ? 1 : -1;
      setMarked((before) => Math.max(-1, Math.min(offers.length - 1, before + by)));
    } else if (pressedKey(event) === 'Enter') {
      event.preventDefault();
      commit('down', chosen);
    } else if (pressedKey(event) === 'Tab') {
      event.preventDefault();
      commit(event.shiftKey ? 'left' : 'right', chosen);
    } else if (pressedKey(event) === 'Escape') {
      event.preventDefault();
      done.current = true;
      onCancel();
    }
  };

  const open = offers.length > 0;
  return (
    <div className="sheet-editor">
      <input
        ref={input}
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={pointed >= 0 && open ? `${id}-${pointed}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => commit(null)}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('plan.sheet.offers', { column: label })}
        className="sheet-offers"
        hidden={!open}
      >
        {offers.map((offer, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          <div
            key={offer.text}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === pointed}
            // The field would be left, and with it the list, before the click comes.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => commit('right', offer)}
          >
            {offer.label}
            {offer.second && <span className="plan-soft"> {offer.second}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}

function offerOf({ resource, id, label, second }: Candidate): Offer {
  return { text: pickedText({ resource, id }), label, ...(second ? { second } : {}) };
}
