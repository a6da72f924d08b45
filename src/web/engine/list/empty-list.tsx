import { PlusOutlined } from '@ant-design/icons';
import { Button, Empty, Space } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listTools } from '#web/engine/list-tools.ts';
import type { ListToolProps } from './list-tool.ts';

interface Props {
  narrowed: boolean;
  trash: boolean;
  name: string;
  /** Address of the form for a new one, where the user may make one. */
  create: string | undefined;
  tool: ListToolProps;
  onClear: () => void;
}

/** Why there is nothing: no record meets the conditions, the trash is empty, or this is the first use. */
export function EmptyList({ narrowed, trash, name, create, tool, onClear }: Props) {
  const { t } = useTranslation();
  if (narrowed) {
    return (
      <Empty description={t('list.noResults')}>
        <Button onClick={onClear}>{t('list.clearFilters')}</Button>
      </Empty>
    );
  }
  if (trash) return <Empty description={t('list.trashEmpty')} />;
  return (
    <Empty description={create ? t('list.emptyCreate', { name }) : t('list.empty', { name })}>
      {create && (
        <Space>
          <Link to={create}>
            <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
              {t('list.new')}
            </Button>
          </Link>
          <ImportButton {...tool} />
        </Space>
      )}
    </Empty>
  );
}

/** Many records begin as a spreadsheet that somebody has already. */
function ImportButton(props: ListToolProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const tool = listTools.find(({ key, when }) => key === 'import' && (when?.(props) ?? true));
  const Dialog = useMemo(() => (tool ? lazy(tool.load) : null), [tool]);
  if (!tool || !Dialog) return null;
  return (
    <>
      <Button icon={<tool.Icon />} onClick={() => setOpen(true)}>
        {t(tool.titleKey)}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <Dialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
