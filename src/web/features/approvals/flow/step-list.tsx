import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FlowProblemView } from '#contract/approvals/flow-config.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { useLocale } from '#web/client/locale.ts';
import { pressedKey } from '#web/ui/composing.ts';
import { type Design, type DesignAct, freeName } from './design-state.ts';

interface Props {
  design: Design;
  selected: number | null;
  problems: FlowProblemView[];
  act: (act: DesignAct) => void;
}

/** The steps as a list that does all that the canvas does, for keyboards, readers and phones. */
export function StepList({ design, selected, problems, act }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { steps } = design;
  return (
    <nav aria-label={t('flow.list.title')}>
      <ol className="flow-list">
        <li className="flow-list-item" data-current={selected === null}>
          <button
            type="button"
            aria-current={selected === null}
            onClick={() => act({ type: 'select', index: null })}
          >
            {t('flow.list.flow')}
          </button>
        </li>
        {steps.map((step, index) => {
          const own = problems.filter((problem) => problem.step === index);
          const sign = own.some(({ level }) => level === 'error') ? '✕ ' : own.length > 0 ? '⚠ ' : '';
          const name = nameIn(step, locale) || t('flow.panel.nameless');
          return (
            <li key={step.key} className="flow-list-item" data-current={selected === index}>
              <button
                type="button"
                aria-current={selected === index}
                data-step={index}
                onClick={() => act({ type: 'select', index })}
                onKeyDown={(event) => {
                  if (!event.altKey || (pressedKey(event) !== 'ArrowUp' && pressedKey(event) !== 'ArrowDown'))
                    return;
                  event.preventDefault();
                  act({ type: 'move', from: index, to: index + (pressedKey(event) === 'ArrowUp' ? -1 : 1) });
                }}
              >
                {index + 1}. {sign && <span style={{ color: 'var(--cw-error)' }}>{sign}</span>}
                {name}
              </button>
              <Button
                size="small"
                type="text"
                icon={<ArrowUpOutlined />}
                aria-label={t('flow.list.up', { name })}
                disabled={index === 0}
                onClick={() => act({ type: 'move', from: index, to: index - 1 })}
              />
              <Button
                size="small"
                type="text"
                icon={<ArrowDownOutlined />}
                aria-label={t('flow.list.down', { name })}
                disabled={index === steps.length - 1}
                onClick={() => act({ type: 'move', from: index, to: index + 1 })}
              />
              <Button
                size="small"
                type="text"
                icon={<CopyOutlined />}
                aria-label={t('flow.list.duplicate', { name })}
                onClick={() =>
                  act({ type: 'duplicate', index, name: freeName(steps, name, t('flow.list.copy')) })
                }
              />
              <Button
                size="small"
                type="text"
                danger
                icon={<DeleteOutlined />}
                aria-label={t('flow.list.remove', { name })}
                onClick={() => act({ type: 'remove', index })}
              />
            </li>
          );
        })}
      </ol>
      <Button
        block
        type="dashed"
        icon={<PlusOutlined />}
        style={{ marginTop: 6 }}
        disabled={steps.length >= 20}
        onClick={() => act({ type: 'add', name: freeName(steps, t('flow.list.newName'), '') })}
      >
        {t('flow.list.add')}
      </Button>
    </nav>
  );
}
