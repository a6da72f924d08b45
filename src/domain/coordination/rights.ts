import { documentKinds, type RoomKind } from './kinds.ts';

/** How somebody is in a room: by hand, as its owner, or because of their company, position or part in the document. */
export type MemberBy = 'owner' | 'added' | 'company' | 'position' | 'party';

export interface RoomRights {
  /** Name, members. */
  manage: boolean;
  close: boolean;
  leave: boolean;
}

const closable: readonly RoomKind[] = ['group', 'meeting', ...documentKinds];

/**
 * What somebody may do to a room beside speaking in it. Its owner manages and closes it; whoever is on a position manages who
 * else is in its room. A room of two, of a company or of a position is never closed by hand, and nobody leaves a room of two.
 */
export function rightsIn(kind: RoomKind, ways: readonly MemberBy[]): RoomRights {
  const owns = ways.includes('owner') && closable.includes(kind);
  return {
    manage: owns || (kind === 'position' && ways.includes('position')),
    close: owns,
    leave: kind !== 'direct' && ways.length > 0 && ways.every((way) => way === 'added' || way === 'owner'),
  };
}
