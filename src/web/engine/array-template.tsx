import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { type ArrayFieldItemTemplateProps, type ArrayFieldTemplateProps, getUiOptions } from '@rjsf/utils';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { withinSentence } from '#domain/text/label.ts';

/** A list whose items are added and removed one by one. */
export function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { title, items, canAdd, onAddClick, required, uiSchema, readonly, disabled, fieldPathId } = props;
  const { t } = useTranslation();
  const { help } = getUiOptions(uiSchema);
  return (
    <fieldset className="cw-nested cw-wide" id={fieldPathId.$id} tabIndex={-1}>
      <legend>
        {title}
        {required && (
          <span aria-hidden="true" className="cw-required">
            *
          </span>
        )}
      </legend>
      {help && <div className="cw-help">{help}</div>}
      <div style={{ display: 'grid', gap: 8 }}>{items}</div>
      {canAdd && !readonly && !disabled && (
        <Button type="dashed" icon={<PlusOutlined />} onClick={onAddClick} style={{ marginTop: 8 }}>
          {t('form.add', { title: withinSentence(title) })}
        </Button>
      )}
    </fieldset>
  );
}

export function ArrayFieldItemTemplate({ children, buttonsProps, index }: ArrayFieldItemTemplateProps) {
  const { t } = useTranslation();
  return (
    <div style={{ display: 'flex', gap: 8, alignItems: 'flex-start' }}>
      <div style={{ flex: 1, minWidth: 0 }}>{children}</div>
      {buttonsProps.hasRemove && !buttonsProps.readonly && (
        <Button
          type="text"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('form.remove', { number: index + 1 })}
          onClick={buttonsProps.onRemoveItem}
        />
      )}
    </div>
  );
}
