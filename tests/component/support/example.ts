import { resources } from '#resources';
import { exampleRecord, type Surroundings } from '#tests/support/example-record.ts';
import type { Row } from './fake-server.ts';
import { server } from './mount.tsx';

let n = 700;

/** What there is to relate to: the first there is, or one more example. */
const around: Surroundings = {
  async relate(name, anew) {
    const [first] = anew ? [] : server().rows(name);
    return (first ?? (await example(name))).id;
  },
  async codeOf(code) {
    const dictionary = server()
      .rows('dictionary')
      .find((row) => row.code === code);
    const { id } = dictionary ?? (await example('dictionary', { code, name: code }));
    const item = server()
      .rows('dictionaryItem')
      .find((row) => row.dictionary === id);
    return String((item ?? (await example('dictionaryItem', { dictionary: id }))).code);
  },
};

/** A record of this type in the fake server, whole but for `values`. */
export async function example(name: string, values: Record<string, unknown> = {}): Promise<Row> {
  const resource = resources.find((one) => one.name === name);
  if (!resource) throw new Error(`${name} is no resource`);
  n += 1;
  const [row] = server().add(name, {
    ...(await exampleRecord(resource, n, around, 'every field')),
    ...values,
  });
  if (!row) throw new Error(`${name} was not made`);
  return row;
}
