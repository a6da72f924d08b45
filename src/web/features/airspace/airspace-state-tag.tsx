import { Tag } from 'antd';
import type { AirspaceItem } from '#contract/airspace/airspace-output.ts';
import { auditState } from '#domain/approvals/audit.ts';
import { useAirspaceWord } from './airspace-place.ts';
import './airspace.css';

type Standing = Pick<AirspaceItem, 'state' | 'auditState' | 'acceptState' | 'openState'>;

const glyphs = { draft: '○', waiting: '◔', refused: '✕', approved: '✓', expired: '■' } as const;

function lookOf({ state, auditState: audit }: Standing): keyof typeof glyphs {
  if (state === 2) return 'expired';
  if (state === 1) return 'approved';
  if (audit === auditState.waiting) return 'waiting';
  return audit === auditState.refused || audit === auditState.returned ? 'refused' : 'draft';
}

/** Where an application stands: state of the specification, and what the accepting body has said so far. */
export function AirspaceStateTag({ airspace }: { airspace: Standing }) {
  const word = useAirspaceWord();
  const look = lookOf(airspace);
  const isNamed = look === 'waiting' || look === 'refused';
  return (
    <Tag className="cw airspace-state" data-look={look}>
      <span aria-hidden="true">{glyphs[look]} </span>
      {isNamed && airspace.auditState
        ? word('auditState', airspace.auditState)
        : word('state', airspace.state)}
    </Tag>
  );
}

/** Open or closed, each with its sign; nothing where neither was recorded. */
export function OpenTag({ state }: { state: string | null | undefined }) {
  const word = useAirspaceWord();
  if (state !== 'open' && state !== 'closed') return null;
  return (
    <Tag className="cw airspace-open" data-open={state}>
      <span aria-hidden="true">{state === 'open' ? '◯ ' : '▨ '}</span>
      {word('openState', state)}
    </Tag>
  );
}
