import { useSelect } from '@refinedev/antd';
import { Select, Spin } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceNamed } from '#web/client/record-types.ts';
import { pressedKey } from '#web/ui/composing.ts';
import { type RecordValues, subtitleOf, titleOf, useRelated } from './labels.ts';

const debounceMs = 250;

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
  filters?: { field: string; operator: 'eq' | 'in'; value: unknown }[];
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
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);

  const ids = useMemo(
    () => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]),
    [value],
  );
  const chosen = useRelated(name, ids);
  // The chosen are named by useRelated: useSelect asks for them too, but says an error aloud where someone may not read them.
  const { selectProps, query } = useSelect<RecordValues & { id: number }>({
    resource: name,
    optionLabel: (record) => (resource ? titleOf(resource, record) : String(record.id)),
    optionValue: (record) => String(record.id),
    onSearch: (typed) => [{ field: 'q', operator: 'eq', value: typed.trim() }],
    debounce: debounceMs,
    filters: props.filters ?? [],
    sorters: resource?.sort ? [resource.sort] : [],
    pagination: { currentPage: 1, pageSize: 30, mode: 'server' },
    queryOptions: { enabled: open && resource !== undefined, staleTime: 10_000 },
    errorNotification: false,
  });
  const search = (typed: string) => {
    setText(typed);
    selectProps.onSearch?.(typed);
  };

  const options = (open ? (query.data?.data ?? []) : []).map((record) => ({
    value: record.id,
    label: resource ? titleOf(resource, record) : String(record.id),
    second: resource ? subtitleOf(resource, record) : undefined,
    deleted: false,
  }));
  // What is chosen must have its name even where the search does not find it.
  for (const one of ids) {
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
      showSearch={selectProps.showSearch}
      filterOption={selectProps.filterOption}
      searchValue={text}
      onSearch={search}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) search('');
      }}
      onBlur={onBlur}
      onChange={(next) => onChange(next ?? undefined)}
      // Enter chooses; it must not send the form around the picker.
      onInputKeyDown={(event) => {
        if (pressedKey(event) === 'Enter') event.preventDefault();
      }}
      placeholder={props.placeholder ?? t('form.pick')}
      notFoundContent={query.isFetching ? <Spin size="small" /> : t('form.noneFound')}
      options={options}
      optionRender={({ data }) => (
        <span className={data.deleted ? 'cw-struck' : undefined}>
          {data.label}
          {data.second && (
            <span style={{ color: 'var(--cw-soft)', marginInlineStart: 8 }}>{data.second}</span>
          )}
        </span>
      )}
      labelRender={({ value: own, label: name2 }) => {
        const deleted = typeof own === 'number' && chosen.get(own)?.deleted === true;
        return (
          <span className={deleted ? 'cw-struck' : undefined} title={deleted ? t('list.inTrash') : undefined}>
            {name2}
          </span>
        );
      }}
    />
  );
}
