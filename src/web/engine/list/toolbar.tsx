import {
  DeleteOutlined,
  FilterOutlined,
  PlusOutlined,
  ReloadOutlined,
  TableOutlined,
} from '@ant-design/icons';
import { Badge, Button, Tooltip } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Resource } from '#domain/record/resource.ts';
import { conditionsIn } from './filter-tree.ts';
import type { ListToolProps } from './list-tool.ts';
import { SearchBox } from './search-box.tsx';
import { ToolsMenu } from './tools-menu.tsx';
import type { UseListState } from './use-list-state.ts';
import { ViewsMenu } from './views-menu.tsx';

interface Props {
  resource: Resource;
  list: UseListState;
  name: string;
  /** null: not known yet. */
  total: number | null;
  estimated: boolean;
  fetching: boolean;
  create: string | undefined;
  tool: ListToolProps;
  /** Buttons that the screen of the record type adds. */
  tools?: ReactNode;
  onRefresh: () => void;
  onFilter: () => void;
  onColumns: () => void;
}

/** Above a list: what it is, which view of it, how many, and what can be done with it. */
export function Toolbar(props: Props) {
  const { resource, list, name, total, estimated, fetching, create, tool, tools } = props;
  const { t } = useTranslation();
  const { state, change } = list;
  const conditions = conditionsIn(state.filters).length;
  const search = useCallback((q: string) => change({ q, page: 1 }, true), [change]);
  return (
    <header className="cw-bar">
      <h1 className="cw-title">{state.trash ? t('list.trashOf', { name }) : name}</h1>
      <ViewsMenu resource={resource} list={list} />
      <span className="cw-figures cw-soft" aria-live="polite">
        {total === null
          ? ''
          : estimated
            ? t('list.totalOfMany', { count: mostCounted })
            : t('list.total', { count: total })}
      </span>
      <span className="cw-grow" />
      <SearchBox resource={resource} value={state.q} onChange={search} />
      <Badge count={conditions} size="small">
        <Button icon={<FilterOutlined />} onClick={props.onFilter}>
          {t('list.filter')}
        </Button>
      </Badge>
      <Tooltip title={t('list.columns')}>
        <Button icon={<TableOutlined />} aria-label={t('list.columns')} onClick={props.onColumns} />
      </Tooltip>
      <Tooltip title={t('list.refresh')}>
        <Button
          icon={<ReloadOutlined spin={fetching} />}
          aria-label={t('list.refresh')}
          onClick={props.onRefresh}
        />
      </Tooltip>
      <Button
        icon={<DeleteOutlined />}
        type={state.trash ? 'primary' : 'default'}
        aria-pressed={state.trash}
        onClick={() => change({ trash: !state.trash, page: 1 })}
      >
        {state.trash ? t('list.leaveTrash') : t('list.trash')}
      </Button>
      <ToolsMenu {...tool} />
      {tools}
      {create && (
        <Link to={create}>
          <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
            {t('list.new')}
          </Button>
        </Link>
      )}
    </header>
  );
}

/** The endpoint counts to here, and estimates beyond. */
const mostCounted = 10_000;
