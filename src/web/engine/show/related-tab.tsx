import { PlusOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { Badge, Button, Collapse, Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Ability } from '#domain/identity/access.ts';
import { listLabel } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { useResources } from '#web/client/record-types.ts';
import { opensScreen } from '#web/client/screens.ts';
import { fieldOf } from '#web/engine/fields.ts';
import { useUses } from './read-uses.ts';
import { createAddress, listAddress, type RelatedList, relatedLists } from './related-model.ts';
import type { ShowTabProps } from './show-tab.ts';
import { SmallList } from './small-list.tsx';

/** So many lists that hold something stand open at first; the others open when they are asked for. */
const openAtFirst = 3;

/** Every list of records that name this one: details first, then those that hold something. */
export function RelatedTab({ resource, record }: ShowTabProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const ability = useAbility<Ability>();
  const lists = relatedLists(resource, useResources(), ability).filter(({ past }) => !past);
  const { data: uses, isPending } = useUses(resource.name, record.id);
  if (lists.length === 0) return <Empty description={t('show.noRelated')} />;
  if (isPending) return null;
  const countOf = (list: RelatedList) =>
    uses?.find(({ resource: name, field }) => name === list.resource.name && field === list.field)?.count ??
    (uses ? 0 : undefined);
  const shown = lists.filter(
    (list) => list.detail || countOf(list) !== 0 || createAddress(list, record.id, ability) !== undefined,
  );
  const first = (list: RelatedList) => (list.detail ? 0 : countOf(list) === 0 ? 2 : 1);
  const ordered = [...shown].sort((a, b) => first(a) - first(b));
  const keyOf = (list: RelatedList) => `${list.resource.name}.${list.field}`;
  if (ordered.length === 0) return <Empty description={t('show.noRelated')} />;
  return (
    <Collapse
      collapsible="header"
      defaultActiveKey={ordered
        .filter((list) => list.detail || countOf(list) !== 0)
        .slice(0, openAtFirst)
        .map(keyOf)}
      items={ordered.map((list) => {
        const all = opensScreen(list.resource, 'list') ? listAddress(list, record.id) : undefined;
        const add = opensScreen(list.resource, 'create')
          ? createAddress(list, record.id, ability)
          : undefined;
        const count = countOf(list);
        const name = label(listLabel(list.resource.schema), list.resource.name);
        const twice = lists.filter(({ resource: other }) => other.name === list.resource.name).length > 1;
        const by = label(fieldOf(list.resource, list.field)?.['x-label'], list.field);
        return {
          key: keyOf(list),
          label: (
            <span>
              {name}
              {twice && <span style={{ color: 'var(--cw-soft)' }}> · {by}</span>}{' '}
              {count !== undefined && (
                <Badge count={count} showZero color="var(--cw-button)" overflowCount={9999} />
              )}
            </span>
          ),
          extra: (
            <span className="cw-bar">
              {all && count !== 0 && (
                <Link to={all} className="cw-aside" aria-label={t('show.allOf', { name })}>
                  {t('show.all')}
                </Link>
              )}
              {add && (
                <Link to={add}>
                  <Button size="small" icon={<PlusOutlined />} tabIndex={-1}>
                    {t('show.add')}
                  </Button>
                </Link>
              )}
            </span>
          ),
          children: <SmallList list={list} id={record.id} />,
        };
      })}
    />
  );
}
