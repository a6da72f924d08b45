import {
  type Candidate,
  type Found,
  foldedName,
  type Meaning,
  meaningIn,
  pickedIn,
} from '#domain/plans/sheet/names.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { isObject, textOf } from '#domain/text/narrow.ts';
import { shownLocale } from '#web/client/shown-locale.ts';

/** Asks the records endpoint: the first records of a type, those that a text finds, or one by its number. */
export interface NamesSource {
  list(
    resource: string,
    text: string,
    count: number,
  ): Promise<{ rows: Record<string, unknown>[]; total: number }>;
  one(resource: string, id: number): Promise<Record<string, unknown>>;
}

/** By which fields people call a record of a type: its title first. */
const called: Record<string, readonly string[]> = {
  aircraft: ['registration', 'callsign'],
  pilot: ['name', 'nameEn', 'licenceNumber'],
  airport: ['name', 'nameEn', 'icao', 'iata', 'localCode'],
  takeoffLandingPoint: ['name', 'nameEn', 'code'],
  airspace: ['name', 'nameEn', 'designator'],
  missionType: ['name', 'nameEn', 'code'],
};
const second: Record<string, string> = {
  aircraft: 'callsign',
  pilot: 'licenceNumber',
  airport: 'icao',
  takeoffLandingPoint: 'code',
  airspace: 'designator',
  missionType: 'code',
};

/** A type of so few records is read whole, and names are then found without asking. */
const wholeUpTo = 500;
const searchCount = 20;

function foundIn(resource: string, row: Record<string, unknown>): Found[] {
  if (typeof row.id !== 'number') return [];
  const names = (called[resource] ?? []).flatMap((field) => {
    const value = row[field];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  const more = row[second[resource] ?? ''];
  return [
    {
      resource,
      id: row.id,
      label: nameIn({ name: names[0], nameEn: textOf(row.nameEn) }, shownLocale.get()) ?? `#${row.id}`,
      names,
      ...(typeof more === 'string' && more !== '' ? { second: more } : {}),
    },
  ];
}

export interface Names {
  meaningOf(resources: readonly string[], text: string): Meaning;
  /** Those that a text may still become, for who types it. */
  search(resources: readonly string[], text: string): Promise<Candidate[]>;
  /** How a cell reads: a picked record by its name. */
  labelOf(text: string): string;
  subscribe(listener: () => void): () => void;
  /** Grows with every answer. */
  revision(): number;
}

/** What names in cells mean; each is asked for once, and everyone is told when an answer comes. */
export function createNames(source: NamesSource): Names {
  const whole = new Map<string, Promise<Found[] | null>>();
  const known = new Map<string, Found[] | null>();
  const answers = new Map<string, Found[]>();
  const loading = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();
  let revision = 0;
  const tell = () => {
    revision += 1;
    for (const listener of listeners) listener();
  };

  /** All records of the type, or null where they are too many. */
  function all(resource: string): Promise<Found[] | null> {
    const running = whole.get(resource);
    if (running) return running;
    const made = source.list(resource, '', wholeUpTo).then(
      ({ rows, total }) => (total > wholeUpTo ? null : rows.flatMap((row) => foundIn(resource, row))),
      // Whoever may not read them, or is offline: the next paste asks again.
      () => {
        whole.delete(resource);
        return [];
      },
    );
    whole.set(resource, made);
    void made.then((list) => {
      known.set(resource, list);
      tell();
    });
    return made;
  }

  async function find(resource: string, text: string): Promise<Found[]> {
    const list = await all(resource);
    if (list) return matching(list, text);
    const { rows } = await source.list(resource, text, searchCount);
    return rows.flatMap((row) => foundIn(resource, row));
  }

  function ask(key: string, question: () => Promise<Found[]>): void {
    if (loading.has(key)) return;
    const running = question().then(
      (found) => {
        answers.set(key, found);
        tell();
      },
      () => {
        // Asked again when the cell is next looked at after something changed.
        loading.delete(key);
      },
    );
    loading.set(key, running);
  }

  function byNumber(resource: string, id: number): Found[] | undefined {
    const list = known.get(resource);
    const own = list?.filter((one) => one.id === id);
    if (own && own.length > 0) return own;
    const key = `${resource}#${id}`;
    if (!answers.has(key)) {
      ask(key, async () => {
        const local = (await all(resource))?.filter((one) => one.id === id) ?? [];
        return local.length > 0 ? local : foundIn(resource, await source.one(resource, id));
      });
    }
    return answers.get(key);
  }

  return {
    meaningOf(resources, text) {
      const picked = pickedIn(text);
      if (picked) {
        const own = byNumber(picked.resource, picked.id);
        return own ? meaningIn(own, own[0]?.label ?? '') : { state: 'pending' };
      }
      const found: Found[] = [];
      for (const resource of resources) {
        const list = known.get(resource);
        if (list) found.push(...matching(list, text));
        else {
          const key = `${resource} ${foldedName(text)}`;
          ask(key, () => find(resource, text));
          const answer = answers.get(key);
          if (!answer) return { state: 'pending' };
          found.push(...answer);
        }
      }
      return meaningIn(found, text);
    },
    async search(resources, text) {
      const lists = await Promise.all(resources.map((resource) => find(resource, text)));
      return lists.flat().slice(0, searchCount);
    },
    labelOf(text) {
      const picked = pickedIn(text);
      if (!picked) return text;
      return byNumber(picked.resource, picked.id)?.[0]?.label ?? '…';
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    revision: () => revision,
  };
}

/** Called exactly so first, then those whose names begin with it, then those that hold it. */
function matching(list: readonly Found[], text: string): Found[] {
  const wanted = foldedName(text);
  if (wanted === '') return [...list];
  const rank = ({ names }: Found) =>
    Math.min(
      ...names.map((name) => {
        const folded = foldedName(name);
        return folded === wanted ? 0 : folded.startsWith(wanted) ? 1 : folded.includes(wanted) ? 2 : 3;
      }),
      3,
    );
  return list
    .map((one) => ({ one, rank: rank(one) }))
    .filter((found) => found.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

/** The rows of an answer as far as they are records. */
export function recordsIn(data: unknown): Record<string, unknown>[] {
  return Array.isArray(data) ? data.filter(isObject) : [];
}
