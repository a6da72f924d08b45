import { auditState, auditStateOf } from '#domain/approvals/audit.ts';
import type { Resource } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import '#web/ui/plan-state.css';

/** Each state by a glyph, a word and a colour, never by one alone. */
const looks = {
  [auditState.notSubmitted]: { glyph: '○', tone: 'grey' },
  [auditState.accepted]: { glyph: '✓', tone: 'teal' },
  [auditState.refused]: { glyph: '✕', tone: 'red' },
  [auditState.waiting]: { glyph: '◔', tone: 'blue' },
  [auditState.returned]: { glyph: '↩', tone: 'indigo' },
  [auditState.expired]: { glyph: '⊘', tone: 'red' },
};

/** Where a record of an audited type stands, in the words of its own schema. */
export function AuditStateTag({ resource, state }: { resource: Resource; state: unknown }) {
  const label = useLabel();
  const { approval } = resource;
  if (!approval) return null;
  const known = auditStateOf(approval, { [approval.state]: state });
  const { glyph, tone } = looks[known];
  return (
    <span className="plan-state" data-tone={tone} data-state={known}>
      <span aria-hidden="true" className="plan-state-glyph">
        {glyph}
      </span>
      <span className="plan-state-word">
        {label(resource.schema.properties[approval.state]?.['x-enum']?.[String(known)], String(known))}
      </span>
    </span>
  );
}
