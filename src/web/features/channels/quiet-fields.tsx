import { Checkbox, Input, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuietHours } from '#domain/notices/channels.ts';
import { serviceZone } from '#web/client/clock.ts';

interface Props {
  quiet: QuietHours | null;
  onChange: (quiet: QuietHours | null) => void;
}

/** From when until when nobody is disturbed, and on whose clock. */
export function QuietFields({ quiet, onChange }: Props) {
  const { t } = useTranslation();
  const zones = useMemo(
    () =>
      [...new Set([serviceZone(), ...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((value) => ({ value })),
    [],
  );
  const time = (name: 'from' | 'until') =>
    quiet && (
      <span>
        <label htmlFor={`quiet-${name}`}>{t(`channels.quiet.${name}`)}</label>{' '}
        <Input
          id={`quiet-${name}`}
          type="time"
          style={{ width: 120 }}
          required
          value={quiet[name]}
          onChange={({ target }) => target.value && onChange({ ...quiet, [name]: target.value.slice(0, 5) })}
        />
      </span>
    );
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' }}>
      <Checkbox
        checked={quiet !== null}
        onChange={({ target }) =>
          onChange(target.checked ? { from: '22:00', until: '06:00', zone: serviceZone() } : null)
        }
      >
        {t('channels.quiet')}
      </Checkbox>
      {quiet && (
        <>
          {time('from')}
          {time('until')}
          <Select
            showSearch
            style={{ width: 200 }}
            aria-label={t('channels.quiet.zone')}
            value={quiet.zone}
            options={zones}
            onChange={(zone) => onChange({ ...quiet, zone })}
          />
        </>
      )}
      <span className="cw-soft">{t('channels.quiet.help')}</span>
    </div>
  );
}
