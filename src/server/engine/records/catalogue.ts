import type { Resource } from '#domain/record/resource.ts';
import { AppError } from '#domain/text/errors.ts';
import { type RecordType, type RecordTypes, recordTypes } from './record-type.ts';

/**
 * The record types of the product as they are now: those of schemas/, and what an administrator added at run time.
 * `resources` and `types` are live: who holds them sees the present types, so nothing may be worked out from them
 * once and kept without listening to `onReplace`.
 */
export interface Catalogue {
  readonly resources: Resource[];
  readonly types: RecordTypes;
  /** Grows with what is published: which of two catalogues is the newer. */
  readonly revision: number;
  /** The type of this name, in any case, as paths are; notFound where there is none. */
  find(name: string): RecordType;
  /** Puts these types in the place of all; without a number it is the next. */
  replace(resources: Resource[], revision?: number): void;
  onReplace(listener: () => void): () => void;
}

export function createCatalogue(first: Resource[], firstRevision = 0): Catalogue {
  const resources = [...first];
  const types = recordTypes(first);
  let revision = firstRevision;
  const listeners = new Set<() => void>();
  return {
    resources,
    types,
    get revision() {
      return revision;
    },
    find(name) {
      const wanted = name.toLowerCase();
      for (const type of types.values()) if (type.resource.name.toLowerCase() === wanted) return type;
      throw new AppError('notFound', { key: 'records.unknownResource', values: { name } });
    },
    replace(next, newer = revision + 1) {
      // Worked out first: a type that does not compile leaves everything as it was.
      const replaced = recordTypes(next);
      for (const [name, type] of replaced) if (types.get(name) !== type) type.validator();
      resources.splice(0, resources.length, ...next);
      types.clear();
      for (const [name, type] of replaced) types.set(name, type);
      revision = newer;
      for (const listener of listeners) listener();
    },
    onReplace(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
