import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Suggestion } from '#contract/plans/plan-output.ts';

interface Props {
  suggestions: readonly Suggestion[];
  /** Takes it over into the sortie. */
  onTake: (suggestion: Suggestion) => void;
  /** Stands behind the first of each kind: the key that takes it. */
  keyOf?: (kind: Suggestion['kind']) => ReactNode;
}

/** The nearest free times and levels of sorties that something refuses; one click takes one over. */
export function SuggestionList({ suggestions, onTake, keyOf }: Props) {
  const { t } = useTranslation();
  if (suggestions.length === 0) return null;
  return (
    <fieldset className="plan-suggestions">
      <legend>{t('plan.check.suggestions')}</legend>
      {suggestions.map((one, index) => (
        <Button
          key={`${one.kind} ${one.task} ${one.message}`}
          size="small"
          data-suggestion={one.kind}
          onClick={() => onTake(one)}
        >
          {one.message}
          {keyOf && suggestions.findIndex(({ kind }) => kind === one.kind) === index && keyOf(one.kind)}
        </Button>
      ))}
    </fieldset>
  );
}
