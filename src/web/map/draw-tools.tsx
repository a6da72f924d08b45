import { AimOutlined, ClearOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Tool } from './drawing.ts';

interface Props {
  tools: readonly Tool[];
  tool: Tool | 'pick' | null;
  /** An airspace that is there may be taken over. */
  picks: boolean;
  snaps: boolean;
  mayUndo: boolean;
  mayRedo: boolean;
  empty: boolean;
  onTool: (tool: Tool | 'pick') => void;
  onSnaps: (snaps: boolean) => void;
  onUndo: () => void;
  onRedo: () => void;
  onClear: () => void;
}

/** What one draws with, fitting switched on or off, steps back and forth. */
export function DrawTools(props: Props) {
  const { t } = useTranslation();
  const { tools, tool, picks, snaps, mayUndo, mayRedo, empty } = props;
  return (
    <div className="cw-draw-tools" role="toolbar" aria-label={t('map.draw.tools')}>
      <Segmented<string>
        size="small"
        aria-label={t('map.draw.tools')}
        value={tool ?? ''}
        onChange={(next) => props.onTool(tools.find((one) => one === next) ?? 'pick')}
        options={[
          ...tools.map((one) => ({ value: one, label: t(`map.draw.${one}`) })),
          ...(picks ? [{ value: 'pick', label: t('map.draw.pick') }] : []),
        ]}
      />
      <Button
        size="small"
        className="cw-snap-switch"
        icon={<AimOutlined />}
        aria-pressed={snaps}
        title={t('map.draw.snapHelp')}
        onClick={() => props.onSnaps(!snaps)}
      >
        {t(snaps ? 'map.draw.snapOn' : 'map.draw.snapOff')}
      </Button>
      <Button
        size="small"
        icon={<UndoOutlined />}
        disabled={!mayUndo}
        title="Ctrl+Z / ⌘Z"
        onClick={props.onUndo}
      >
        {t('map.draw.undo')}
      </Button>
      <Button
        size="small"
        icon={<RedoOutlined />}
        disabled={!mayRedo}
        title="Ctrl+Shift+Z / ⇧⌘Z"
        onClick={props.onRedo}
      >
        {t('map.draw.redo')}
      </Button>
      <Button size="small" icon={<ClearOutlined />} disabled={empty} onClick={props.onClear}>
        {t('map.draw.clear')}
      </Button>
    </div>
  );
}
