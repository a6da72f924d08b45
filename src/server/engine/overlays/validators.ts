import { createHmac } from 'node:crypto';
import type { Resource } from '#domain/record/resource.ts';
import { validatorModule } from '#domain/record/validator-code.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';

export interface AddedValidators {
  /** Record types that differ from the shipped ones. */
  changed(): Resource[];
  /** Where the judge of this type is; unguessable, since a script is fetched without a token. */
  pathOf(resource: Resource): string;
  /** The module at that path's last part; undefined where there is none, or no longer. */
  codeAt(file: string): string | undefined;
}

export const validatorsPath = '/api/catalogue/validators';

/** The judges of what was added at run time, compiled when first asked for. The same on every server of one secret. */
export function createAddedValidators(deps: {
  catalogue: Catalogue;
  shipped: Resource[];
  secret: string;
}): AddedValidators {
  const { catalogue, shipped, secret } = deps;
  const asShipped = new Set(shipped);
  let files = new Map<string, { resource: Resource; code: string | undefined }>();

  const fileOf = ({ schema }: Resource) =>
    `${createHmac('sha256', secret).update('validator\0').update(JSON.stringify(schema)).digest('hex')}.js`;
  const changed = () => catalogue.resources.filter((resource) => !asShipped.has(resource));

  function gather(): void {
    files = new Map(
      changed().map((resource) => {
        const file = fileOf(resource);
        return [file, files.get(file) ?? { resource, code: undefined }];
      }),
    );
  }
  gather();
  catalogue.onReplace(gather);

  return {
    changed,
    pathOf: (resource) => `${validatorsPath}/${fileOf(resource)}`,
    codeAt(file) {
      const found = files.get(file);
      if (!found) return undefined;
      found.code ??= validatorModule(found.resource.schema);
      return found.code;
    },
  };
}
