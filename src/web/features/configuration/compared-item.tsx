import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Checkbox, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfigurationItemView } from '#contract/configuration-transfer.ts';
import { DifferenceTable } from '#web/ui/difference-table.tsx';

const colours = { same: undefined, new: 'green', changed: 'blue', onlyHere: undefined } as const;

export const hasError = ({ problems }: ConfigurationItemView): boolean =>
  problems.some(({ level }) => level === 'error');

interface Props {
  item: ConfigurationItemView;
  /** Labels of what is applied with it. */
  needs?: readonly string[];
  /** Absent: it is not chosen here. */
  choice?: { checked: boolean; disabled: boolean; onChange: (checked: boolean) => void };
}

/** One item: what becomes of it, its problems, and on request each value before and after. */
export function ComparedItemLine({ item, needs = [], choice }: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { label, key, status, changes, problems } = item;
  const name = (
    <>
      <span className="configuration-label">{label}</span>{' '}
      {key !== label && <code className="cw-soft configuration-key">{key}</code>}
    </>
  );
  return (
    <li className="configuration-item" data-status={status}>
      <div className="configuration-line">
        {choice ? (
          <Checkbox
            checked={choice.checked}
            disabled={choice.disabled}
            onChange={(event) => choice.onChange(event.target.checked)}
          >
            {name}
          </Checkbox>
        ) : (
          <span>{name}</span>
        )}
        <Tag {...(colours[status] ? { color: colours[status] } : {})} className="configuration-tag">
          {t(`configuration.status.${status}`)}
        </Tag>
        {changes.length > 0 && (
          <Button
            type="link"
            size="small"
            aria-expanded={isOpen}
            aria-label={t('configuration.showChanges', { name: label, count: changes.length })}
            icon={isOpen ? <DownOutlined /> : <RightOutlined />}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('configuration.changes', { count: changes.length })}
          </Button>
        )}
      </div>
      {needs.length > 0 && (
        <p className="cw-soft configuration-note">
          {t('configuration.needs', { names: needs.join(t('configuration.comma')) })}
        </p>
      )}
      {problems.map(({ level, text }) => (
        <p key={text} className={level === 'error' ? 'configuration-error' : 'configuration-warning'}>
          <strong>{t(`configuration.level.${level}`)}</strong> {text}
        </p>
      ))}
      {isOpen && (
        <DifferenceTable
          label={label}
          rows={changes.map(({ label: field, before, after }, index) => ({
            // Two fields of a list may have one label.
            key: `${index} ${field}`,
            label: field,
            before,
            after,
          }))}
        />
      )}
    </li>
  );
}
