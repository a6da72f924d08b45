import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DefinitionError } from '#contract/schema-overlay.ts';
import type { OverlayField } from '#domain/overlays/overlay.ts';
import { emptyLabel, errorAt } from './draft.ts';
import { FormLineGroup } from './form-line.tsx';

interface Props {
  choices: NonNullable<OverlayField['choices']>;
  path: string;
  errors: readonly DefinitionError[];
  onChange: (choices: NonNullable<OverlayField['choices']>) => void;
}

/** The choices of a field: a code that is kept, and what people read. */
export function ChoicesEditor({ choices, path, errors, onChange }: Props) {
  const { t } = useTranslation();
  const whole = errorAt(errors, path);
  const put = (index: number, change: Partial<(typeof choices)[number]>) =>
    onChange(choices.map((choice, at) => (at === index ? { ...choice, ...change } : choice)));
  return (
    <FormLineGroup label={t('schema.choices')}>
      {choices.map(({ value, label }, index) => {
        const at = `${path}.${index}`;
        const choiceErrors = errors.filter(({ field }) => field.startsWith(`${at}.`));
        const number = index + 1;
        const wrong = (part: string) => (errorAt(errors, `${at}.${part}`) ? ('error' as const) : undefined);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: choices have no other name while they are typed
          <div key={index} className="cw-schema-choice">
            <Input
              aria-label={t('schema.choiceCode', { number })}
              placeholder={t('schema.code')}
              value={value}
              status={wrong('value')}
              onChange={(event) => put(index, { value: event.target.value })}
            />
            <Input
              lang="zh-Hans"
              aria-label={t('schema.choiceZh', { number })}
              placeholder={t('schema.language.zh-Hans')}
              value={label['zh-Hans']}
              status={wrong('label.zh-Hans')}
              onChange={(event) => put(index, { label: { ...label, 'zh-Hans': event.target.value } })}
            />
            <Input
              lang="en"
              aria-label={t('schema.choiceEn', { number })}
              placeholder={t('schema.language.en')}
              value={label.en}
              status={wrong('label.en')}
              onChange={(event) => put(index, { label: { ...label, en: event.target.value } })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('schema.removeChoice', { number })}
              onClick={() => onChange(choices.filter((_, own) => own !== index))}
            />
            {choiceErrors.length > 0 && (
              <div className="cw-schema-fault" role="alert">
                {[...new Set(choiceErrors.map(({ message }) => message))].join(' ')}
              </div>
            )}
          </div>
        );
      })}
      {whole && (
        <div className="cw-schema-fault" role="alert">
          {whole}
        </div>
      )}
      <Button
        icon={<PlusOutlined />}
        size="small"
        onClick={() => onChange([...choices, { value: '', label: emptyLabel }])}
      >
        {t('schema.addChoice')}
      </Button>
    </FormLineGroup>
  );
}
