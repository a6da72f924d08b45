import { Alert, Button, Card, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { resourceNamed } from '../../catalogue.ts';
import { Failure } from '../../components/failure.tsx';
import { useLocale } from '../../locale.ts';
import { enumChoices } from '../../resources/labels.ts';
import type { FieldMessage } from '../../resources/record-validator.ts';
import { FindingsList } from './findings-list.tsx';
import { Countdown, FlightTime } from './flight-time.tsx';
import { usePlaceOf } from './place-of.ts';
import type { FindingView, Suggestion } from './plan-types.ts';
import { SuggestionList } from './suggestion-list.tsx';
import type { useCheck } from './use-check.ts';

interface Props {
  check: ReturnType<typeof useCheck>;
  /** What the form itself still misses. */
  missing: FieldMessage[];
  onPick: (field: string) => void;
  onUrgency: (urgency: string) => void;
  onSuggestion: (suggestion: Suggestion) => void;
}

/** Beside the form, as one types: by when it must be filed, everything that stands against it, and what would be free. */
export function CheckPanel({ check, missing, onPick, onUrgency, onSuggestion }: Props) {
  const { t } = useTranslation();
  const placeOf = usePlaceOf();
  const found = check.enabled ? (check.data?.findings ?? []) : [];
  const own = missing.map(
    ({ field, message }): FindingView => ({
      level: 'error',
      code: 'input',
      rule: '',
      field,
      message,
      with: null,
    }),
  );
  const errors = [...own, ...found.filter(({ level }) => level === 'error')];
  const warnings = found.filter(({ level }) => level === 'warning');
  const clear = check.enabled && check.data && errors.length + warnings.length === 0;
  return (
    <>
      {check.enabled && check.data?.deadlines && (
        <Deadline
          check={check.data}
          late={found.some(({ code }) => code === 'deadline')}
          onUrgency={onUrgency}
        />
      )}
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
        {check.error && check.error.code !== '' && check.enabled && (
          <Failure title={t('plan.check.failed')} error={check.error} retry={() => void check.refetch()} />
        )}
        {!check.enabled && <p className="plan-soft">{t('plan.check.waiting')}</p>}
        {clear && (
          <p className="plan-clear">
            <span aria-hidden="true">✓ </span>
            {t('plan.check.clear')}
          </p>
        )}
        <FindingsList findings={errors} placeOf={placeOf} onPick={onPick} />
        <SuggestionList
          suggestions={check.enabled ? (check.data?.suggestions ?? []) : []}
          onTake={onSuggestion}
        />
        <FindingsList findings={warnings} placeOf={placeOf} onPick={onPick} />
      </Card>
    </>
  );
}

/** By when it is filed, by which rule; where that is past, the urgent categories that are still open. */
export function Deadline({
  check,
  late,
  onUrgency,
}: {
  check: NonNullable<Props['check']['data']>;
  late: boolean;
  onUrgency: (urgency: string) => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { deadlines, offeredUrgencies } = check;
  if (!deadlines) return null;
  const urgency = resourceNamed('plan')?.schema.properties.urgency;
  const names = urgency ? enumChoices(urgency, locale) : [];
  return (
    <Alert
      type={late ? 'error' : 'info'}
      role={late ? 'alert' : 'status'}
      showIcon
      message={
        deadlines.submitBy ? (
          <span className="cw-bar">
            <span>
              {t('plan.add.submitBy')} <FlightTime at={deadlines.submitBy} />
            </span>
            <Countdown to={deadlines.submitBy} />
          </span>
        ) : (
          t('plan.add.noLimit')
        )
      }
      description={
        <>
          <div>{deadlines.rule}</div>
          {late && offeredUrgencies.length > 0 && (
            <fieldset className="cw-bar cw-plain" aria-label={t('plan.add.offer')} style={{ marginTop: 8 }}>
              <span>{t('plan.add.offer')}</span>
              {offeredUrgencies.map((one) => (
                <Button key={one} size="small" data-urgency={one} onClick={() => onUrgency(one)}>
                  {names.find(({ value }) => value === one)?.label ?? one}
                </Button>
              ))}
            </fieldset>
          )}
        </>
      }
    />
  );
}
