import { DatePicker, type DatePickerProps } from 'antd';
import type { RangePickerProps } from 'antd/es/date-picker';
import type { Dayjs } from 'dayjs';
import {
  type DOMAttributes,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { pressedKey } from './composing.ts';
import { momentFormats, WallPicker } from './wall-dates.ts';

/**
 * The pickers of days and times, and the only ones: what is picked or typed counts at once, wherever the panel is closed.
 * The library waits for OK or for the focus to leave, and what was picked goes back when someone clicks on Save instead.
 * Escape takes back what was picked since the panel opened.
 */

/** What may be typed of a day; each of a fixed width, so that no half-typed day reads as another. The first is shown. */
const dayFormats = ['YYYY-MM-DD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYYMMDD'];
/** Without the library's "now", which would be the browser's. */
const withTime = { showTime: { format: 'HH:mm' }, showNow: false } as const;

interface Taking<Value> {
  value: Value;
  onChange: ((value: Value) => void) | undefined;
  isSame: (a: Value, b: Value) => boolean;
  /** The value once this field is emptied; false: it always has one. */
  emptied: false | ((field: HTMLInputElement) => Value);
}

/** Takes values as they are picked, each once, and on Escape the one of before. */
function useTaken<Value>({ value, onChange, isSame, emptied }: Taking<Value>) {
  const [open, setOpen] = useState(false);
  const shown = useRef(value);
  const now = useRef(value);
  const before = useRef(value);
  const isOpen = useRef(open);
  const isOver = useRef(false);
  // Not while rendering: React also renders what it does not show yet, with the new value.
  useLayoutEffect(() => {
    shown.current = value;
    now.current = value;
    isOpen.current = open;
  });
  const set = (next: Value) => {
    now.current = next;
    onChange?.(next);
  };
  const take = (next: Value) => {
    // The library also reports what nobody picks: after Escape what was picked before; and the value that is shown
    // as long as the page has not shown the new one (it comes through the address).
    if (isOver.current || isSame(next, now.current) || isSame(next, shown.current)) return;
    set(next);
  };
  const onOpenChange = (next: boolean) => {
    if (next && !open) {
      before.current = now.current;
      isOver.current = false;
    }
    isOpen.current = next;
    setOpen(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key !== 'Escape') isOver.current = false;
    const field = fieldOfPanel(event);
    // On from the field; the panel is at the end of the page.
    if (key === 'Tab') field?.focus();
    const isDone = key === 'Enter' && field && !isButton(event.target);
    if (!open || !(key === 'Escape' || isDone)) return;
    if (key === 'Escape') {
      // It closes the panel, and not the dialog around it.
      event.stopPropagation();
      if (!isSame(before.current, now.current)) set(before.current);
      isOver.current = true;
    }
    setOpen(false);
    if (field) focusLater(field);
  };
  const onClick = (event: MouseEvent) => {
    // A click on a day has closed the panel, which had the focus. A finger would get the keyboard of the screen.
    const field = fieldOfPanel(event);
    if (field && !isOpen.current && !isTouch(event.nativeEvent)) focusLater(field);
  };
  const onInput = ({ target }: FormEvent) => {
    // The library clears by its button only, which keys do not reach.
    if (!emptied || !(target instanceof HTMLInputElement) || target.value !== '') return;
    isOver.current = false;
    take(emptied(target));
  };
  const onBlur = ({ currentTarget, relatedTarget: to }: FocusEvent) => {
    // The library closes the panel when its field is left, but not when the panel itself had the focus.
    if (to && !currentTarget.contains(to) && to.closest('.ant-picker-dropdown') === null) setOpen(false);
  };
  return { take, panel: { open, onOpenChange }, keys: { onKeyDown, onClick, onInput, onBlur } };
}

/** Once the panel is closed: the library opens it again for a field that gets the focus before. */
const focusLater = (field: HTMLElement) => requestAnimationFrame(() => field.focus());

const isTouch = (event: Event) => event instanceof PointerEvent && event.pointerType === 'touch';

/** The field of a panel that has the focus, as it has after a click on a time; null: the field itself has it. */
function fieldOfPanel({ currentTarget, target }: SyntheticEvent<Element>): HTMLElement | null {
  if (target instanceof Node && currentTarget.contains(target)) return null;
  const input = (part: string) => currentTarget.querySelector<HTMLElement>(`.ant-picker-input${part} input`);
  return input('-active') ?? input('');
}

const isButton = (target: EventTarget) => target instanceof Element && target.closest('button, a') !== null;

/** The keys and the focus of a picker and of its panel, which is elsewhere on the page. */
function Keys({
  children,
  ...handlers
}: Pick<DOMAttributes<Element>, 'onKeyDown' | 'onClick' | 'onInput' | 'onBlur' | 'children'>) {
  return (
    <span style={{ display: 'contents' }} {...handlers}>
      {children}
    </span>
  );
}

const sameDate = (a: Dayjs | null, b: Dayjs | null) => a === b || (a !== null && b !== null && a.isSame(b));
const one = (date: Dayjs | Dayjs[] | null | undefined): Dayjs | null =>
  (Array.isArray(date) ? date[0] : date) ?? null;

export interface PickerProps
  extends Omit<
    DatePickerProps,
    | 'value'
    | 'onChange'
    | 'onCalendarChange'
    | 'open'
    | 'onOpenChange'
    | 'onKeyDown'
    | 'multiple'
    | 'showTime'
    | 'needConfirm'
  > {
  value?: Dayjs | null;
  onChange?: (date: Dayjs | null) => void;
}

/** A day, or with `picker` a week, month or year. */
export function DayPicker({ value = null, onChange, ...rest }: PickerProps) {
  const { take, panel, keys } = useTaken({
    value,
    onChange,
    isSame: sameDate,
    emptied: rest.allowClear !== false && (() => null),
  });
  return (
    <Keys {...keys}>
      <DatePicker
        {...(rest.picker === undefined || rest.picker === 'date' ? { format: dayFormats } : {})}
        {...rest}
        {...panel}
        value={value}
        onCalendarChange={(date) => {
          // What is typed may be a day that cannot be picked.
          const day = one(date);
          if (day === null || isOffered(day, rest)) take(day);
        }}
        onChange={(date) => take(one(date))}
      />
    </Keys>
  );
}

function isOffered(day: Dayjs, { minDate, maxDate, disabledDate }: PickerProps): boolean {
  const isOut = minDate?.isAfter(day, 'day') || maxDate?.isBefore(day, 'day');
  return !isOut && !disabledDate?.(day, { type: 'date' });
}

/** A day and a time, in figures of the service's wall as if they were UTC (`wallClock`). */
export function WallMomentPicker({ value = null, onChange, ...rest }: PickerProps) {
  const { take, panel, keys } = useTaken({
    value,
    onChange,
    isSame: sameDate,
    emptied: rest.allowClear !== false && (() => null),
  });
  return (
    <Keys {...keys}>
      <WallPicker
        {...rest}
        {...panel}
        {...withTime}
        format={momentFormats}
        value={value}
        onCalendarChange={(date) => take(one(date))}
        onChange={(date) => take(one(date))}
      />
    </Keys>
  );
}

export type DateRange = [Dayjs | null, Dayjs | null];

export interface DateRangeProps
  extends Omit<
    RangePickerProps,
    | 'value'
    | 'onChange'
    | 'onCalendarChange'
    | 'open'
    | 'onOpenChange'
    | 'onKeyDown'
    | 'showTime'
    | 'needConfirm'
  > {
  value: DateRange;
  onChange: (range: DateRange) => void;
}

const sameRange = (a: DateRange, b: DateRange) => sameDate(a[0], b[0]) && sameDate(a[1], b[1]);
const both = (dates: readonly (Dayjs | null)[] | null): DateRange => [dates?.[0] ?? null, dates?.[1] ?? null];

/** A range without the end that stands in this field. */
const without =
  ([from, to]: DateRange) =>
  (field: HTMLInputElement): DateRange =>
    field.getAttribute('date-range') === 'start' ? [null, to] : [from, null];

/** A first and a last day; either may stay open with `allowEmpty`. */
export function DayRangePicker({ value, onChange, ...rest }: DateRangeProps) {
  const { take, panel, keys } = useTaken({
    value,
    onChange,
    isSame: sameRange,
    emptied: rest.allowClear !== false && without(value),
  });
  return (
    <Keys {...keys}>
      <DatePicker.RangePicker
        format={dayFormats}
        {...rest}
        {...panel}
        value={value}
        onCalendarChange={(dates) => take(both(dates))}
        onChange={(dates) => take(both(dates))}
      />
    </Keys>
  );
}

/** A first and a last moment, in figures of the service's wall as if they were UTC (`wallClock`). */
export function WallRangePicker({ value, onChange, ...rest }: DateRangeProps) {
  const { take, panel, keys } = useTaken({
    value,
    onChange,
    isSame: sameRange,
    emptied: rest.allowClear !== false && without(value),
  });
  return (
    <Keys {...keys}>
      <WallPicker.RangePicker
        {...rest}
        {...panel}
        {...withTime}
        format={momentFormats}
        value={value}
        onCalendarChange={(dates) => take(both(dates))}
        onChange={(dates) => take(both(dates))}
      />
    </Keys>
  );
}
