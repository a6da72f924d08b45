import { Button, Tag } from 'antd';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { type FieldSchema, type Resource, relationOf } from '#domain/record/resource.ts';
import { parseSpan } from '#domain/statistics/relative-dates.ts';
import { listText } from '#domain/text/list-text.ts';
import { localText } from '#web/client/clock.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { fieldOf, kindOf } from '#web/engine/fields.ts';
import { enumChoices, useDictionary, useRelated } from '#web/engine/labels.ts';
import type { ListState } from '#web/engine/url-state.ts';
import { type FieldFilter, type FilterNode, isGroup } from './filter-tree.ts';

interface Props {
  resource: Resource;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
  /** Opens the builder, where a group is changed. */
  onOpen: () => void;
}

/** Every condition in force, each removable by itself; a group is one. */
export function FilterChips({ resource, state, onChange, onOpen }: Props) {
  const { t } = useTranslation();
  const { filters, q } = state;
  // An element of its own and no component: the tag hands its click to it.
  const remove = (
    <button type="button" className="cw-remove" aria-label={t('list.remove')}>
      ✕
    </button>
  );
  if (filters.length === 0 && q === '') return null;
  return (
    <ul className="cw-bar cw-chips" aria-label={t('list.activeFilters')}>
      {q !== '' && (
        <li>
          <Tag closable closeIcon={remove} onClose={() => onChange({ q: '', page: 1 })}>
            {t('list.search')}: {q}
          </Tag>
        </li>
      )}
      {filters.map((filter) => (
        <li key={JSON.stringify(filter)}>
          <Tag
            closable
            closeIcon={remove}
            onClose={() => onChange({ filters: filters.filter((other) => other !== filter), page: 1 })}
          >
            {isGroup(filter) ? (
              <button type="button" className="cw-link" onClick={onOpen}>
                <NodeText resource={resource} node={filter} />
              </button>
            ) : (
              <NodeText resource={resource} node={filter} />
            )}
          </Tag>
        </li>
      ))}
      <li>
        <Button size="small" type="link" onClick={() => onChange({ filters: [], q: '', page: 1 })}>
          {t('list.clearAll')}
        </Button>
      </li>
    </ul>
  );
}

/** A condition, or a group of them, in words. */
export function NodeText({ resource, node }: { resource: Resource; node: FilterNode }) {
  const { t } = useTranslation();
  if (!isGroup(node)) return <ConditionText resource={resource} filter={node} />;
  return (
    <>
      {node.value.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of one sentence
        <Fragment key={index}>
          {index > 0 && <em className="cw-joint"> {t(`list.joint.${node.operator}`)} </em>}
          {isGroup(part) && node.value.length > 1 ? '(' : ''}
          <NodeText resource={resource} node={part} />
          {isGroup(part) && node.value.length > 1 ? ')' : ''}
        </Fragment>
      ))}
    </>
  );
}

function ConditionText({ resource, filter }: { resource: Resource; filter: FieldFilter }) {
  const schema = fieldOf(resource, filter.field);
  return schema ? <Words filter={filter} schema={schema} /> : null;
}

function Words({ filter, schema }: { filter: FieldFilter; schema: FieldSchema }) {
  const { t } = useTranslation();
  const label = useLabel();
  const text = useFilterText(filter, schema);
  return (
    <>
      {label(schema['x-label'], filter.field)} {t(`list.operator.${filter.operator}`)} {text}
    </>
  );
}

function useFilterText({ values, operator }: FieldFilter, schema: FieldSchema): string {
  const { t } = useTranslation();
  const locale = useLocale();
  const kind = kindOf(schema);
  const relates = kind === 'relation' || kind === 'relations';
  const related = useRelated(
    relates ? relationOf(schema)?.resource : undefined,
    relates ? values.map(Number) : [],
  );
  const dictionary = useDictionary(schema['x-dictionary']);
  if (operator === 'relative') {
    const span = parseSpan(values[0] ?? '');
    if (!span) return values[0] ?? '';
    return 'name' in span ? t(`list.span.${span.name}`) : t(`list.spanOf.${span.side}`, { count: span.days });
  }
  const choices = kind === 'enum' ? enumChoices(schema, locale) : dictionary;
  const texts = values.map((value) => {
    if (relates) return related.get(Number(value))?.label ?? `#${value}`;
    if (kind === 'enum' || kind === 'dictionary') {
      return choices.find((choice) => String(choice.value) === value)?.label ?? value;
    }
    if (kind === 'boolean') return value === 'true' ? t('list.yes') : t('list.no');
    if (kind === 'dateTime') return localText(value);
    return value;
  });
  if (operator === 'between') return `${texts[0] || '…'} – ${texts[1] || '…'}`;
  return listText(texts, locale);
}
