import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SheetCommand } from './sheet-keys.ts';

/** The commands that people look for with a pointer, each with its key. */
export function SheetTools({
  onCommand,
  canUndo,
  canRedo,
}: {
  onCommand: (command: SheetCommand) => void;
  canUndo: boolean;
  canRedo: boolean;
}) {
  const { t } = useTranslation();
  const plain = [
    ['newPlan', 'Alt+Enter'],
    ['newSortie', 'Ctrl+Enter'],
    ['duplicatePlan', 'Ctrl+B'],
    ['fillDown', 'Ctrl+D'],
  ] as const;
  const more = [
    ['duplicate', 'Ctrl+Shift+D'],
    ['details', 'F4'],
    ['nextError', 'F8'],
    ['previousError', 'Shift+F8'],
    ['clear', 'Delete'],
    ['remove', 'Ctrl+Delete'],
  ] as const;
  const steps = [
    ['undo', 'Ctrl+Z', canUndo],
    ['redo', 'Ctrl+Y', canRedo],
  ] as const;
  return (
    <div role="toolbar" aria-label={t('plan.sheet.tools')} className="cw-bar">
      {plain.map(([name, key]) => (
        <Button
          key={name}
          size="small"
          title={key}
          data-command={name}
          onClick={() => onCommand({ do: name })}
        >
          {t(`plan.sheet.do.${name}`)}
        </Button>
      ))}
      <Dropdown
        trigger={['click']}
        menu={{
          items: more.map(([name, key]) => ({ key: name, label: `${t(`plan.sheet.do.${name}`)}  ${key}` })),
          onClick: ({ key }) => {
            const [name] = more.find(([one]) => one === key) ?? [];
            if (name) onCommand({ do: name });
          },
        }}
      >
        <Button size="small" aria-haspopup="menu">
          {t('plan.sheet.more')}
        </Button>
      </Dropdown>
      {steps.map(([name, key, can]) => (
        <Button key={name} size="small" title={key} disabled={!can} onClick={() => onCommand({ do: name })}>
          {t(`plan.sheet.do.${name}`)}
        </Button>
      ))}
    </div>
  );
}
