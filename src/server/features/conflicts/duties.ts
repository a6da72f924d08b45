import type { Engagement } from '#domain/plans/papers.ts';

/** When aircraft and pilots are under way, in memory: by the record that engages them, and by themselves. */
export interface Duties {
  /** In place of everything known. */
  load(all: Iterable<readonly [key: string, engagements: readonly Engagement[]]>): void;
  /** In place of what this record had; none: it engages nobody any more. */
  set(key: string, engagements: readonly Engagement[]): void;
  of(subjects: readonly Engagement['subject'][]): Engagement[];
}

export function createDuties(): Duties {
  const byRecord = new Map<string, readonly Engagement[]>();
  const bySubject = new Map<string, Set<Engagement>>();

  function set(key: string, engagements: readonly Engagement[]): void {
    for (const one of byRecord.get(key) ?? []) {
      const known = bySubject.get(nameOf(one.subject));
      known?.delete(one);
      if (known?.size === 0) bySubject.delete(nameOf(one.subject));
    }
    if (engagements.length === 0) byRecord.delete(key);
    else byRecord.set(key, engagements);
    for (const one of engagements) {
      const name = nameOf(one.subject);
      const known = bySubject.get(name) ?? new Set();
      known.add(one);
      bySubject.set(name, known);
    }
  }

  return {
    load(all) {
      byRecord.clear();
      bySubject.clear();
      for (const [key, engagements] of all) set(key, engagements);
    },
    set,
    of: (subjects) => [...new Set(subjects.map(nameOf))].flatMap((name) => [...(bySubject.get(name) ?? [])]),
  };
}

const nameOf = ({ resource, id }: Engagement['subject']) => `${resource}:${id}`;
