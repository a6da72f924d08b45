import type { Labels } from '#contract/labels.ts';

/** A name that came with the answer; a dash where there is none. */
export function labelOf(labels: Labels, ...fields: string[]): string {
  for (const field of fields) {
    const own = labels[field];
    if (Array.isArray(own) && own.length > 0) return own.join('、');
    if (typeof own === 'string' && own !== '') return own;
  }
  return '—';
}
