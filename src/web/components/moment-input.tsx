import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { useTranslation } from 'react-i18next';
import { serviceZone, zuluText } from '../clock.ts';

dayjs.extend(utc);

interface Props {
  /** UTC, ISO 8601. */
  value: unknown;
  onChange: (value: string | undefined) => void;
  id?: string;
  disabled?: boolean;
  status?: 'error' | '';
  'aria-label'?: string;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
  onBlur?: () => void;
  onFocus?: () => void;
}

/** A moment: kept in UTC, entered in the service's zone, both written beside it. */
export function MomentInput({ value, onChange, ...rest }: Props) {
  const { t } = useTranslation();
  // The picker works on wall-clock figures; the zone is added and taken off here, whatever the browser's own is.
  const shown = typeof value === 'string' ? dayjs.utc(value).add(serviceZone.offsetMs, 'ms') : null;
  const wall = shown ? dayjs(shown.format('YYYY-MM-DDTHH:mm:ss')) : null;
  return (
    <div style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
      <DatePicker
        {...rest}
        style={{ flex: 1, minWidth: 0 }}
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        value={wall}
        onChange={(date) => {
          const figures = one(date)?.format('YYYY-MM-DDTHH:mm:00');
          onChange(
            figures ? new Date(Date.parse(`${figures}Z`) - serviceZone.offsetMs).toISOString() : undefined,
          );
        }}
      />
      <span className="cw-figures" style={{ color: 'var(--cw-soft)' }}>
        {serviceZone.label}
        {typeof value === 'string' ? ` · ${zuluText(value)}` : ` (${t('form.zone')})`}
      </span>
    </div>
  );
}

function one(date: Dayjs | Dayjs[] | null): Dayjs | undefined {
  return (Array.isArray(date) ? date[0] : date) ?? undefined;
}
