import { Alert, Card, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindingView } from '#contract/finding-view.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FindingsList } from '#web/ui/findings-list.tsx';
import { Countdown } from '#web/ui/flight-time.tsx';
import type { FieldMessage } from './record-validator.ts';
import type { TypedCheck } from './use-typed-check.ts';

interface Props {
  check: TypedCheck<'Airspace'> | TypedCheck<'Navigation'>;
  /** What the form itself still misses. */
  missing: FieldMessage[];
  placeOf: (field: string) => string;
  onPick: (field: string) => void;
  /** Said while there is not enough to ask, and where nothing stands against it. */
  texts: { waiting: string; clear: string };
  /** Between what forbids it and what only warns. */
  children?: ReactNode;
}

/** Beside a form, as one types: all that stands against what is in it, counted. */
export function CheckCard({ check, missing, placeOf, onPick, texts, children }: Props) {
  const { t } = useTranslation();
  const found = check.enabled ? (check.data?.findings ?? []) : [];
  const errors = [...missing.map(asFinding), ...found.filter(({ level }) => level === 'error')];
  const warnings = found.filter(({ level }) => level === 'warning');
  const clear = check.enabled && check.data && errors.length + warnings.length === 0;
  return (
    <Card
      size="small"
      title={t('plan.check.title')}
      extra={
        <span aria-live="polite" className="cw-figures">
          {check.pending && check.enabled ? (
            <Spin size="small" aria-label={t('plan.check.running')} />
          ) : (
            t('plan.check.count', { errors: errors.length, warnings: warnings.length })
          )}
        </span>
      }
    >
      {check.error && check.enabled && (
        <Failure title={t('plan.check.failed')} error={check.error} retry={() => void check.refetch()} />
      )}
      {!check.enabled && <p className="plan-soft">{texts.waiting}</p>}
      {clear && (
        <p className="plan-clear">
          <span aria-hidden="true">✓ </span>
          {texts.clear}
        </p>
      )}
      <FindingsList findings={errors} placeOf={placeOf} onPick={onPick} />
      {children}
      <FindingsList findings={warnings} placeOf={placeOf} onPick={onPick} />
    </Card>
  );
}

const asFinding = ({ field, message }: FieldMessage): FindingView => ({
  level: 'error',
  code: 'input',
  rule: '',
  field,
  message,
  with: null,
  shape: null,
  altitudeCompared: null,
});

interface LimitProps {
  late: boolean;
  /** By when it is filed, UTC; null: it has no limit, or none is known. */
  at: string | null;
  label: string;
  none: string;
  /** By which rule, and what else follows. */
  children: ReactNode;
}

/** By when it must be filed, with the time that is left; an alarm where that is past. */
export function FilingLimit({ late, at, label, none, children }: LimitProps) {
  return (
    <Alert
      type={late ? 'error' : 'info'}
      role={late ? 'alert' : 'status'}
      showIcon
      message={at ? <Countdown to={at} label={label} /> : none}
      description={children}
    />
  );
}
