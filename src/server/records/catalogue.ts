import { AppError } from '../../domain/errors.ts';
import type { Resource } from '../../domain/resource.ts';
import { type RecordType, type RecordTypes, recordTypes } from './record-type.ts';

/**
 * The record types of the product as they are now: those of schemas/, and what an administrator added at run time.
 * `resources` and `types` are live: who holds them sees the present types, so nothing may be worked out from them
 * once and kept without listening to `onReplace`.
 */
export interface Catalogue {
  readonly resources: Resource[];
  readonly types: RecordTypes;
  /** The type of this name, in any case, as paths are; notFound where there is none. */
  find(name: string): RecordType;
  /** Puts these types in the place of all. */
  replace(resources: Resource[]): void;
  onReplace(listener: () => void): () => void;
}

export function createCatalogue(first: Resource[]): Catalogue {
  const resources = [...first];
  const types = recordTypes(first);
  const listeners = new Set<() => void>();
  return {
    resources,
    types,
    find(name) {
      const wanted = name.toLowerCase();
      for (const type of types.values()) if (type.resource.name.toLowerCase() === wanted) return type;
      throw new AppError('notFound', { key: 'records.unknownResource', values: { name } });
    },
    replace(next) {
      // Worked out first: a type that does not compile leaves everything as it was.
      const replaced = recordTypes(next);
      resources.splice(0, resources.length, ...next);
      types.clear();
      for (const [name, type] of replaced) types.set(name, type);
      for (const listener of listeners) listener();
    },
    onReplace(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
