import { FilterOutlined } from '@ant-design/icons';
import { Button, Checkbox, Drawer, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { planStates, stateKey } from '#domain/plans/states.ts';
import type { PlanKey } from '#domain/statistics/measures.ts';
import { listText } from '#domain/text/list-text.ts';
import { today } from '#web/client/clock.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { enumChoices, useRelated } from '#web/engine/labels.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import { useComposing } from '#web/ui/composing.ts';
import { isLeaving } from '#web/ui/leaving.ts';
import { DayPicker } from '#web/ui/pickers.tsx';
import {
  type Counted,
  daysOf,
  filterCount,
  periods,
  type QueryState,
  type RelationFilter,
  relationFilterNames,
  relationFilters,
} from './query-state.ts';

interface Props {
  state: QueryState;
  change: (part: Partial<QueryState>) => void;
  counts: readonly { state: number; count: number }[];
}

const searchRestMs = 300;

/** Search, states with their counts, and every other filter as a chip that can be taken away. */
export function QueryFilters({ state, change, counts }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState(state.q);
  const composing = useComposing();
  useEffect(() => setText(state.q), [state.q]);
  useEffect(() => {
    if (text === state.q || composing) return;
    const timer = setTimeout(() => isLeaving() || change({ q: text }), searchRestMs);
    return () => clearTimeout(timer);
  }, [text, state.q, composing, change]);
  const countOf = (one: number) => counts.find((entry) => entry.state === one)?.count ?? 0;
  const number = filterCount(state);
  return (
    <div className="query-filters">
      <div className="cw-bar">
        <Input.Search
          allowClear
          className="query-search"
          aria-label={t('plan.query.search')}
          placeholder={t('plan.query.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button icon={<FilterOutlined />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('plan.query.filters')}
          {number > 0 && ` ${number}`}
        </Button>
        <Periods state={state} change={change} />
        <Chips state={state} change={change} />
        {(number > 0 || state.states.length > 0 || state.q !== '') && (
          <Button type="link" size="small" onClick={() => change(noFilters)}>
            {t('plan.query.clear')}
          </Button>
        )}
      </div>
      <fieldset className="query-states" aria-label={t('plan.query.states')}>
        {planStates.map((one) => {
          const on = state.states.includes(one);
          const count = countOf(one);
          if (!on && count === 0) return null;
          return (
            <button
              key={one}
              type="button"
              aria-pressed={on}
              data-state={one}
              onClick={() => change({ states: toggled(state.states, one) })}
            >
              {t(stateKey(one))} <span className="cw-figures">{count}</span>
            </button>
          );
        })}
      </fieldset>
      <Drawer
        open={open}
        width="min(420px, 100vw)"
        title={t('plan.query.filters')}
        onClose={() => setOpen(false)}
      >
        <Fields state={state} change={change} />
      </Drawer>
    </div>
  );
}

/** The days that are asked for most, by one click; once more, and all days are asked for. */
function Periods({ state, change }: Omit<Props, 'counts'>) {
  const { t } = useTranslation();
  const now = today();
  return (
    <fieldset className="cw-bar cw-plain" aria-label={t('plan.query.period')}>
      {periods.map((period) => {
        const days = daysOf(period, now);
        const on = state.from === days.from && state.to === days.to;
        return (
          <Button
            key={period}
            size="small"
            type={on ? 'primary' : 'default'}
            aria-pressed={on}
            data-period={period}
            onClick={() => change(on ? { from: '', to: '' } : days)}
          >
            {t(`plan.query.period.${period}`)}
          </Button>
        );
      })}
    </fieldset>
  );
}

const noFilters: Partial<QueryState> = {
  q: '',
  states: [],
  kinds: [],
  urgencies: [],
  relations: { companies: [], missionTypes: [], aircraft: [], pilots: [], airports: [], airspaces: [] },
  from: '',
  to: '',
  restricted: false,
  overdue: false,
  waiting: false,
  counted: [],
  box: null,
};

function toggled(states: readonly number[], one: number): number[] {
  return states.includes(one)
    ? states.filter((other) => other !== one)
    : [...states, one].sort((a, b) => a - b);
}

function useChoices(field: 'kind' | 'urgency') {
  const locale = useLocale();
  const schema = resourceNamed('plan')?.schema.properties[field];
  return schema ? enumChoices(schema, locale) : [];
}

function Fields({ state, change }: Omit<Props, 'counts'>) {
  const { t } = useTranslation();
  const id = useId();
  const kinds = useChoices('kind');
  const urgencies = useChoices('urgency');
  const day = (text: string) => (text === '' ? null : dayjs(text));
  return (
    <div className="query-fields">
      <Field label={t('plan.query.from')} id={`${id}-from`}>
        <DayPicker
          id={`${id}-from`}
          value={day(state.from)}
          onChange={(next) => change({ from: next ? next.format('YYYY-MM-DD') : '' })}
        />
      </Field>
      <Field label={t('plan.query.to')} id={`${id}-to`}>
        <DayPicker
          id={`${id}-to`}
          value={day(state.to)}
          onChange={(next) => change({ to: next ? next.format('YYYY-MM-DD') : '' })}
        />
      </Field>
      {relationFilterNames.map((name) => (
        <Field key={name} label={t(`plan.query.${name}`)} id={`${id}-${name}`}>
          <RelationSelect
            id={`${id}-${name}`}
            resource={relationFilters[name]}
            multiple
            value={state.relations[name]}
            onChange={(next) =>
              change({ relations: { ...state.relations, [name]: Array.isArray(next) ? next : [] } })
            }
          />
        </Field>
      ))}
      <Field label={t('plan.query.kinds')} id={`${id}-kinds`}>
        <Select
          id={`${id}-kinds`}
          mode="multiple"
          allowClear
          style={{ width: '100%' }}
          value={state.kinds}
          options={kinds}
          onChange={(next) => change({ kinds: next })}
        />
      </Field>
      <Field label={t('plan.query.urgencies')} id={`${id}-urgencies`}>
        <Select
          id={`${id}-urgencies`}
          mode="multiple"
          allowClear
          style={{ width: '100%' }}
          value={state.urgencies}
          options={urgencies}
          onChange={(next) => change({ urgencies: next })}
        />
      </Field>
      {(['restricted', 'overdue', 'waiting'] as const).map((name) => (
        <Checkbox
          key={name}
          checked={state[name]}
          onChange={(event) => change({ [name]: event.target.checked })}
        >
          {t(`plan.query.${name}`)}
        </Checkbox>
      ))}
    </div>
  );
}

function Field({ label, id, children }: { label: string; id: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}

function Chips({ state, change }: Omit<Props, 'counts'>) {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const kinds = useChoices('kind');
  const urgencies = useChoices('urgency');
  const words = (choices: ReturnType<typeof useChoices>, values: readonly string[]) =>
    listText(
      values.map((value) => choices.find((one) => one.value === value)?.label ?? value),
      locale,
    );
  const chips: [key: string, text: string, part: Partial<QueryState>][] = [];
  if (state.from || state.to) {
    chips.push(['days', `${state.from || '…'} – ${state.to || '…'}`, { from: '', to: '' }]);
  }
  if (state.kinds.length > 0) chips.push(['kinds', words(kinds, state.kinds), { kinds: [] }]);
  if (state.urgencies.length > 0)
    chips.push(['urgencies', words(urgencies, state.urgencies), { urgencies: [] }]);
  for (const name of ['restricted', 'overdue', 'waiting'] as const) {
    if (state[name]) chips.push([name, t(`plan.query.${name}`), { [name]: false }]);
  }
  if (state.box) chips.push(['box', t('plan.query.box'), { box: null }]);
  return (
    <>
      {relationFilterNames.map(
        (name) =>
          state.relations[name].length > 0 && (
            <RelationChip
              key={name}
              name={name}
              ids={state.relations[name]}
              label={label(resourceNamed(relationFilters[name])?.schema['x-label'], name)}
              onClose={() => change({ relations: { ...state.relations, [name]: [] } })}
            />
          ),
      )}
      {state.counted.map((one) => (
        <CountedChip
          key={one.by}
          counted={one}
          onClose={() => change({ counted: state.counted.filter((other) => other !== one) })}
        />
      ))}
      {chips.map(([key, text, part]) => (
        <Chip key={key} name={key} text={text} onClose={() => change(part)} />
      ))}
    </>
  );
}

function RelationChip({
  name,
  ids,
  label,
  onClose,
}: {
  name: RelationFilter;
  ids: number[];
  label: string;
  onClose: () => void;
}) {
  const names = useRelated(relationFilters[name], ids);
  const locale = useLocale();
  const text = listText(
    ids.map((id) => names.get(id)?.label ?? `#${id}`),
    locale,
  );
  return <Chip name={name} text={`${label}: ${text}`} onClose={onClose} />;
}

/** Record types that name the keys of sums. */
const countedTypes: Partial<Record<PlanKey, string>> = {
  company: 'company',
  missionType: 'missionType',
  airport: 'airport',
  airspace: 'airspace',
  aircraft: 'aircraft',
  aircraftType: 'aircraftType',
};

/** What a figure of the statistics counts. */
function CountedChip({ counted: { by, keys }, onClose }: { counted: Counted; onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const type = countedTypes[by];
  const names = useRelated(type ?? 'company', type ? keys.filter(Boolean).map(Number) : []);
  const nameOf = (key: string) => {
    if (key === '') return t(by === 'refusal' ? 'statistics.noRule' : 'statistics.none');
    if (type) return names.get(Number(key))?.label ?? `#${key}`;
    if (by !== 'hour') return t(key);
    const [day = '', hour = ''] = key.split('-');
    return `${t(`statistics.weekday.${day}`)} ${hour}:00`;
  };
  const text =
    by === 'total'
      ? t('plan.query.counted')
      : `${t(`statistics.by.${by}`)}: ${listText(keys.map(nameOf), locale)}`;
  return <Chip name={`counted-${by}`} text={text} onClose={onClose} />;
}

function Chip({ name, text, onClose }: { name: string; text: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <span className="query-chip" data-chip={name}>
      {text}
      <button
        type="button"
        className="cw-link"
        aria-label={t('plan.query.without', { text })}
        onClick={onClose}
      >
        <span aria-hidden="true">×</span>
      </button>
    </span>
  );
}
