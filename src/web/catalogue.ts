import { resources as shipped } from '../../resources.config.ts';
import type { Resource } from '../domain/resource.ts';
import { createStore, useStore } from './store.ts';

/**
 * The record types of the product as they are now: those of resources.config.ts, and what an administrator added at
 * run time. Screens take them from here, never from the file, and draw themselves anew when they change.
 */
const catalogue = createStore<readonly Resource[]>(shipped);

export function currentResources(): readonly Resource[] {
  return catalogue.get();
}

export function useResources(): readonly Resource[] {
  return useStore(catalogue);
}

export function resourceNamed(name: string): Resource | undefined {
  return catalogue.get().find((resource) => resource.name === name);
}

export function useResource(name: string): Resource | undefined {
  return useStore(catalogue).find((resource) => resource.name === name);
}

/** Puts what the server says in the place of all. */
export function replaceResources(resources: readonly Resource[]): void {
  catalogue.set(resources);
}
