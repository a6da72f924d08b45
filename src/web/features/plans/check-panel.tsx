import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CheckView, Suggestion } from '#contract/plans/plan-output.ts';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { CheckCard, FilingLimit } from '#web/engine/check-card.tsx';
import { enumChoices } from '#web/engine/labels.ts';
import type { FieldMessage } from '#web/engine/record-validator.ts';
import type { TypedCheck } from '#web/engine/use-typed-check.ts';
import { RuleText } from '#web/ui/rule-text.tsx';
import { usePlaceOf } from './place-of.ts';
import { SuggestionList } from './suggestion-list.tsx';

interface Props {
  check: TypedCheck<'Navigation'>;
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
  const known = check.enabled ? check.data : undefined;
  return (
    <>
      {known?.deadlines && (
        <Deadline
          check={known}
          late={known.findings.some(({ code }) => code === 'deadline')}
          onUrgency={onUrgency}
        />
      )}
      <CheckCard
        check={check}
        missing={missing}
        placeOf={placeOf}
        onPick={onPick}
        texts={{ waiting: t('plan.check.waiting'), clear: t('plan.check.clear') }}
      >
        <SuggestionList suggestions={known?.suggestions ?? []} onTake={onSuggestion} />
      </CheckCard>
    </>
  );
}

/** By when it is filed, by which rule; where that is past, the urgent categories that are still open. */
export function Deadline({
  check,
  late,
  onUrgency,
}: {
  check: CheckView;
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
    <FilingLimit
      late={late}
      at={deadlines.submitBy}
      label={t('plan.add.submitBy')}
      none={t('plan.add.noLimit')}
    >
      <div>
        <RuleText text={deadlines.rule} />
      </div>
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
    </FilingLimit>
  );
}
