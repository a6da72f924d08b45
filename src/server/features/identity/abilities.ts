import { type Ability, type Actor, abilityOf, rulesFor } from '#domain/identity/access.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';

/** What an actor may do with the record types as they are now. */
export type Abilities = (actor: Actor) => Ability;

/** Built once for an actor: `Accounts` gives the same object for as long as nothing about the user has changed. */
export function createAbilities(catalogue: Catalogue): Abilities {
  let known = new WeakMap<Actor, Ability>();
  catalogue.onReplace(() => {
    known = new WeakMap();
  });
  return (actor) => {
    const ability = known.get(actor) ?? abilityOf(rulesFor(actor, catalogue.resources));
    known.set(actor, ability);
    return ability;
  };
}
