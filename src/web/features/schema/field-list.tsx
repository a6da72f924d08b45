import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  LockOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import { Button, Tag, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DefinitionError } from '#contract/schema-overlay.ts';
import type { OverlayDefinition, OverlayField } from '#domain/overlays/overlay.ts';
import type { Resource } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { kindOf } from '#web/engine/fields.ts';
import { useIsMobile } from '#web/ui/appearance.ts';

interface Props {
  /** The type as shipped; undefined: all of it was added. */
  shipped: Resource | undefined;
  definition: OverlayDefinition;
  errors: readonly DefinitionError[];
  chosen: number | null;
  readOnly: boolean;
  onChoose: (index: number | null) => void;
  onAdd: () => void;
  onMove: (index: number, by: 1 | -1) => void;
  onRemove: (index: number) => void;
  /** Fields that were published once and are not in the draft: their values are kept. */
  published: readonly OverlayField[];
  onBringBack: (field: OverlayField) => void;
}

/** The fields of a type: those of the product with a lock, those that were added to be chosen. */
export function FieldList(props: Props) {
  const { shipped, definition, errors, chosen, readOnly, onChoose, onAdd, onMove, onRemove, published } =
    props;
  const { t } = useTranslation();
  const label = useLabel();
  const phone = useIsMobile();
  const { fields, type } = definition;
  const errorCountOf = (index: number) =>
    errors.filter(({ field }) => field.startsWith(`fields.${index}.`)).length;
  return (
    <nav aria-label={t('schema.fields')} className="cw-schema-list">
      {type && (
        <button
          type="button"
          className="cw-schema-item"
          aria-current={chosen === null}
          onClick={() => onChoose(null)}
        >
          <strong>{t('schema.ofType')}</strong>
          {errors.some(({ field }) => !field.startsWith('fields.')) && <Tag color="error">!</Tag>}
        </button>
      )}
      <h2>{t('schema.added', { count: fields.length })}</h2>
      {fields.length === 0 && <p className="cw-schema-help">{t('schema.noneAdded')}</p>}
      <ul>
        {fields.map((field, index) => {
          const name = label(field.label) || field.name;
          const wrong = errorCountOf(index);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
            <li key={index}>
              <button
                type="button"
                className="cw-schema-item"
                aria-current={chosen === index}
                onClick={() => onChoose(index)}
              >
                <span>
                  {name} <small>{t(`schema.kinds.${field.kind}`)}</small>
                </span>
                {wrong > 0 && <Tag color="error">{t('schema.faults', { count: wrong })}</Tag>}
              </button>
              {chosen === index && (
                <span className="cw-schema-tools">
                  <Button
                    size="small"
                    type="text"
                    icon={<ArrowUpOutlined />}
                    disabled={index === 0}
                    aria-label={t('schema.up', { name })}
                    onClick={() => onMove(index, -1)}
                  />
                  <Button
                    size="small"
                    type="text"
                    icon={<ArrowDownOutlined />}
                    disabled={index === fields.length - 1}
                    aria-label={t('schema.down', { name })}
                    onClick={() => onMove(index, 1)}
                  />
                  <Button
                    size="small"
                    type="text"
                    danger
                    icon={<DeleteOutlined />}
                    aria-label={t('schema.remove', { name })}
                    onClick={() => onRemove(index)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {!readOnly && (
        <Button block icon={<PlusOutlined />} onClick={onAdd}>
          {t('schema.addField')}
        </Button>
      )}
      {published.length > 0 && (
        <>
          <h2>{t('schema.kept', { count: published.length })}</h2>
          <ul>
            {published.map((field) => (
              <li key={field.name} className="cw-schema-item cw-schema-locked">
                <span>{label(field.label) || field.name}</span>
                <Button size="small" onClick={() => props.onBringBack(field)}>
                  {t('schema.bringBack')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {shipped && (
        <details open={!phone}>
          <summary>{t('schema.shipped', { count: Object.keys(shipped.schema.properties).length })}</summary>
          <ul>
            {Object.entries(shipped.schema.properties).map(([name, schema]) => (
              <li key={name} className="cw-schema-item cw-schema-locked">
                <span>
                  <Tooltip title={t('schema.locked')}>
                    <LockOutlined aria-label={t('schema.locked')} />
                  </Tooltip>{' '}
                  {label(schema['x-label'], name)}
                </span>
                <small>{t(`schema.shown.${kindOf(schema)}`)}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </nav>
  );
}
