import { Button, Checkbox, Input, Switch } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfigurationItemView } from '#contract/configuration-transfer.ts';
import { configurationSections } from '#domain/configuration/item.ts';
import { ComparedItemLine, hasError } from './compared-item.tsx';

interface Props {
  items: readonly ConfigurationItemView[];
  /** Ids that are applied: those selected, with what they need. */
  chosen: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

/** Items that are drawn of a section before it is opened wholly. */
const mostShown = 100;

const differs = ({ status }: ConfigurationItemView) => status === 'new' || status === 'changed';
const mayBeApplied = (item: ConfigurationItemView) => differs(item) && !hasError(item);

/** The comparison by section: found by name, filtered to what differs, chosen. */
export function ComparisonList({ items, chosen, selected, onSelect }: Props) {
  const { t } = useTranslation();
  const [onlyDifferences, setOnlyDifferences] = useState(true);
  const [search, setSearch] = useState('');
  const switchId = useId();
  const wanted = search.trim().toLowerCase();
  const shown = items.filter(
    (item) =>
      (!onlyDifferences || differs(item)) &&
      (wanted === '' || `${item.label} ${item.key}`.toLowerCase().includes(wanted)),
  );
  const count = (status: ConfigurationItemView['status']) =>
    items.filter((item) => item.status === status).length;
  const toggle = (ids: readonly string[], on: boolean) => {
    const next = new Set(selected);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onSelect(next);
  };
  const applicable = shown.filter(mayBeApplied).map(({ id }) => id);
  return (
    <div className="configuration-list">
      <p className="configuration-text" data-summary>
        {t('configuration.summary', {
          added: count('new'),
          changed: count('changed'),
          same: count('same'),
          onlyHere: count('onlyHere'),
        })}{' '}
        <span className="cw-soft">{t('configuration.onlyHereText')}</span>
      </p>
      <div className="configuration-tools">
        <Input.Search
          allowClear
          value={search}
          aria-label={t('configuration.find')}
          placeholder={t('configuration.find')}
          onChange={(event) => setSearch(event.target.value)}
        />
        <label htmlFor={switchId} className="configuration-switch">
          <Switch id={switchId} size="small" checked={onlyDifferences} onChange={setOnlyDifferences} />
          {t('configuration.onlyDifferences')}
        </label>
        <Checkbox
          disabled={applicable.length === 0}
          checked={applicable.length > 0 && applicable.every((id) => chosen.has(id))}
          indeterminate={applicable.some((id) => chosen.has(id)) && !applicable.every((id) => chosen.has(id))}
          onChange={(event) => toggle(applicable, event.target.checked)}
        >
          {t('configuration.selectAll', { count: applicable.length })}
        </Checkbox>
      </div>
      {shown.length === 0 && <p className="cw-soft">{t('configuration.nothing')}</p>}
      {configurationSections.map((section) => {
        const own = shown.filter((item) => item.section === section);
        return own.length === 0 ? null : (
          <Section key={section} name={t(`configuration.section.${section}`)} items={own}>
            {(item) => (
              <ComparedItemLine
                key={item.id}
                item={item}
                needs={item.needs.map((id) => items.find((one) => one.id === id)?.label ?? id)}
                choice={{
                  checked: chosen.has(item.id),
                  disabled: !mayBeApplied(item) || (chosen.has(item.id) && !selected.has(item.id)),
                  onChange: (on) => toggle([item.id], on),
                }}
              />
            )}
          </Section>
        );
      })}
    </div>
  );
}

interface SectionProps {
  name: string;
  items: readonly ConfigurationItemView[];
  children: (item: ConfigurationItemView) => React.ReactNode;
}

export function Section({ name, items, children }: SectionProps) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const shown = whole ? items : items.slice(0, mostShown);
  return (
    <section aria-label={name}>
      <h3 className="configuration-section">
        {name} <span className="cw-soft">{items.length}</span>
      </h3>
      <ul className="configuration-items">{shown.map(children)}</ul>
      {shown.length < items.length && (
        <Button type="link" onClick={() => setWhole(true)}>
          {t('configuration.showAll', { count: items.length })}
        </Button>
      )}
    </section>
  );
}
