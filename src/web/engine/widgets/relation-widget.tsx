import { ExportOutlined, PlusOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import { Button, Space } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Ability, mayEver } from '#domain/identity/access.ts';
import { useLabel } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { opensScreen } from '#web/client/screens.ts';
import { hasScreens } from '#web/client/session.ts';
import { inlineCreation } from '#web/engine/form/inline-creation.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';

/** One related record, or a list of them: found by typing, opened beside, or made here and now by whoever may. */
export function RelationWidget(props: WidgetProps) {
  const { id, options, value, onChange, onBlur, disabled, readonly, rawErrors, label } = props;
  const { t } = useTranslation();
  const say = useLabel();
  const ability = useAbility<Ability>();
  const [making, setMaking] = useState(false);
  const target = resourceNamed(String(options.resource));
  const many = options.many === true;
  const closed = disabled || readonly;
  const kind = say(target?.schema['x-label']);
  const { Drawer } = inlineCreation;
  const mayMake = Drawer && !closed && target && !target.readOnly && mayEver(ability, 'create', target.name);
  const opens = hasScreens() && target && typeof value === 'number' && opensScreen(target, 'show');
  const select = (
    <RelationSelect
      id={id}
      label={label}
      resource={String(options.resource)}
      multiple={many}
      value={value ?? undefined}
      disabled={closed}
      invalid={Boolean(rawErrors?.length)}
      describedBy={ariaDescribedByIds(id)}
      onBlur={() => onBlur(id, value)}
      onChange={onChange}
    />
  );
  if (!mayMake && !opens) return select;
  return (
    <>
      <Space.Compact block>
        {select}
        {opens && (
          <Button
            icon={<ExportOutlined />}
            href={`${target.path}/${value}`}
            target="_blank"
            rel="noopener"
            aria-label={t('form.openRelated', { label })}
            title={t('form.openRelated', { label })}
          />
        )}
        {mayMake && (
          <Button
            icon={<PlusOutlined />}
            aria-label={t('form.makeRelated', { kind, label })}
            title={t('form.makeRelated', { kind, label })}
            onClick={() => setMaking(true)}
          />
        )}
      </Space.Compact>
      {making && Drawer && target && (
        <Suspense fallback={null}>
          <Drawer
            resource={target}
            onClose={() => setMaking(false)}
            onSaved={(record) => {
              setMaking(false);
              onChange(many ? [...(Array.isArray(value) ? value : []), record.id] : record.id);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
