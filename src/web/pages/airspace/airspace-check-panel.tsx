import { Alert, Card, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../components/failure.tsx';
import type { FieldMessage } from '../../resources/record-validator.ts';
import { FindingsList } from '../plan/findings-list.tsx';
import { Countdown, FlightTime } from '../plan/flight-time.tsx';
import type { FindingView } from '../plan/plan-types.ts';
import { useAirspacePlaceOf } from './airspace-place.ts';
import type { useAirspaceCheck } from './use-airspace-check.ts';

interface Props {
  check: ReturnType<typeof useAirspaceCheck>;
  /** What the form itself still misses. */
  missing: FieldMessage[];
  onPick: (field: string) => void;
}

/** Beside the form, as one types and draws: who would decide, by when it must be filed, and all that stands against it. */
export function AirspaceCheckPanel({ check, missing, onPick }: Props) {
  const { t } = useTranslation();
  const placeOf = useAirspacePlaceOf();
  const found = check.enabled ? (check.data?.findings ?? []) : [];
  const named = new Set(found.map(({ field }) => field));
  const own = missing
    .filter(({ field }) => !named.has(field))
    .map(
      ({ field, message }): FindingView => ({
        level: 'error',
        code: 'input',
        rule: '',
        field,
        message,
        with: null,
      }),
    );
  const all = [...own, ...found];
  const errors = all.filter(({ level }) => level === 'error').length;
  const clear = check.enabled && check.data && all.length === 0;
  return (
    <>
      {check.enabled && check.data && <Clock data={check.data} />}
      <Card
        size="small"
        title={t('plan.check.title')}
        extra={
          <span aria-live="polite" className="cw-figures">
            {check.pending && check.enabled ? (
              <Spin size="small" aria-label={t('plan.check.running')} />
            ) : (
              t('plan.check.count', { errors, warnings: all.length - errors })
            )}
          </span>
        }
      >
        {check.error && check.enabled && (
          <Failure title={t('plan.check.failed')} error={check.error} retry={() => void check.refetch()} />
        )}
        {!check.enabled && <p className="plan-soft">{t('airspace.check.waiting')}</p>}
        {clear && (
          <p className="plan-clear">
            <span aria-hidden="true">✓ </span>
            {t('airspace.check.clear')}
          </p>
        )}
        <FindingsList findings={all} placeOf={placeOf} onPick={onPick} />
      </Card>
    </>
  );
}

/** Art. 8 and 9 of Order 371: which body decides, and the working days before the first use. */
function Clock({ data }: { data: NonNullable<Props['check']['data']> }) {
  const { t } = useTranslation();
  const late = data.findings.some(({ code }) => code === 'late');
  return (
    <Alert
      type={late ? 'error' : 'info'}
      role={late ? 'alert' : 'status'}
      showIcon
      message={
        data.submitBy ? (
          <span className="cw-bar">
            <span>
              {t('airspace.check.submitBy')} <FlightTime at={data.submitBy} />
            </span>
            <Countdown to={data.submitBy} />
          </span>
        ) : (
          t('airspace.check.noTimes')
        )
      }
      description={
        <>
          {data.decideBy && (
            <div>
              {t('airspace.check.decideBy')} <FlightTime at={data.decideBy} />
            </div>
          )}
          {data.rule && <div className="plan-soft">{data.rule}</div>}
          <div>
            {t('airspace.check.authority')} <strong>{data.levelText}</strong>
            {data.authority && ` · ${data.authority.name}`}
          </div>
        </>
      }
    />
  );
}
