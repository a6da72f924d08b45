import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { wallDigits, zoneLabel } from '#web/client/clock.ts';
import { otherMoment } from './wall-clock.ts';

interface Props {
  /** UTC, ISO 8601. */
  value: string;
  /** `02:30`: what was asked for and is not on the wall; `value` was taken in its place. */
  leftOut: string | null;
  onChange: (value: string) => void;
  disabled?: boolean;
}

/** Says of a moment that the wall shows twice which of the two it is, and of one that it leaves out what was taken. */
export function MomentNote({ value, leftOut, onChange, disabled = false }: Props) {
  const { t } = useTranslation();
  const time = wallDigits(value).slice(11, 16);
  const other = otherMoment(value);
  if (leftOut !== null) {
    return (
      <div className="cw-help" role="status">
        {t('form.moment.leftOut', { time: leftOut, taken: time })}
      </div>
    );
  }
  if (other === null) return null;
  return (
    <div className="cw-help" role="status">
      {t(other.isFirst ? 'form.moment.second' : 'form.moment.first', { time, zone: zoneLabel(value) })}{' '}
      {!disabled && (
        <Button type="link" size="small" onClick={() => onChange(other.iso)}>
          {t(other.isFirst ? 'form.moment.takeFirst' : 'form.moment.takeSecond', {
            zone: zoneLabel(other.iso),
          })}
        </Button>
      )}
    </div>
  );
}
