import { Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Asks for the name to be typed; tells whether it is. */
export function ConfirmName({ name, onChange }: { name: string; onChange: (right: boolean) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  return (
    <div>
      <p>{t('show.purgeText')}</p>
      <label htmlFor={id}>{t('show.purgeType', { name })}</label>
      <Input
        id={id}
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange(event.target.value.trim() === name);
        }}
      />
    </div>
  );
}
