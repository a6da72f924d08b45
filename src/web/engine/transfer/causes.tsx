import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportCause, ImportChoice } from '#domain/record/transfer/job.ts';

interface Props {
  causes: ImportCause[];
  busy: boolean;
  onChoose: (choice: ImportChoice) => void;
}

/** A text that names no record or several is settled once, for every row in which it stands. */
export function Causes({ causes, busy, onChoose }: Props) {
  const { t } = useTranslation();
  if (causes.length === 0) return null;
  return (
    <section aria-label={t('transfer.causes')}>
      <h3 className="cw-import-head">{t('transfer.causes')}</h3>
      <ul className="cw-import-causes">
        {causes.map((cause) => (
          <Cause key={`${cause.field} ${cause.text}`} cause={cause} busy={busy} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  );
}

function Cause({ cause, busy, onChoose }: Omit<Props, 'causes'> & { cause: ImportCause }) {
  const { t } = useTranslation();
  const { field, name, text, reason, rows, options } = cause;
  const [value, setValue] = useState<number | string | null>(
    options.length === 1 ? (options[0]?.value ?? null) : null,
  );
  return (
    <li data-cause={text}>
      <span>
        <strong>{name ?? field}</strong> {reason}{' '}
        <span className="cw-figures">{t('transfer.causeRows', { count: rows })}</span>
      </span>
      {options.length > 0 && (
        <span className="cw-bar">
          <Select
            className="cw-import-choice"
            aria-label={t('transfer.meant', { text })}
            placeholder={t('transfer.meantHint')}
            showSearch
            optionFilterProp="label"
            value={value}
            onChange={(next: number | string) => setValue(next)}
            options={options}
          />
          <Button
            disabled={value === null}
            loading={busy}
            onClick={() => value !== null && onChoose({ field, text, value })}
          >
            {t('transfer.takeForAll', { count: rows })}
          </Button>
        </span>
      )}
    </li>
  );
}
