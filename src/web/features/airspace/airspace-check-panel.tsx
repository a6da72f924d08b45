import { useTranslation } from 'react-i18next';
import type { AirspaceCheckView } from '#contract/airspace/airspace-output.ts';
import { CheckCard, FilingLimit } from '#web/engine/check-card.tsx';
import type { FieldMessage } from '#web/engine/record-validator.ts';
import type { TypedCheck } from '#web/engine/use-typed-check.ts';
import { Countdown } from '#web/ui/flight-time.tsx';
import { RuleText } from '#web/ui/rule-text.tsx';
import { useAirspacePlaceOf } from './airspace-place.ts';

interface Props {
  check: TypedCheck<'Airspace'>;
  /** What the form itself still misses. */
  missing: FieldMessage[];
  /** Approved already: nothing is filed, so no clock runs. */
  granted: boolean;
  onPick: (field: string) => void;
}

/** Beside the form, as one types and draws: who would decide, by when it must be filed, and all that stands against it. */
export function AirspaceCheckPanel({ check, missing, granted, onPick }: Props) {
  const { t } = useTranslation();
  const placeOf = useAirspacePlaceOf();
  const known = check.enabled ? check.data : undefined;
  // The server tells of a field that is missing too, and better.
  const reported = new Set(known?.findings.map(({ field }) => field));
  return (
    <>
      {known && !granted && <Clock data={known} />}
      <CheckCard
        check={check}
        missing={missing.filter(({ field }) => !reported.has(field))}
        placeOf={placeOf}
        onPick={onPick}
        texts={{ waiting: t('airspace.check.waiting'), clear: t('airspace.check.clear') }}
      />
    </>
  );
}

/** Art. 8 and 9 of Order 371: which body decides, and the working days before the first use. */
function Clock({ data }: { data: AirspaceCheckView }) {
  const { t } = useTranslation();
  return (
    <FilingLimit
      late={data.findings.some(({ code }) => code === 'late')}
      at={data.submitBy}
      label={t('airspace.check.submitBy')}
      none={t('airspace.check.noTimes')}
    >
      {data.decideBy && (
        <div>
          <Countdown to={data.decideBy} label={t('airspace.check.decideBy')} />
        </div>
      )}
      {data.rule && (
        <div className="plan-soft">
          <RuleText text={data.rule} />
        </div>
      )}
      <div>
        {t('airspace.check.authority')} <strong>{data.levelText}</strong>
        {data.authority && ` · ${data.authority.name}`}
      </div>
    </FilingLimit>
  );
}
