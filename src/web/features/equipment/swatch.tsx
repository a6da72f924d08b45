import type { CoverageLook } from './coverage-layer.tsx';

/** What a kind of cell looks like on the map, for the legend. */
export function Swatch({ look }: { look: CoverageLook | 'declared' }) {
  return <span className="equipment-swatch" data-look={look} aria-hidden="true" />;
}
