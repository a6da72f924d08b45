import { type Validate, validators } from 'virtual:validators';
import { useEffect, useState } from 'react';
import type { Resource } from '#domain/record/resource.ts';
import { isObject } from '#domain/text/narrow.ts';
import { validatorPath } from '#web/client/record-types.ts';

/**
 * What judges records of this type before they are sent; undefined while it is on its way. Where the type changes
 * under an open form, the former judge stays until the new one is there: the form keeps what is typed.
 */
export function useValidator(resource: Resource): Validate | undefined {
  const [found, setFound] = useState<{ name: string; validate: Validate }>();
  useEffect(() => {
    let gone = false;
    void validatorOf(resource)?.then((validate) => {
      if (!gone) setFound({ name: resource.name, validate });
    });
    return () => {
      gone = true;
    };
  }, [resource]);
  return found?.name === resource.name ? found.validate : undefined;
}

/** The judge that the page was built with, or the server's where the type was changed or added since. */
function validatorOf(resource: Resource): Promise<Validate> | undefined {
  const path = validatorPath(resource.name);
  if (path !== undefined) return addedValidator(resource, path);
  return validators[resource.schema.$id]?.().then(({ validate }) => validate);
}

async function addedValidator(resource: Resource, path: string): Promise<Validate> {
  const [module, runtime] = await Promise.all([
    import(/* @vite-ignore */ path),
    import('./validator-runtime.ts'),
  ]);
  const validate: Validate = module.create(runtime);
  return ofVisible(resource, validate);
}

/** The judge knows every field; of one that this user may not see the server alone speaks. */
function ofVisible(resource: Resource, validate: Validate): Validate {
  const validateVisible: Validate = (value) => {
    const errors = validate(value) ? [] : (validate.errors ?? []);
    const seen = errors.filter(({ instancePath, params }) => {
      const [, field] = instancePath.split('/');
      const missing = isObject(params) ? params.missingProperty : undefined;
      const about = field ?? (typeof missing === 'string' ? missing : undefined);
      return about === undefined || about in resource.schema.properties;
    });
    validateVisible.errors = seen.length > 0 ? seen : null;
    return seen.length === 0;
  };
  return validateVisible;
}
