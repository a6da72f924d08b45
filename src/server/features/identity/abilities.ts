import { type Ability, type Actor, abilityOf, type Rule, rulesFor } from '#domain/identity/access.ts';
import { readingOf } from '#domain/identity/token-scope.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';

/** What an actor may do with the record types as they are now. */
export interface Abilities {
  (actor: Actor): Ability;
  /** What of it is reading. */
  reading(actor: Actor): Ability;
}

/** Built once for an actor: `Accounts` gives the same object for as long as nothing about the user has changed. */
export function createAbilities(catalogue: Catalogue): Abilities {
  const remembered = (of: (rules: Rule[]) => Rule[]) => {
    let known = new WeakMap<Actor, Ability>();
    catalogue.onReplace(() => {
      known = new WeakMap();
    });
    return (actor: Actor) => {
      const ability = known.get(actor) ?? abilityOf(of(rulesFor(actor, catalogue.resources)));
      known.set(actor, ability);
      return ability;
    };
  };
  return Object.assign(
    remembered((rules) => rules),
    { reading: remembered(readingOf) },
  );
}
