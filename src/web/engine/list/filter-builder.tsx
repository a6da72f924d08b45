import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Drawer, Empty, Segmented, Select, Space } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Resource, systemFields } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { type FilterOperator, fieldOf, operatorsOf } from '#web/engine/fields.ts';
import { valuesFor } from './filter-editor.tsx';
import {
  deepestGroup,
  type FieldFilter,
  type FilterGroup,
  type FilterNode,
  isGroup,
  needsNoValue,
  withoutEmptyGroups,
} from './filter-tree.ts';
import { ValueEditor } from './value-editor.tsx';

interface Props {
  resource: Resource;
  filters: readonly FilterNode[];
  onApply: (filters: FilterNode[]) => void;
  onClose: () => void;
  /** On a phone the drawer comes from below and is as wide as the screen. */
  phone: boolean;
}

/** Every condition of a list in one place: fields, operators and values by the schema, in groups of all or any. */
export function FilterBuilder({ resource, filters, onApply, onClose, phone }: Props) {
  const { t } = useTranslation();
  const [root, setRoot] = useState<FilterGroup>(() => rootOf(filters));
  const incomplete = conditionsLacking(root);
  const apply = () => {
    const value = withoutEmptyGroups(root.value);
    onApply(root.operator === 'and' || value.length < 2 ? value : [{ operator: 'or', value }]);
    onClose();
  };
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('list.filter')}
      placement={phone ? 'bottom' : 'right'}
      height="90%"
      width={Math.min(640, window.innerWidth)}
      footer={
        <div className="cw-bar" style={{ justifyContent: 'flex-end' }}>
          {incomplete > 0 && (
            <span className="cw-soft">{t('list.filterIncomplete', { count: incomplete })}</span>
          )}
          <Button onClick={() => setRoot({ operator: 'and', value: [] })} disabled={root.value.length === 0}>
            {t('list.clearAll')}
          </Button>
          <Button type="primary" onClick={apply} disabled={incomplete > 0}>
            {t('list.apply')}
          </Button>
        </div>
      }
    >
      {root.value.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('list.filterNone')} />
      )}
      <Group resource={resource} group={root} depth={0} onChange={setRoot} />
    </Drawer>
  );
}

function rootOf(filters: readonly FilterNode[]): FilterGroup {
  const [only] = filters;
  return filters.length === 1 && only && isGroup(only) ? only : { operator: 'and', value: [...filters] };
}

function lacks({ operator, values }: FieldFilter): boolean {
  return !needsNoValue(operator) && !values.some((value) => value !== '');
}

function conditionsLacking(group: FilterGroup): number {
  return group.value.reduce(
    (sum, node) => sum + (isGroup(node) ? conditionsLacking(node) : lacks(node) ? 1 : 0),
    0,
  );
}

interface GroupProps {
  resource: Resource;
  group: FilterGroup;
  /** 0: the list itself. */
  depth: number;
  onChange: (group: FilterGroup) => void;
  onRemove?: () => void;
}

function Group({ resource, group, depth, onChange, onRemove }: GroupProps) {
  const { t } = useTranslation();
  const fields = useFilterFields(resource);
  const [first] = fields;
  const replace = (index: number, node: FilterNode | null) => {
    const value = [...group.value];
    if (node) value[index] = node;
    else value.splice(index, 1);
    onChange({ ...group, value });
  };
  const add = (node: FilterNode) => onChange({ ...group, value: [...group.value, node] });
  const empty = (): FieldFilter => ({
    field: first?.value ?? 'id',
    operator: first?.operator ?? 'eq',
    values: [],
  });
  return (
    <fieldset className={depth === 0 ? 'cw-plain-set' : 'cw-group'}>
      <legend className="cw-hidden">{t(depth === 0 ? 'list.filter' : 'list.filterGroup')}</legend>
      {(group.value.length > 1 || depth > 0) && (
        <div className="cw-bar" style={{ marginBottom: 8 }}>
          <Segmented
            size="small"
            aria-label={t('list.filterHow')}
            value={group.operator}
            onChange={(operator) => onChange({ ...group, operator })}
            options={[
              { value: 'and' as const, label: t('list.filterAll') },
              { value: 'or' as const, label: t('list.filterAny') },
            ]}
          />
          <span className="cw-grow" />
          {onRemove && (
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('list.filterGroupRemove')}
              onClick={onRemove}
            />
          )}
        </div>
      )}
      <ul className="cw-conditions">
        {group.value.map((node, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name; what stands at a place is edited there
          <li key={index}>
            {isGroup(node) ? (
              <Group
                resource={resource}
                group={node}
                depth={depth + 1}
                onChange={(next) => replace(index, next)}
                onRemove={() => replace(index, null)}
              />
            ) : (
              <Condition
                resource={resource}
                filter={node}
                onChange={(next) => replace(index, next)}
                onRemove={() => replace(index, null)}
              />
            )}
          </li>
        ))}
      </ul>
      <Space>
        <Button size="small" icon={<PlusOutlined />} onClick={() => add(empty())}>
          {t('list.filterAdd')}
        </Button>
        {depth < deepestGroup - 1 && (
          <Button
            size="small"
            icon={<PlusOutlined />}
            onClick={() => add({ operator: group.operator === 'and' ? 'or' : 'and', value: [empty()] })}
          >
            {t('list.filterAddGroup')}
          </Button>
        )}
      </Space>
    </fieldset>
  );
}

interface FieldChoice {
  value: string;
  label: string;
  /** The usual one of the field. */
  operator: FilterOperator;
}

function useFilterFields(resource: Resource): FieldChoice[] {
  const label = useLabel();
  return useMemo(() => {
    const names = [
      ...new Set([...resource.columns, ...Object.keys(resource.schema.properties), ...systemFields]),
    ];
    return names.flatMap((value) => {
      const schema = fieldOf(resource, value);
      const [operator] = schema ? operatorsOf(schema) : [];
      return schema && operator ? [{ value, label: label(schema['x-label'], value), operator }] : [];
    });
  }, [resource, label]);
}

interface ConditionProps {
  resource: Resource;
  filter: FieldFilter;
  onChange: (filter: FieldFilter) => void;
  onRemove: () => void;
}

function Condition({ resource, filter, onChange, onRemove }: ConditionProps) {
  const { t } = useTranslation();
  const fields = useFilterFields(resource);
  const id = useId();
  const schema = fieldOf(resource, filter.field);
  const label = fields.find(({ value }) => value === filter.field)?.label ?? filter.field;
  if (!schema) return null;
  return (
    <div className="cw-filter-condition">
      <Select
        id={id}
        showSearch
        optionFilterProp="label"
        aria-label={t('list.filterField')}
        value={filter.field}
        onChange={(field) => {
          const operator = fields.find(({ value }) => value === field)?.operator ?? 'eq';
          onChange({ field, operator, values: [] });
        }}
        options={fields}
      />
      <Select
        aria-label={t('list.operator', { label })}
        value={filter.operator}
        onChange={(operator) =>
          onChange({ ...filter, operator, values: valuesFor(operator, filter.operator, filter.values) })
        }
        options={operatorsOf(schema).map((value) => ({ value, label: t(`list.operator.${value}`) }))}
      />
      <div className="cw-filter-condition-value">
        {!needsNoValue(filter.operator) && (
          <ValueEditor
            schema={schema}
            label={label}
            operator={filter.operator}
            values={filter.values}
            onChange={(values) => onChange({ ...filter, values })}
          />
        )}
      </div>
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={t('list.filterRemove', { label })}
        onClick={onRemove}
      />
    </div>
  );
}
