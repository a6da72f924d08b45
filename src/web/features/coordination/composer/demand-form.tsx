import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RoomView } from '#contract/coordination/rooms.ts';
import { longestDemandS, shortestDemandS } from '#domain/coordination/kinds.ts';
import { NumberInput } from '#web/ui/number-input.tsx';

/** What is asked of those who receive a message. */
export interface DemandDraft {
  kind: 'text' | 'information' | 'order';
  /** Null: everybody else in the room. */
  receivers: readonly number[] | null;
  withinS: number;
  /** To whom it goes, one after the other, where nobody answers in time. */
  escalateTo: readonly number[];
}

export const demandDraft: DemandDraft = { kind: 'text', receivers: null, withinS: 60, escalateTo: [] };

/** Who acknowledges an order or an information, within how long, and who is called where they do not. */
export function DemandForm({
  room,
  me,
  value,
  onChange,
}: {
  room: RoomView;
  me: number | undefined;
  value: DemandDraft;
  onChange: (value: DemandDraft) => void;
}) {
  const { t } = useTranslation();
  const people = room.members
    .filter(({ userId }) => userId !== me)
    .map(({ userId, name, position }) => ({
      value: userId,
      label: position ? `${name} · ${position}` : name,
    }));
  return (
    <fieldset className="cw-bar cw-plain chat-demand-form" aria-label={t('chat.demand')}>
      <Select<number[]>
        mode="multiple"
        size="small"
        className="cw-grow"
        maxTagCount="responsive"
        aria-label={t('chat.receivers')}
        placeholder={t('chat.everybody')}
        value={[...(value.receivers ?? [])]}
        optionFilterProp="label"
        onChange={(ids) => onChange({ ...value, receivers: ids.length > 0 ? ids : null })}
        options={people}
      />
      <span className="cw-figures">
        {t('chat.within')}{' '}
        <NumberInput
          size="small"
          style={{ width: 80 }}
          min={shortestDemandS}
          max={longestDemandS}
          step={10}
          precision={0}
          value={value.withinS}
          aria-label={t('chat.within')}
          onChange={(withinS) => withinS !== null && onChange({ ...value, withinS })}
        />{' '}
        s
      </span>
      <Select<number[]>
        mode="multiple"
        size="small"
        className="cw-grow"
        maxTagCount="responsive"
        aria-label={t('chat.escalateTo')}
        placeholder={t('chat.escalateTo')}
        value={[...value.escalateTo]}
        optionFilterProp="label"
        onChange={(escalateTo) => onChange({ ...value, escalateTo })}
        options={people}
      />
    </fieldset>
  );
}
