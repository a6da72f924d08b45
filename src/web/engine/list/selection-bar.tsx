import { CloseOutlined, DeleteOutlined, EditOutlined, UndoOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Ability, mayEver } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { mostAtOnce } from '#web/client/data.ts';
import { useLabel } from '#web/client/locale.ts';
import { titleOf } from '#web/engine/labels.ts';
import type { ListState } from '#web/engine/url-state.ts';
import { BulkReportDialog } from './bulk-report.tsx';
import { BulkEdit } from './on-demand.ts';
import { countOf, nothing, type Selection } from './selection.ts';
import { useBulk } from './use-bulk.tsx';
import type { Row } from './use-rows.ts';

/** Names in a question before it only counts. */
const mostNames = 5;

interface Props {
  resource: Resource;
  state: ListState;
  selection: Selection;
  rows: readonly Row[];
  total: number;
  estimated: boolean;
  onSelect: (selection: Selection) => void;
}

/** What is picked, on this page and others, and what can be done with it; one request each. */
export function SelectionBar(props: Props) {
  const { resource, state, selection, rows, total, estimated, onSelect } = props;
  const { t } = useTranslation();
  const label = useLabel();
  const ability = useAbility<Ability>();
  const { modal } = App.useApp();
  const [editing, setEditing] = useState(false);
  const bulk = useBulk(resource, state, onSelect);
  const count = countOf(selection);
  const kind = label(resource.schema['x-label'], resource.name);
  const mayDelete = mayEver(ability, 'delete', resource.name);
  const mayUpdate = mayEver(ability, 'update', resource.name);
  const tooMany = bulk.tooMany(selection);
  const exact = !(estimated && selection.kind === 'all');

  const names = () => {
    const picked = new Set(selection.kind === 'ids' ? selection.ids : []);
    const known = rows.filter(({ id }) => selection.kind === 'all' || picked.has(id));
    const first = known.slice(0, mostNames).map((row) => titleOf(resource, row));
    return (
      <>
        {first.join(t('list.comma'))}
        {count > first.length && t('list.andMore', { count })}
      </>
    );
  };
  const confirmed = (action: 'delete' | 'purge', text: string) =>
    modal.confirm({
      title: t(`list.bulk.title.${action}`, { count, kind }),
      content: (
        <>
          <p>{names()}</p>
          <p>{text}</p>
        </>
      ),
      okText: t(action === 'delete' ? 'list.delete' : 'list.purge'),
      cancelText: t('shell.cancel'),
      okButtonProps: { danger: true },
      onOk: async () => {
        await bulk.run({ action, ...bulk.target(selection) });
      },
    });

  if (count === 0 && !bulk.unfinished) return null;
  const onPage = rows.length;
  return (
    <>
      {count > 0 && (
        <section className="cw-selection" aria-label={t('list.selection')}>
          <strong aria-live="polite">
            {exact ? t('list.picked', { count }) : t('list.pickedMany', { count })}
          </strong>
          {selection.kind === 'ids' && total > onPage && selection.ids.length >= onPage && (
            <Button type="link" onClick={() => onSelect({ kind: 'all', count: total, except: [] })}>
              {t(estimated ? 'list.pickAllMany' : 'list.pickAll', { count: total })}
            </Button>
          )}
          <Button type="link" icon={<CloseOutlined />} onClick={() => onSelect(nothing)}>
            {t('list.pickNone')}
          </Button>
          <span className="cw-grow" />
          {!state.trash && mayUpdate && (
            <Button
              icon={<EditOutlined />}
              disabled={tooMany}
              loading={bulk.busy}
              onClick={() => setEditing(true)}
            >
              {t('list.bulk.edit')}
            </Button>
          )}
          {!state.trash && mayDelete && (
            <Button
              danger
              icon={<DeleteOutlined />}
              disabled={tooMany}
              loading={bulk.busy}
              onClick={() => confirmed('delete', t('list.bulk.deleteText'))}
            >
              {t('list.delete')}
            </Button>
          )}
          {state.trash && mayDelete && (
            <>
              <Button
                icon={<UndoOutlined />}
                disabled={tooMany}
                loading={bulk.busy}
                onClick={() => void bulk.run({ action: 'restore', ...bulk.target(selection) })}
              >
                {t('list.restore')}
              </Button>
              <Button
                danger
                icon={<DeleteOutlined />}
                disabled={tooMany}
                loading={bulk.busy}
                onClick={() => confirmed('purge', t('list.purgeText'))}
              >
                {t('list.purge')}
              </Button>
            </>
          )}
          {tooMany && (
            <Alert type="warning" showIcon message={t('list.bulk.tooMany', { most: mostAtOnce })} />
          )}
        </section>
      )}
      {editing && (
        <BulkEdit
          resource={resource}
          target={bulk.target(selection)}
          busy={bulk.busy}
          onClose={() => setEditing(false)}
          onRun={async (change) => {
            if ((await bulk.run(change)) !== null) setEditing(false);
          }}
        />
      )}
      {bulk.unfinished && (
        <BulkReportDialog
          resource={resource}
          unfinished={bulk.unfinished}
          busy={bulk.busy}
          onRetry={(change) => void bulk.run(change)}
          onClose={bulk.forget}
        />
      )}
    </>
  );
}
