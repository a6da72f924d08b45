import type { Resource } from '#domain/record/resource.ts';
import { resources as shipped } from '#resources';
import { createStore, useStore } from './store.ts';

/**
 * The record types of the product as they are now: those of resources.config.ts, and what an administrator added at
 * run time. Screens take them from here, never from the file, and draw themselves anew when they change.
 */
interface Catalogue {
  resources: readonly Resource[];
  /** Grows with what is published; 0: as shipped. */
  revision: number;
  /** Where the judges are of what was not there when the page was built, by resource. */
  validators: Readonly<Record<string, string>>;
}

const catalogue = createStore<Catalogue>({ resources: shipped, revision: 0, validators: {} });

export function currentResources(): readonly Resource[] {
  return catalogue.get().resources;
}

export function useResources(): readonly Resource[] {
  return useStore(catalogue).resources;
}

export function resourceNamed(name: string): Resource | undefined {
  return currentResources().find((resource) => resource.name === name);
}

export function useResource(name: string): Resource | undefined {
  return useResources().find((resource) => resource.name === name);
}

/** The type as the product was built with it; undefined: it was added at run time. */
export function shippedResource(name: string): Resource | undefined {
  return shipped.find((resource) => resource.name === name);
}

export function shippedResources(): readonly Resource[] {
  return shipped;
}

export function catalogueRevision(): number {
  return catalogue.get().revision;
}

/** The module that judges records of this type, where it is not the one that the page was built with. */
export function validatorPath(name: string): string | undefined {
  return catalogue.get().validators[name];
}

/** Puts what the server says on top of what is shipped: changed types in their place, added ones behind. */
export function replaceCatalogue(
  changed: readonly Resource[],
  revision: number,
  validators: Readonly<Record<string, string>>,
): void {
  const before = new Map(currentResources().map((resource) => [resource.name, resource]));
  // What has not changed stays the same object: a screen that shows it is not drawn anew.
  const same = (resource: Resource) => {
    const was = before.get(resource.name);
    return was && JSON.stringify(was) === JSON.stringify(resource) ? was : resource;
  };
  const news = new Map(changed.map((resource) => [resource.name, same(resource)]));
  const names = new Set(shipped.map(({ name }) => name));
  catalogue.set({
    resources: [
      ...shipped.map((resource) => news.get(resource.name) ?? resource),
      ...[...news.values()].filter(({ name }) => !names.has(name)),
    ],
    revision,
    validators,
  });
}
