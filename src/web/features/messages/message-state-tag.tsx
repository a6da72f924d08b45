import { useTranslation } from 'react-i18next';
import '#web/ui/plan-state.css';
import type { MessageState } from '#domain/messages/message-state.ts';

/** Each state by a glyph, a word and a colour, never by one alone. */
const looks: Record<MessageState, { glyph: string; tone: string }> = {
  pending: { glyph: '◔', tone: 'blue' },
  sent: { glyph: '▶', tone: 'indigo' },
  acknowledged: { glyph: '✓', tone: 'teal' },
  failed: { glyph: '✕', tone: 'red' },
  waiting: { glyph: '◑', tone: 'indigo' },
  applied: { glyph: '✓', tone: 'teal' },
  ignored: { glyph: '○', tone: 'grey' },
};

export function MessageStateTag({ state }: { state: MessageState }) {
  const { t } = useTranslation();
  const { glyph, tone } = looks[state];
  return (
    <span className="plan-state" data-tone={tone} data-state={state}>
      <span aria-hidden="true" className="plan-state-glyph">
        {glyph}
      </span>
      <span className="plan-state-word">{t(`messages.state.${state}`)}</span>
    </span>
  );
}
