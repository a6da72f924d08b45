import { type Ability, mayEver, mayReadField } from '#domain/identity/access.ts';
import { type Resource, shownField } from '#domain/record/resource.ts';
import { labelIn } from '#domain/text/label.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Catalogue } from './catalogue.ts';
import { titleIn } from './fields.ts';
import type { Records } from './records.ts';
import type { StoredRecord } from './stored-record.ts';

/** Records of one type in an answer at most. */
const mostOfType = 5;
/** Types that are asked at a time: a search must not take every connection of the database. */
const together = 4;

/** One search over every record type that the caller may read: what the command palette asks. */
export function createSearchService(deps: { records: Records; catalogue: Catalogue }): Service {
  const { records, catalogue } = deps;

  async function search(caller: Caller, resource: Resource, words: string): Promise<StoredRecord[]> {
    const { sort } = resource;
    return records.untyped.rows(caller, resource.name, {
      most: mostOfType,
      // An order by what the user may not see would be refused.
      sort: sort && mayReadField(caller.ability, resource.name, sort.field) ? [sort] : [],
      search: words,
    });
  }

  return implement('Search', {
    async Find({ words }, caller) {
      const searched = catalogue.resources.filter((resource) => isSearched(caller.ability, resource));
      const answers: StoredRecord[][] = [];
      for (let first = 0; first < searched.length; first += together) {
        const some = searched.slice(first, first + together);
        answers.push(...(await Promise.all(some.map((resource) => search(caller, resource, words)))));
      }
      return {
        items: searched.flatMap((resource, i) => {
          const items = (answers[i] ?? []).map((record) => named(caller, resource, record));
          if (items.length === 0) return [];
          const label = labelIn(resource.schema['x-label'], caller.locale);
          return [{ resource: resource.name, label, items }];
        }),
      };
    },
  });
}

/**
 * Types with a place in the menu and a name that the user may read: the others belong to a record of these.
 */
function isSearched(ability: Ability, { name, menu, search, titleField }: Resource): boolean {
  return (
    menu !== undefined &&
    search.some((field) => mayReadField(ability, name, field)) &&
    mayEver(ability, 'read', name) &&
    mayReadField(ability, name, titleField)
  );
}

function named(caller: Caller, resource: Resource, record: StoredRecord) {
  const { ability, locale } = caller;
  const { name, subtitleField } = resource;
  const subtitle =
    subtitleField && mayReadField(ability, name, subtitleField)
      ? shownField(resource, record, subtitleField, locale)
      : undefined;
  return {
    id: record.id,
    title: titleIn(caller, resource, record),
    subtitle: typeof subtitle === 'string' && subtitle !== '' ? subtitle : null,
  };
}
