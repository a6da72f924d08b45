import { Select, Spin } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceNamed } from '#web/client/record-types.ts';
import { pressedKey } from '#web/ui/composing.ts';
import { subtitleOf, titleOf, useRelated } from './labels.ts';
import { type RecordFilters, useRecordSearch } from './use-record-search.ts';

interface Props {
  /** Resource that is picked from. */
  resource: string;
  multiple?: boolean;
  value: number | number[] | undefined;
  onChange: (value: number | number[] | undefined) => void;
  id?: string;
  label?: string;
  disabled?: boolean;
  invalid?: boolean;
  describedBy?: string;
  onBlur?: () => void;
  /** Only records that also meet these conditions, as refine's filters. */
  filters?: RecordFilters;
  placeholder?: string;
}

/** Finds records by typing: the server searches, each answer carries a second line that tells namesakes apart. */
export function RelationSelect(props: Props) {
  const {
    resource: name,
    multiple = false,
    value,
    onChange,
    id,
    label,
    disabled,
    invalid,
    describedBy,
    onBlur,
  } = props;
  const { t } = useTranslation();
  const resource = resourceNamed(name);
  const [open, setOpen] = useState(false);

  const ids = useMemo(
    () => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]),
    [value],
  );
  const chosen = useRelated(name, ids);
  const search = useRecordSearch({ ...props, open });
  const found = search.records.map((record) => ({
    value: record.id,
    label: resource ? titleOf(resource, record) : String(record.id),
    second: resource ? subtitleOf(resource, record) : undefined,
    deleted: false,
  }));
  // Until the answer is there, what was found before is offered only where it has what is typed: Enter would choose it.
  const options = search.isAnswered
    ? found
    : found.filter(({ label, second = '' }) => isWithin(search.text, `${label} ${second}`));

  const close = () => {
    setOpen(false);
    search.clear();
  };
  /** The text for which Enter was pressed before there was anything to choose. */
  const [hasty, setHasty] = useState<string | null>(null);
  useEffect(() => {
    if (hasty === null || (hasty === search.text && !search.isAnswered)) return;
    setHasty(null);
    const [first] = search.records;
    if (hasty !== search.text || !first) return;
    if (!ids.includes(first.id)) onChange(multiple ? [...ids, first.id] : first.id);
    if (multiple) search.clear();
    else close();
  });

  // What is chosen is in the list although it is not among the first; not among what is found for a text.
  for (const one of search.text === '' ? ids : []) {
    if (options.some((option) => option.value === one)) continue;
    const known = chosen.get(one);
    options.push({
      value: one,
      label: known?.label ?? `#${one}`,
      second: undefined,
      deleted: known?.deleted ?? false,
    });
  }

  return (
    <Select
      id={id}
      aria-label={id ? undefined : label}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      status={invalid ? 'error' : undefined}
      style={{ width: '100%' }}
      mode={multiple ? 'multiple' : undefined}
      value={multiple ? ids : ids[0]}
      disabled={disabled}
      allowClear
      showSearch
      filterOption={false}
      searchValue={search.text}
      onSearch={search.type}
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      onBlur={onBlur}
      onChange={(next) => onChange(next ?? undefined)}
      // Enter chooses; it must not send the form around the picker.
      onInputKeyDown={(event) => {
        if (pressedKey(event) !== 'Enter') return;
        event.preventDefault();
        if (!open || search.isAnswered || search.text === '' || options.length > 0) return;
        // The list would close.
        event.stopPropagation();
        setHasty(search.text);
      }}
      placeholder={props.placeholder ?? t('form.pick')}
      notFoundContent={search.isAnswered ? t('form.noneFound') : <Spin size="small" />}
      options={options}
      optionRender={({ data }) => (
        <span className={data.deleted ? 'cw-struck' : undefined}>
          {data.label}
          {data.second && (
            <span style={{ color: 'var(--cw-soft)', marginInlineStart: 8 }}>{data.second}</span>
          )}
        </span>
      )}
      labelRender={({ value: one, label: listed }) => {
        const known = typeof one === 'number' ? chosen.get(one) : undefined;
        return (
          <span
            className={known?.deleted ? 'cw-struck' : undefined}
            title={known?.deleted ? t('list.inTrash') : undefined}
          >
            {known?.label ?? listed}
          </span>
        );
      }}
    />
  );
}

const isWithin = (typed: string, text: string): boolean =>
  text.toLowerCase().includes(typed.trim().toLowerCase());
