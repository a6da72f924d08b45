import type { CoverageLook, JointLook } from './coverage-layer.tsx';
import type { InterferenceLook } from './interference-look.tsx';

/** What a kind of cell looks like on the map, for the legend. */
export function Swatch({ look }: { look: CoverageLook | JointLook | InterferenceLook | 'declared' }) {
  return <span className="equipment-swatch" data-look={look} aria-hidden="true" />;
}
