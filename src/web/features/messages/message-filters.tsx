import { Input, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessagePage } from '#contract/messages/message-shapes.ts';
import { type MessageState, messageStates } from '#domain/messages/message-state.ts';
import { messageTypes } from '#domain/messages/types.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { thousands, withSuffix } from '#domain/text/numbers.ts';
import { useLabel } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import { useComposing } from '#web/ui/composing.ts';
import { isLeaving } from '#web/ui/leaving.ts';
import { DayRangePicker } from '#web/ui/pickers.tsx';
import type { MessageFilter } from './message-state.ts';

const quietMs = 300;
/** What somebody has to do something about. */
const urgent = new Set<MessageState>(['failed', 'waiting']);

interface Props {
  filter: MessageFilter;
  counts: MessagePage['counts'];
  onChange: (change: Partial<MessageFilter>) => void;
}

/** What is shown: by state with its count, direction, type, day, plan, and whatever is typed. */
export function MessageFilters({ filter, counts, onChange }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const [text, setText] = useState(filter.text);
  const composing = useComposing();
  useEffect(() => setText(filter.text), [filter.text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for when the typing rests, not when it is answered
  useEffect(() => {
    if (text === filter.text || composing) return;
    const timer = setTimeout(() => isLeaving() || onChange({ text }), quietMs);
    return () => clearTimeout(timer);
  }, [text, composing]);
  const names = resourceNamed('planMessage')?.schema.properties.type?.['x-enum'];
  return (
    <div className="message-filters">
      <fieldset className="cw-bar cw-plain" aria-label={t('messages.states')}>
        {messageStates.map((state) => {
          const on = filter.states.includes(state);
          const count = counts.find((one) => one.state === state)?.count ?? 0;
          return (
            <button
              key={state}
              type="button"
              className="message-chip"
              data-urgent={count > 0 && urgent.has(state)}
              aria-pressed={on}
              onClick={() =>
                onChange({
                  states: on ? filter.states.filter((one) => one !== state) : [...filter.states, state],
                })
              }
            >
              {t(`messages.state.${state}`)}{' '}
              <span className="cw-figures" title={thousands(count)}>
                {withSuffix(count)}
              </span>
            </button>
          );
        })}
      </fieldset>
      <div className="cw-bar">
        <Input.Search
          allowClear
          aria-label={t('messages.search')}
          placeholder={t('messages.search')}
          style={{ width: 260, maxWidth: '100%' }}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onSearch={(typed) => onChange({ text: typed })}
        />
        <Segmented<'both' | 'out' | 'in'>
          aria-label={t('messages.direction')}
          value={filter.direction ?? 'both'}
          onChange={(next) => onChange({ direction: next === 'both' ? null : next })}
          options={(['both', 'out', 'in'] as const).map((value) => ({
            value,
            label: t(`messages.direction.${value}`),
          }))}
        />
        <Select
          mode="multiple"
          allowClear
          maxTagCount="responsive"
          aria-label={t('messages.type')}
          placeholder={t('messages.type')}
          style={{ width: 240, maxWidth: '100%' }}
          value={filter.types}
          onChange={(types) => onChange({ types })}
          options={messageTypes.map((type) => ({ value: type, label: `${type} ${label(names?.[type])}` }))}
          optionFilterProp="label"
        />
        <DayRangePicker
          allowEmpty={[true, true]}
          aria-label={t('messages.days')}
          value={[filter.from ? dayjs(filter.from) : null, filter.to ? dayjs(filter.to) : null]}
          onChange={(days) =>
            onChange({
              from: days[0]?.format('YYYY-MM-DD') ?? null,
              to: days[1]?.format('YYYY-MM-DD') ?? null,
            })
          }
        />
        <div style={{ width: 240, maxWidth: '100%' }}>
          <RelationSelect
            resource="plan"
            label={t('messages.plan')}
            placeholder={t('messages.plan')}
            value={filter.plan ?? undefined}
            onChange={(plan) => onChange({ plan: numberOf(plan) })}
          />
        </div>
      </div>
    </div>
  );
}
