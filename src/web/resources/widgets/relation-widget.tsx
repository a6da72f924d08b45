import { ExportOutlined, PlusOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import { Button, Space } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Ability, mayEver } from '../../../domain/access.ts';
import { resourceNamed } from '../../catalogue.ts';
import { useLabel } from '../../locale.ts';
import { opensScreen } from '../../providers/screens.ts';
import { hasScreens } from '../../session.ts';
import { RelationSelect } from '../relation-select.tsx';

// The drawer holds the form that this widget stands in: it comes when it is first opened.
const RecordFormDrawer = lazy(async () => ({
  default: (await import('../form/record-form-drawer.tsx')).RecordFormDrawer,
}));

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
  const mayMake = !closed && target && !target.readOnly && mayEver(ability, 'create', target.name);
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
      {making && target && (
        <Suspense fallback={null}>
          <RecordFormDrawer
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
