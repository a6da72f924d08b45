import { onDemand } from '#web/ui/on-demand.tsx';

/** Charts and the editor of filters come with the first form that has tiles. */
export const TilesField = onDemand(async () => (await import('./tiles-field.tsx')).TilesField);
