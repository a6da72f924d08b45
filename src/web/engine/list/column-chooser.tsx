import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  HolderOutlined,
  PushpinFilled,
  PushpinOutlined,
} from '@ant-design/icons';
import { Button, Checkbox, Drawer, Input, Segmented, Tooltip } from 'antd';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Resource, systemFields } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { fieldOf } from '#web/engine/fields.ts';
import { pressedKey } from '#web/ui/composing.ts';
import { densities, type Layout, type Side } from './layout.ts';

interface Props {
  resource: Resource;
  columns: readonly string[];
  layout: Layout;
  /** On cards there is nothing to pin, and no density. */
  cards: boolean;
  onColumns: (columns: string[]) => void;
  onLayout: (layout: Layout) => void;
  onReset: () => void;
  onClose: () => void;
}

/** Which fields a list shows, in which order, pinned where; kept for the user as they go. */
export function ColumnChooser(props: Props) {
  const { resource, layout, cards, onLayout, onReset, onClose } = props;
  // Shown as chosen at once: the address, where the choice lives, takes a moment.
  const [columns, setColumns] = useState(props.columns);
  useEffect(() => setColumns(props.columns), [props.columns]);
  const onColumns = (next: string[]) => {
    setColumns(next);
    props.onColumns(next);
  };
  const { t } = useTranslation();
  const label = useLabel();
  const [typed, setTyped] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const textOf = (field: string) => label(fieldOf(resource, field)?.['x-label'], field);
  const all = useMemo(
    () => [...new Set([...Object.keys(resource.schema.properties), ...systemFields])],
    [resource],
  );
  const meets = (field: string) =>
    `${textOf(field)} ${field}`.toLowerCase().includes(typed.trim().toLowerCase());
  const hidden = all.filter((field) => !columns.includes(field));

  const move = (field: string, to: number) => {
    const rest = columns.filter((own) => own !== field);
    const at = Math.max(0, Math.min(rest.length, to));
    onColumns([...rest.slice(0, at), field, ...rest.slice(at)]);
  };
  const pin = (field: string) => {
    const pins = { ...layout.pins };
    const next: Record<string, Side | undefined> = { none: 'left', left: 'right', right: undefined };
    const side = next[pins[field] ?? 'none'];
    if (side) pins[field] = side;
    else delete pins[field];
    onLayout({ ...layout, pins });
  };
  const byKey = (field: string) => (event: KeyboardEvent) => {
    if (!event.altKey || (pressedKey(event) !== 'ArrowUp' && pressedKey(event) !== 'ArrowDown')) return;
    event.preventDefault();
    move(field, columns.indexOf(field) + (pressedKey(event) === 'ArrowUp' ? -1 : 1));
  };

  return (
    <Drawer
      open
      onClose={onClose}
      title={t('list.columns')}
      width={Math.min(400, window.innerWidth)}
      extra={
        <Button size="small" onClick={onReset}>
          {t('list.columnsReset')}
        </Button>
      }
    >
      {!cards && (
        <fieldset className="cw-plain-set">
          <legend>{t('list.density')}</legend>
          <Segmented
            block
            aria-label={t('list.density')}
            value={layout.density ?? 'compact'}
            onChange={(density) => onLayout({ ...layout, density })}
            options={densities.map((value) => ({ value, label: t(`list.density.${value}`) }))}
          />
        </fieldset>
      )}
      <Input
        allowClear
        aria-label={t('list.columnsFind')}
        placeholder={t('list.columnsFind')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        style={{ margin: '12px 0' }}
      />
      <h3 className="cw-small-title">{t('list.columnsShown', { count: columns.length })}</h3>
      <ol className="cw-choices">
        {columns.filter(meets).map((field) => {
          const side = layout.pins?.[field];
          const at = columns.indexOf(field);
          return (
            <li
              key={field}
              draggable
              data-dragged={dragged === field || undefined}
              onDragStart={(event) => {
                setDragged(field);
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', field);
              }}
              onDragOver={(event) => {
                if (dragged) event.preventDefault();
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged && dragged !== field) move(dragged, at);
                setDragged(null);
              }}
              onDragEnd={() => setDragged(null)}
            >
              <HolderOutlined aria-hidden="true" className="cw-grip" />
              <Checkbox
                checked
                disabled={columns.length === 1}
                onChange={() => onColumns(columns.filter((own) => own !== field))}
                onKeyDown={byKey(field)}
              >
                {textOf(field)}
              </Checkbox>
              <span className="cw-grow" />
              <IconButton
                text={t('list.columnUp', { label: textOf(field) })}
                icon={<ArrowUpOutlined />}
                disabled={at === 0}
                onClick={() => move(field, at - 1)}
              />
              <IconButton
                text={t('list.columnDown', { label: textOf(field) })}
                icon={<ArrowDownOutlined />}
                disabled={at === columns.length - 1}
                onClick={() => move(field, at + 1)}
              />
              {!cards && (
                <IconButton
                  text={t(`list.pin.${side ?? 'none'}`, { label: textOf(field) })}
                  icon={side ? <PushpinFilled rotate={side === 'right' ? 90 : 0} /> : <PushpinOutlined />}
                  onClick={() => pin(field)}
                />
              )}
            </li>
          );
        })}
      </ol>
      <h3 className="cw-small-title">{t('list.columnsHidden', { count: hidden.length })}</h3>
      <ul className="cw-choices">
        {hidden.filter(meets).map((field) => (
          <li key={field}>
            <Checkbox checked={false} onChange={() => onColumns([...columns, field])}>
              {textOf(field)}
            </Checkbox>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}

function IconButton(props: { text: string; icon: React.ReactNode; disabled?: boolean; onClick: () => void }) {
  return (
    <Tooltip title={props.text}>
      <Button
        size="small"
        type="text"
        icon={props.icon}
        aria-label={props.text}
        disabled={props.disabled}
        onClick={props.onClick}
      />
    </Tooltip>
  );
}
