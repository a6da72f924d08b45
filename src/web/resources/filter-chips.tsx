import { Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldSchema, Resource } from '../../domain/resource.ts';
import { localText } from '../clock.ts';
import { useLabel, useLocale } from '../locale.ts';
import { fieldOf, kindOf } from './fields.ts';
import { enumChoices, useDictionary, useRelated } from './labels.ts';
import type { FieldFilter, ListState } from './url-state.ts';

interface Props {
  resource: Resource;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

/** Every condition in force, each removable by itself. */
export function FilterChips({ resource, state, onChange }: Props) {
  const { t } = useTranslation();
  const { filters, q } = state;
  if (filters.length === 0 && q === '') return null;
  return (
    <ul
      className="cw-bar"
      style={{ margin: 0, padding: 0, listStyle: 'none' }}
      aria-label={t('list.activeFilters')}
    >
      {q !== '' && (
        <li>
          <Tag closable onClose={() => onChange({ q: '', page: 1 })}>
            {t('list.search')}: {q}
          </Tag>
        </li>
      )}
      {filters.map((filter) => {
        const schema = fieldOf(resource, filter.field);
        if (!schema) return null;
        return (
          <li key={`${filter.field}.${filter.operator}.${filter.values.join()}`}>
            <Chip
              filter={filter}
              schema={schema}
              onClose={() => onChange({ filters: filters.filter((other) => other !== filter), page: 1 })}
            />
          </li>
        );
      })}
      <li>
        <Button size="small" type="link" onClick={() => onChange({ filters: [], q: '', page: 1 })}>
          {t('list.clearAll')}
        </Button>
      </li>
    </ul>
  );
}

function Chip({
  filter,
  schema,
  onClose,
}: {
  filter: FieldFilter;
  schema: FieldSchema;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const text = useFilterText(filter, schema);
  return (
    <Tag closable onClose={onClose}>
      {label(schema['x-label'], filter.field)} {t(`list.operator.${filter.operator}`)} {text}
    </Tag>
  );
}

function useFilterText({ values, operator }: FieldFilter, schema: FieldSchema): string {
  const { t } = useTranslation();
  const locale = useLocale();
  const kind = kindOf(schema);
  const related = useRelated(
    kind === 'relation' ? schema['x-relation']?.resource : undefined,
    kind === 'relation' ? values.map(Number) : [],
  );
  const dictionary = useDictionary(schema['x-dictionary']);
  const choices = kind === 'enum' ? enumChoices(schema, locale) : dictionary;
  const texts = values.map((value) => {
    if (kind === 'relation') return related.get(Number(value))?.label ?? `#${value}`;
    if (kind === 'enum' || kind === 'dictionary') {
      return choices.find((choice) => String(choice.value) === value)?.label ?? value;
    }
    if (kind === 'boolean') return value === 'true' ? t('list.yes') : t('list.no');
    if (kind === 'dateTime') return localText(value);
    return value;
  });
  if (operator === 'between') return `${texts[0] || '…'} – ${texts[1] || '…'}`;
  return texts.join(locale === 'en' ? ', ' : '、');
}
