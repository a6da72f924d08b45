import type { Resource } from '#domain/record/resource.ts';

/** The field of a type that holds tiles: its form builds them, its page draws them. */
export function tilesFieldOf({ form }: Pick<Resource, 'form'>): string | undefined {
  return Object.entries(form?.widgets ?? {}).find(([, widget]) => widget === 'tiles')?.[0];
}
