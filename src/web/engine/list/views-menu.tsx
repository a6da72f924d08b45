import { CheckOutlined, DownOutlined } from '@ant-design/icons';
import { App, Button, Dropdown, type MenuProps, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '#contract/preferences.ts';
import type { Resource } from '#domain/record/resource.ts';
import { viewQuery } from '#web/engine/url-state.ts';
import { SaveViewDialog } from './on-demand.ts';
import type { UseListState } from './use-list-state.ts';

type Items = NonNullable<MenuProps['items']>;

/** The saved views of a list: which one is open, whether it was changed, and what can be done about it. */
export function ViewsMenu({ resource, list }: { resource: Resource; list: UseListState }) {
  const { t } = useTranslation();
  const { modal, message } = App.useApp();
  const { views, view, modified } = list;
  const [saving, setSaving] = useState<'new' | 'rename' | null>(null);

  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      void message.success(done);
    } catch (error) {
      modal.error({
        title: t('list.view.failed'),
        content: error instanceof Error ? t(error.message) : t('shell.error.unknown'),
        okText: t('shell.ok'),
      });
    }
  };
  const save = (own: SavedView) =>
    attempt(
      async () => {
        const { id, version, name, audience, role } = own;
        const query = viewQuery(list.state, resource);
        await views.save({ id, version, name, audience, role, query, layout: list.layout });
        list.setLayout(undefined);
        list.reset();
      },
      t('list.view.saved', { name: own.name }),
    );
  const remove = (own: SavedView) =>
    modal.confirm({
      title: t('list.view.deleteTitle', { name: own.name }),
      content: own.audience === 'private' ? undefined : t('list.view.deleteShared'),
      okText: t('list.delete'),
      cancelText: t('shell.cancel'),
      okButtonProps: { danger: true },
      onOk: () =>
        attempt(
          async () => {
            list.open('none');
            await views.remove(own.id);
          },
          t('list.view.deleted', { name: own.name }),
        ),
    });

  const entry = (own: SavedView) => ({
    key: `open:${own.id}`,
    icon: own.id === view?.id ? <CheckOutlined /> : <span className="cw-no-icon" />,
    label: (
      <>
        {own.name}
        {own.id === views.defaultId && <Tag style={{ marginInlineStart: 8 }}>{t('list.view.default')}</Tag>}
        {own.roleName && <span className="cw-soft"> {own.roleName}</span>}
      </>
    ),
    onClick: () => list.open(own.id),
  });
  const group = (key: string, items: SavedView[]): Items =>
    items.length === 0
      ? []
      : [{ key, type: 'group', label: t(`list.view.of.${key}`), children: items.map(entry) }];
  const of = (audience: SavedView['audience']) => views.items.filter((own) => own.audience === audience);

  const isOwn = view !== undefined && views.ownDefaultId === view.id;
  const actions: Items = [
    ...(view?.mayChange && modified
      ? [{ key: 'save', label: t('list.view.save'), onClick: () => void save(view) }]
      : []),
    { key: 'saveAs', label: t('list.view.saveAs'), onClick: () => setSaving('new') },
    ...(modified ? [{ key: 'reset', label: t('list.view.reset'), onClick: () => resetAll(list) }] : []),
    ...(view
      ? [
          {
            key: 'mine',
            label: t(isOwn ? 'list.view.mineOff' : 'list.view.mineOn'),
            onClick: () =>
              void attempt(() => views.setDefault(isOwn ? undefined : view.id), t('list.view.defaultSet')),
          },
        ]
      : views.defaultId !== null
        ? [
            {
              key: 'plain',
              label: t('list.view.plainDefault'),
              onClick: () => void attempt(() => views.setDefault(0), t('list.view.defaultSet')),
            },
          ]
        : views.ownDefaultId === 0
          ? [
              {
                key: 'follow',
                label: t('list.view.mineOff'),
                onClick: () => void attempt(() => views.setDefault(undefined), t('list.view.defaultSet')),
              },
            ]
          : []),
    ...(view?.mayChange
      ? [
          ...(view.audience === 'private'
            ? []
            : [
                {
                  key: 'shared',
                  label: t(view.isDefault ? 'list.view.sharedOff' : 'list.view.sharedOn'),
                  onClick: () =>
                    void attempt(
                      () => views.setDefault(view.id, true, !view.isDefault),
                      t('list.view.defaultSet'),
                    ),
                },
              ]),
          { key: 'rename', label: t('list.view.rename'), onClick: () => setSaving('rename') },
          { key: 'delete', danger: true, label: t('list.view.delete'), onClick: () => void remove(view) },
        ]
      : []),
  ];
  const items: Items = [
    {
      key: 'plain-list',
      icon: view ? <span className="cw-no-icon" /> : <CheckOutlined />,
      label: t('list.view.plain'),
      onClick: () => list.open('none'),
    },
    ...group('private', of('private')),
    ...group('role', of('role')),
    ...group('everyone', of('everyone')),
    { type: 'divider' },
    ...actions,
  ];
  return (
    <>
      <Dropdown
        menu={{ items, style: { maxHeight: '70vh', overflow: 'auto', minWidth: 220 } }}
        trigger={['click']}
        onOpenChange={(open) => {
          if (open) void views.refresh();
        }}
      >
        <Button aria-label={t('list.view.menu', { name: view?.name ?? t('list.view.plain') })}>
          {view?.name ?? t('list.view.plain')}
          {modified && <Tag color="warning">{t('list.view.modified')}</Tag>}
          <DownOutlined />
        </Button>
      </Dropdown>
      {modified && view?.mayChange && (
        <Button type="link" onClick={() => void save(view)}>
          {t('list.view.save')}
        </Button>
      )}
      {modified && (
        <Button type="link" onClick={() => resetAll(list)}>
          {t('list.view.reset')}
        </Button>
      )}
      {saving && (
        <SaveViewDialog
          view={saving === 'rename' ? view : undefined}
          mayShare={views.mayShare}
          onClose={() => setSaving(null)}
          onSave={async (named) => {
            const saved =
              saving === 'rename' && view
                ? await views.save({
                    ...named,
                    id: view.id,
                    version: view.version,
                    query: view.query,
                    layout: view.layout,
                  })
                : await views.save({
                    ...named,
                    query: viewQuery(list.state, resource),
                    layout: list.layout,
                  });
            if (saving === 'new') list.open(saved.id);
            setSaving(null);
            void message.success(t('list.view.saved', { name: saved.name }));
          }}
        />
      )}
    </>
  );
}

function resetAll(list: UseListState): void {
  list.setLayout(undefined);
  list.reset();
}
