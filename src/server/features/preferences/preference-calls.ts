import { fieldError, refused } from '#domain/text/errors.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { PreferenceStore } from './preference-store.ts';

/** Of one value, in bytes of its JSON; and how many keys a person may fill. */
const mostBytes = 65_536;
const mostKeys = 500;

/** What a screen keeps for its user: column widths, the last mapping of an import. Nobody sees that of another. */
export function createPreferenceService({ preferences }: { preferences: PreferenceStore }): Service {
  return implement('Preference', {
    async Get(input, { actor }) {
      return { key: input.key, value: await preferences.read(actor.userId, input.key) };
    },
    async Set(input, { actor }) {
      // Whoever leaves the value out keeps nothing.
      const value = input.value ?? null;
      if (Buffer.byteLength(JSON.stringify(value)) > mostBytes) {
        throw fieldError('value', 'view.preferenceTooLarge', { kB: mostBytes / 1024 });
      }
      const before = await preferences.read(actor.userId, input.key);
      if (before === null && value !== null && (await preferences.count(actor.userId)) >= mostKeys) {
        throw refused('view.preferencesFull', { most: mostKeys });
      }
      await preferences.write(actor.userId, input.key, value);
      return { key: input.key, value };
    },
  });
}
