import { systemCaller } from '#server/kernel/caller.ts';
import type { Engine } from './engine.ts';
import { exampleRecord, type Surroundings } from './example-record.ts';

const admin = systemCaller();

/** Makes what an example relates to, once for each resource. */
export function surroundings({ records }: Pick<Engine, 'records'>, next: () => number): Surroundings {
  const made = new Map<string, Promise<number>>();
  const codes = new Map<string, Promise<string>>();
  const create = async (name: string, values: Record<string, unknown>) =>
    (await records.transaction((transaction) => records.untyped.create(admin, name, values, transaction))).id;
  const around: Surroundings = {
    relate(name, anew = false) {
      const known = made.get(name);
      if (known && !anew) return known;
      const id = exampleRecord(records.untyped.resource(name), next(), around, 'required fields').then(
        (values) => create(name, values),
      );
      made.set(name, id);
      return id;
    },
    codeOf(dictionary) {
      const known = codes.get(dictionary);
      if (known) return known;
      const code = (async () => {
        const owner = await create('dictionary', { code: dictionary, name: dictionary, nameEn: dictionary });
        await create('dictionaryItem', { dictionary: owner, code: 'some', label: '某', labelEn: 'Some' });
        return 'some';
      })();
      codes.set(dictionary, code);
      return code;
    },
  };
  return around;
}
