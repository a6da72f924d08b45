import { LinkOutlined, MoreOutlined } from '@ant-design/icons';
import { App, Button, Dropdown, type MenuProps } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listTools } from '#web/engine/list-tools.ts';
import { viewQuery } from '#web/engine/url-state.ts';
import { copyText } from '#web/ui/copy-text.ts';
import type { ListTool, ListToolProps } from './list-tool.ts';

interface Props extends ListToolProps {
  /** What the screen of the record type adds to those of every list. */
  more?: NonNullable<MenuProps['items']>;
}

/** What can be done with the list as a whole. */
export function ToolsMenu({ more = [], ...props }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [open, setOpen] = useState<ListTool | null>(null);
  const items: NonNullable<MenuProps['items']> = [
    ...more,
    ...listTools
      .filter((tool) => tool.when?.(props) ?? true)
      .map((tool) => ({
        key: tool.key,
        icon: <tool.Icon />,
        label: t(tool.titleKey),
        onClick: () => setOpen(tool),
      })),
    {
      key: 'link',
      icon: <LinkOutlined />,
      label: t('list.copyLink'),
      onClick: () => {
        const query = viewQuery(props.state, props.resource);
        const address = `${window.location.origin}${props.resource.path}?${query || 'view=none'}`;
        void copyText(address).then((copied) =>
          copied ? message.success(t('list.linkCopied')) : message.error(t('list.linkNotCopied')),
        );
      },
    },
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button icon={<MoreOutlined />} aria-label={t('list.more')}>
          {t('list.more')}
        </Button>
      </Dropdown>
      {open && <Opened key={open.key} tool={open} {...props} onClose={() => setOpen(null)} />}
    </>
  );
}

function Opened({ tool, ...props }: ListToolProps & { tool: ListTool; onClose: () => void }) {
  const Tool = useMemo(() => lazy(tool.load), [tool]);
  return (
    <Suspense fallback={null}>
      <Tool {...props} />
    </Suspense>
  );
}
