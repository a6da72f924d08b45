import { useTranslation } from 'react-i18next';
import { isPlanState, type PlanState, stateKey } from '#domain/plans/states.ts';
import './plan-state.css';

type Tone = 'grey' | 'blue' | 'red' | 'teal' | 'indigo' | 'green' | 'flight' | 'landed' | 'ended';

/** Each state by a glyph, a word and a colour, never by one alone (experience.md §3). */
const looks: Record<PlanState, { glyph: string; tone: Tone }> = {
  0: { glyph: '○', tone: 'grey' },
  1: { glyph: '◔', tone: 'blue' },
  2: { glyph: '◔', tone: 'blue' },
  3: { glyph: '✕', tone: 'red' },
  4: { glyph: '✓', tone: 'teal' },
  5: { glyph: '◑', tone: 'indigo' },
  6: { glyph: '◑', tone: 'indigo' },
  7: { glyph: '⊘', tone: 'red' },
  8: { glyph: '▶', tone: 'green' },
  9: { glyph: '✈', tone: 'flight' },
  10: { glyph: '■', tone: 'landed' },
  11: { glyph: '–', tone: 'ended' },
  12: { glyph: '–', tone: 'ended' },
};

/** The glyph and tone of a state, for what shows it in another shape. */
export function stateLook(state: PlanState): { glyph: string; tone: string } {
  return looks[state];
}

interface Props {
  state: unknown;
  restricted?: boolean;
  /** The words of the view of today: an approved plan awaits its release application. */
  today?: boolean;
}

export function PlanStateTag({ state, restricted = false, today = false }: Props) {
  const { t } = useTranslation();
  if (!isPlanState(state)) return null;
  const { glyph, tone } = looks[state];
  return (
    <span
      className="plan-state"
      data-state={state}
      data-tone={tone}
      data-restricted={(restricted && state === 8) || undefined}
    >
      <span aria-hidden="true" className="plan-state-glyph">
        {glyph}
      </span>
      <span className="plan-state-word">{t(stateKey(state, { restricted, today }))}</span>
    </span>
  );
}
