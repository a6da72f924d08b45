import { Button, Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { isPlanState, stateKey } from '#domain/plans/states.ts';
import { type FilterFacts, noFilter, type TargetFilter } from '#web/map/target-filter.ts';
import type { TargetStore } from '#web/map/target-store.ts';
import { useStoreBeat } from '#web/map/use-targets.ts';
import { NumberInput } from '#web/ui/number-input.tsx';

/** Which targets the map and the list show. */
export function FilterPanel({
  filter,
  onChange,
  plans,
  store,
}: {
  filter: TargetFilter;
  onChange: (filter: TargetFilter) => void;
  plans: FilterFacts['plans'];
  store: TargetStore;
}) {
  const { t } = useTranslation();
  useStoreBeat(store);
  const change = (part: Partial<TargetFilter>) => onChange({ ...filter, ...part });
  const known = [...plans.values()];
  const companies = [...new Set([...known.map(({ company }) => company), ...filter.companies])].filter(
    Boolean,
  );
  const states = [...new Set([...known.map(({ state }) => state), ...filter.planStates])].sort(
    (a, b) => a - b,
  );
  const choice = <V extends string>(
    name: 'plan' | 'where',
    values: readonly V[],
    value: V,
    set: (v: V) => void,
  ) => (
    <Select<V>
      size="small"
      aria-label={t(`map.filter.${name}`)}
      value={value}
      options={values.map((one) => ({ value: one, label: t(`map.filter.${name}.${one}`) }))}
      onChange={set}
    />
  );
  const height = (name: 'lowestM' | 'highestM') => (
    <NumberInput
      size="small"
      min={-500}
      max={20_000}
      step={100}
      style={{ width: '100%' }}
      addonAfter="m"
      aria-label={t(`map.filter.${name}`)}
      placeholder={t(`map.filter.${name}`)}
      value={filter[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <div className="cw-tools">
      {choice('plan', ['all', 'with', 'without'], filter.plan, (plan) => change({ plan }))}
      {choice('where', ['all', 'air', 'ground'], filter.where, (where) => change({ where }))}
      {height('lowestM')}
      {height('highestM')}
      <Select<string[]>
        size="small"
        mode="multiple"
        allowClear
        aria-label={t('map.filter.company')}
        placeholder={t('map.filter.company')}
        value={filter.companies}
        options={companies.map((company) => ({ value: company, label: company }))}
        onChange={(value) => change({ companies: value })}
      />
      <Select<number[]>
        size="small"
        mode="multiple"
        allowClear
        aria-label={t('map.filter.planState')}
        placeholder={t('map.filter.planState')}
        value={filter.planStates}
        options={states.map((state) => ({
          value: state,
          label: isPlanState(state) ? t(stateKey(state)) : state,
        }))}
        onChange={(value) => change({ planStates: value })}
      />
      <Checkbox checked={filter.alertsOnly} onChange={({ target }) => change({ alertsOnly: target.checked })}>
        {t('map.filter.alertsOnly')}
      </Checkbox>
      <p role="status" className="cw-layer-note">
        {t('map.filter.hidden', { count: store.hidden() })}
      </p>
      <Button size="small" onClick={() => onChange(noFilter)}>
        {t('map.filter.reset')}
      </Button>
    </div>
  );
}
